import type { Api } from '../../sync/api';

type Page = { epoch: string; head: number; events: { sequence: number }[] };
export type Progress = { done: number; of: number };

const LIMIT = 200;

/**
 * The whole log of a workspace as JSON lines: a first line that says what it is, then one event a line, ascending. What
 * was already read stays in `lines`, so that a try after a broken connection goes on from there.
 */
export async function readLog(api: Api, workspaceId: string, lines: string[], tell: (progress: Progress) => void, gone: () => boolean): Promise<void> {
  let after = lines.length <= 1 ? 0 : (JSON.parse(lines.at(-1) ?? '') as { sequence: number }).sequence;
  for (;;) {
    const page = await api.get<Page>(`api/workspaces/${workspaceId}/events?after=${after}&limit=${LIMIT}`);
    if (gone()) return;
    if (lines.length === 0) lines.push(JSON.stringify({ what: 'lineup log', version: 1, workspaceId, epoch: page.epoch }));
    for (const event of page.events) lines.push(JSON.stringify(event));
    after = page.events.at(-1)?.sequence ?? after;
    tell({ done: after, of: page.head });
    if (page.events.length === 0 || after >= page.head) return;
  }
}

/** Hand the lines to the browser as a file. */
export function save(lines: readonly string[], name: string): void {
  const url = URL.createObjectURL(new Blob(lines.map((line) => `${line}\n`), { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => { URL.revokeObjectURL(url); }, 60_000);
}
