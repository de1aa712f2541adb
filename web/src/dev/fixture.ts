/** A workspace in the middle of a day, for looking at pages without a server. Not in the product. */
import type { Agent, Card, Conversation, Interaction, LogEvent, Task } from '../lap/types';
import type { World } from '../lap/world';
import { INITIAL, type Page, type State } from '../sync/state';

const NOW = Date.now();
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();
const me = { kind: 'user', id: 'u1', name: '陈默' } as const;
const li = { kind: 'user', id: 'u2', name: '李然' } as const;
let seq = 0;

const agent = (id: string, name: string, runtime: string, more: Partial<Agent> = {}): Agent => ({
  id, name, kind: 'generic', runtime, agentVersion: '0.1.4', capabilities: ['streaming', 'approval', 'artifacts'], status: 'online', confirmed: true,
  connected: true, connectedAt: at(-300), lastSeenAt: at(-0.1), graceSeconds: 900, pairedAt: at(-9000), sequence: 1, ...more,
});
const conversation = (id: string, title: string, agentIds: string[], minutes: number, excerpt: string): Conversation => ({
  id, title, agentIds, createdBy: me, createdAt: at(-4000), lastMessage: { author: { kind: 'agent', id: agentIds[0] ?? '', name: '' }, excerpt, at: at(minutes) }, sequence: 1,
});
const task = (id: string, title: string, agentId: string, conversationId: string, status: Task['status'], minutes: number, more: Partial<Task> = {}): Task => ({
  id, title, agentId, conversationId, status, depth: 0, createdBy: me, createdAt: at(minutes - 60), createdSequence: 1, reportedAt: at(minutes), acceptedAt: at(minutes - 59),
  openInteractions: [], openChildren: [], childCount: 0, artifacts: [], sequence: 1, ...more,
});
const card = (id: string, body: Card, agentId: string, taskId: string, conversationId: string, minutes: number, more: Partial<Interaction> = {}): Interaction => ({
  id, card: body, agentId, taskId, conversationId, digest: `d-${id}`, status: 'pending', requestedAt: at(minutes), sequence: 1, ...more,
});
const byId = <T extends { id: string }>(rows: T[]): Record<string, T> => Object.fromEntries(rows.map((row) => [row.id, row]));

const yesNo = [{ id: 'approve', label: '允许执行', style: 'primary', decision: 'approve' }, { id: 'reject', label: '拒绝', style: 'danger', decision: 'reject' }] as const;
const migrate: Card = {
  id: 'i1', type: 'approval', risk: 'high', title: '允许在 production 执行 3 个数据库迁移？', options: [...yesNo], expiresAt: at(8.7),
  description: '这三个迁移已在预发环境验证通过。继续发布前必须先更新生产库结构，发布窗口 15:00 关闭。',
  impact: '新增 2 张表，删除 1 列 invoices.legacy_no。停写约 40 秒，期间结算请求排队。删除的列不能自动恢复，需从备份还原。',
  details: { environment: 'production', migrationCount: 3, database: '结算主库', files: ['0041_invoice_batches.sql', '0042_settlement_runs.sql', '0043_drop_legacy_no.sql'] },
};
const cards: Interaction[] = [
  card('i1', migrate, 'a2', 't2', 'c2', -9),
  card('i2', { id: 'i2', type: 'choice', risk: 'medium', title: '新的结算服务部署到哪个区域？', minSelected: 1, maxSelected: 1, expiresAt: at(42), options: [{ id: 'tokyo', label: '东京', recommended: true }, { id: 'sg', label: '新加坡' }, { id: 'fra', label: '法兰克福' }] }, 'a2', 't2', 'c2', -18),
  card('i3', { id: 'i3', type: 'input', risk: 'low', title: '请提供测试环境的 URL', input: { format: 'url', minLength: 0, maxLength: 4000 }, expiresAt: at(190) }, 'a1', 't1', 'c1', -30),
  card('i4', { id: 'i4', type: 'review', risk: 'low', title: '请检查组件依赖的整理计划', content: { format: 'diff', text: '--- a/src/ui/form/index.ts\n+++ b/src/ui/form/index.ts\n@@ -1,3 +1,3 @@\n-import { useForm } from "../button/context";\n+import { useForm } from "./context";\n export const Field = (p: FieldProps) => p.children(useForm().register(p.name));' }, description: '共 12 处改动，先处理循环引用。', expiresAt: at(1140) }, 'a1', 't1', 'c1', -40),
  card('i5', { id: 'i5', type: 'approval', risk: 'low', title: '允许安装 3 个开发依赖？', description: '生成依赖图，供后面拆分时核对', impact: '只改 devDependencies，不进生产包', options: [...yesNo], expiresAt: at(26) }, 'a1', 't1', 'c1', -2),
  card('i9', { id: 'i9', type: 'approval', risk: 'low', title: '允许在 CI 里缓存构建结果？', impact: '构建快约 40%，缓存占 1.2 GB', options: [...yesNo] }, 'a2', 't5', 'c5', -6),
  card('i6', { ...migrate, id: 'i6', risk: 'medium', title: '允许重建搜索索引？' }, 'a2', 't2', 'c2', -70, { status: 'acknowledged', response: { type: 'approval', optionId: 'approve', decision: 'approve' }, answeredBy: me, answeredAt: at(-60), deliveredAt: at(-60), acknowledgedAt: at(-59.9) }),
  card('i7', { ...migrate, id: 'i7', title: '允许清空预发缓存？' }, 'a4', 't4', 'c3', -80, { status: 'answered', response: { type: 'approval', optionId: 'reject', decision: 'reject', note: '先备份再说。' }, answeredBy: li, answeredAt: at(-75) }),
  card('i8', { ...migrate, id: 'i8', title: '允许切换 5% 流量？' }, 'a2', 't2', 'c2', -200, { status: 'expired', endedAt: at(-120) }),
];

