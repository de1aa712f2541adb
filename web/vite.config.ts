import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { budget } from './plugins/budget.ts';
import { compressed } from './plugins/compressed.ts';

const server = process.env['LINEUP_SERVER'] ?? 'http://127.0.0.1:8787';

// Relative addresses throughout: the built app may be served from any sub-path.
export default defineConfig({
  base: './',
  plugins: [react(), budget(), compressed()],
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  // The manifest tells the service worker which files there are.
  build: { target: 'es2023', manifest: 'files.json', assetsInlineLimit: 0, reportCompressedSize: true },
  test: { environment: 'node', include: ['src/**/*.test.{ts,tsx}'], restoreMocks: true },
});
