import type { LogLine } from './agentLog';

/** So many lost connections within so long are not chance. */
export const LONG = { times: 3, within: 3_600_000 } as const;

/** How often the connection was lost within the last hour. */
export const dropsIn = (lines: readonly LogLine[], now: number): number =>
  lines.filter((line) => (line.what === 'disconnected' || line.what === 'silent') && now - Date.parse(line.at) < LONG.within).length;