const tasks: Task[] = [
  task('t1', '整理组件依赖', 'a1', 'c1', 'waiting_for_human', -2, { progress: 38, summary: '第 26 / 68 个组件', openInteractions: ['i3', 'i4', 'i5'], childCount: 3, artifacts: [{ id: 'f1', name: '组件清单.csv', url: 'https://example.com/a.csv', size: 18_400, createdAt: at(-20) }, { id: 'f2', name: '循环引用图', url: 'https://example.com/graph', createdAt: at(-5) }] }),
  task('t11', '扫描仓库', 'a1', 'c1', 'succeeded', -30, { parentTaskId: 't1', depth: 1, endedAt: at(-30) }),
  task('t12', '静态分析循环引用', 'a1', 'c1', 'running', -1, { parentTaskId: 't1', depth: 1, progress: 38 }),
  task('t13', '输出迁移方案', 'a1', 'c1', 'queued', -29, { parentTaskId: 't1', depth: 1, acceptedAt: undefined }),
  task('t2', '结算服务 v2.8 上线', 'a2', 'c2', 'waiting_for_human', -9, { progress: 72, openInteractions: ['i1', 'i2'], childCount: 2 }),
  task('t21', '构建与镜像签名', 'a2', 'c2', 'succeeded', -40, { parentTaskId: 't2', depth: 1, endedAt: at(-40) }),
  task('t22', '生产库迁移', 'a2', 'c2', 'queued', -39, { parentTaskId: 't2', depth: 1, acceptedAt: undefined }),
  task('t3', '生成每周数据报告', 'a3', 'c4', 'running', -18, { progress: 35, summary: '汇总第 3 个数据源' }),
  task('t4', '抓取竞品更新日志', 'a4', 'c3', 'running', -10, { progress: 64 }),
  task('t5', '升级 Node 运行时', 'a2', 'c5', 'running', -1, { progress: 82, summary: '还剩 14 个用例' }),
  task('t6', '压缩首页图片并替换为 AVIF，同时更新引用与回退', 'a1', 'c1', 'running', -1, { progress: 48, cancelRequestedAt: at(-0.5), cancelRequestedBy: me }),
  task('t7', '导出 7 月对账明细', 'a3', 'c4', 'failed', -36, { endedAt: at(-36), error: '没有读取 billing 库的权限' }),
  task('t8', '扫描仓库并建立任务计划', 'a1', 'c1', 'succeeded', -33, { endedAt: at(-33), artifacts: [{ id: 'f3', name: '计划.md', url: 'https://example.com/p', createdAt: at(-33) }] }),
  task('t9', '清理过期分支', 'a2', 'c5', 'cancelled', -180, { endedAt: at(-180) }),
  task('t10', '核对供应商报价', 'a4', 'c3', 'queued', -80, { acceptedAt: undefined }),
];

