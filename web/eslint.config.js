import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'src/lap/protocol.gen.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  hooks.configs.flat['recommended-latest'],
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['**/dev/*'], message: 'The fixtures stay out of the product.' }] },
      ],
    },
  },
  { files: ['src/dev/**', '**/*.test.{ts,tsx}'], rules: { 'no-restricted-imports': 'off' } },
);
