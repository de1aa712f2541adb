import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Compressed bytes of JavaScript and CSS that opening the inbox may cost, its menus included. */
export const FIRST_LOAD = 200_000;
/** What opening the inbox fetches beside the entry: one language (the larger counts), and the menu when it is opened. */
const LANGUAGES = ['/strings/zh.ts', '/strings/en.ts'];
const LATER = ['/ui/MenuBase.tsx'];

type Sizes = ReadonlyMap<string, number>;

/** The build fails when the first load is larger than its budget. */
export function budget(): Plugin {
  return {
    name: 'lineup-budget',
    apply: 'build',
    writeBundle(_, bundle) {
      const sizes = new Map(Object.values(bundle).map((each) => [each.fileName, gzipSync(each.type === 'chunk' ? each.code : each.source, { level: 9 }).length]));
      const first = firstLoad(bundle, sizes);
      const say = `the inbox costs ${String(first)} of ${String(FIRST_LOAD)} compressed bytes`;
      if (first > FIRST_LOAD) this.error(say);
      this.info(say);
    },
  };
}

export function firstLoad(bundle: Rolldown.OutputBundle, sizes: Sizes): number {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const named = (end: string) => chunks.filter((chunk) => chunk.facadeModuleId?.endsWith(end));
  const base = closure(bundle, [...chunks.filter((chunk) => chunk.isEntry), ...LATER.flatMap(named)]);
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  const languages = LANGUAGES.map((each) => total([...closure(bundle, named(each))].filter((file) => !base.has(file))));
  if (LATER.some((each) => named(each).length === 0) || languages.includes(0)) throw new Error('a file that the budget counts has another name');
  return total(base) + Math.max(...languages);
}

/** These chunks, all that they import, and the styles of all. */
function closure(bundle: Rolldown.OutputBundle, roots: readonly Rolldown.OutputChunk[]): Set<string> {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) visit(bundle[name]);
  };
  roots.forEach(visit);
  return files;
}