const event = (type: LogEvent['type'], actor: LogEvent['actor'], minutes: number, payload: object, taskId?: string): LogEvent =>
  ({ id: `e${++seq}`, type, version: '0.1', occurredAt: at(minutes), receivedAt: at(minutes), workspaceId: 'w1', conversationId: 'c1', ...(taskId ? { taskId } : {}), sequence: seq, actor, payload }) as unknown as LogEvent;
const a1 = { kind: 'agent', id: 'a1', name: '代码助手' } as const;
const log: LogEvent[] = [
  event('message.created', me, -62, { messageId: 'm1', content: '分析现有页面，整理组件依赖，给我一份能分步执行的改进建议。先别改代码。', targetAgentId: 'a1' }),
  event('task.created', me, -62, { agentId: 'a1', title: '整理组件依赖', conversationTitle: '网站重构', status: 'queued' }, 't1'),
  event('task.accepted', a1, -61, { agentId: 'a1' }, 't1'),
  event('task.status_changed', a1, -50, { agentId: 'a1', status: 'running', progress: 20, summary: '扫描仓库', at: at(-50) }, 't1'),
  event('message.created', a1, -35, { messageId: 'm2', content: '仓库扫完了：68 个组件，其中 9 个被循环引用。最值得先处理的是 `Button` 与 `Form` 的互相依赖，拆开后打包体积预计减少约 11%。\n\n```diff\n// 由 Form 向下传，Button 不再反向引用\n- import { useForm } from "../button/context";\n+ import { useForm } from "./context";\n  export const Field = (p: FieldProps) => p.children(useForm().register(p.name));\n```\n\n| 组件 | 被引用 | 建议 |\n|---|---|---|\n| Button | 42 | 先拆 |\n| Form | 17 | 其次 |\n\n下一步需要装三个只用于分析的开发依赖。' }),
  event('artifact.created', a1, -20, { artifactId: 'f1', agentId: 'a1', name: '组件清单.csv', url: 'https://example.com/a.csv' }, 't1'),
  event('interaction.requested', a1, -2, { agentId: 'a1', interaction: cards[4]?.card, digest: 'd-i5' }, 't1'),
];
const page = (events: LogEvent[]): Page => ({ events, more: false, loading: false, loaded: true });

const world: World = {
  workspace: { id: 'w1', name: '北岸工作室', createdAt: at(-9999), sequence: 1, members: [{ userId: 'u1', name: '陈默', role: 'owner' }, { userId: 'u2', name: '李然', role: 'member' }] },
  agents: byId([
    agent('a1', '代码助手', 'Codex'), agent('a2', '运维助手', 'OpenClaw'), agent('a3', '报表助手', 'Generic SDK'),
    agent('a4', '资料助手', 'Hermes', { status: 'offline', connected: false, offlineSince: at(-11), lastSeenAt: at(-11) }),
    agent('a5', '夜间巡检', 'OpenClaw', { status: 'offline', connected: false, offlineSince: at(-900), lastSeenAt: at(-900) }),
  ]),
  conversations: byId([
    conversation('c1', '网站重构', ['a1'], -2, '等你决定的同时，我先用静态分析继续'), conversation('c2', '结算服务上线', ['a2'], -9, '预发验证通过，等你批准'), conversation('c3', '竞品更新跟踪', ['a4'], -12, '已抓取 64%'),
    conversation('c4', '每周数据报告', ['a3'], -18, '汇总第 3 个数据源'), conversation('c5', '依赖与安全巡检', ['a2', 'a1'], -60, '升级完成后再跑一遍'),
  ]),
  tasks: byId(tasks),
  interactions: byId(cards),
};

export function fixture(empty: boolean): State {
  return {
    ...INITIAL,
    session: { phase: 'signedIn', user: { id: 'u1', email: 'chen.mo@example.com', displayName: '陈默' }, workspaces: [{ id: 'w1', name: '北岸工作室', role: 'owner' }] },
    workspaceId: 'w1',
    sync: { phase: 'live', epoch: 'e', cursor: 100, head: 100, from: 100, since: NOW },
    world: empty ? { ...world, agents: {}, conversations: {}, tasks: {}, interactions: {} } : world,
    pages: { 'conversations/c1': page(log), 'tasks/t1': page(log.filter((one) => one.taskId === 't1')) },
    drafts: { m9: { messageId: 'm9', conversationId: 'c1', text: '等你决定的同时，我先用静态分析继续：已看完 26 个组件，Modal 和 Toast 共用的层级管理可以单独抽出来，这样两边', at: NOW } },
  };
}
