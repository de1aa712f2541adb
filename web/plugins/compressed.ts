import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = new Set(['.js', '.css', '.svg', '.json', '.webmanifest']);
/** Below this the header costs more than it saves. */
const LEAST = 1024;

/** Beside each text file of the build its compressed twins, which the embedded front sends to browsers that take them. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'lineup-compressed',
    apply: 'build',
    configResolved({ root, build }) { folder = resolve(root, build.outDir); },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, name);
        if (!TEXT.has(extname(file)) || statSync(file).size < LEAST) continue;
        const text = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
