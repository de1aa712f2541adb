import { nb } from '../numbers';

export const search = {
  palette: {
    title: '命令面板', placeholder: '输入命令、会话、任务或 Agent 的名字', actions: '操作', places: '前往', everywhere: '所有内容',
    searchFor: (query: string) => `搜索“${query}”`, theme: '切换浅色 / 深色', language: 'Switch to English',
  },
  search: {
    title: '搜索', field: '搜索会话、任务和消息', placeholder: '输入要找的词', clear: '清除',
    kinds: { all: '全部', conversations: '会话', tasks: '任务', messages: '消息' }, kindsLabel: '范围',
    conversation: '会话', task: '任务', message: '消息',
    found: (n: number) => `找到 ${n}${nb}项`, foundSoFar: (n: number) => `目前找到 ${n}${nb}项`,
    start: '在这个工作区里找', startSay: '按词查找会话、任务和消息，几个词要同时出现。',
    nothing: '没有找到', nothingSay: (query: string) => `没有内容包含“${query}”。换个说法，或少输几个词。`,
    more: '继续往前找', reached: '更早的消息还没有找过。', searching: '正在找', whole: '全部消息都找过了。', offline: '离线时不能搜索。连上服务器后会自动继续。',
  },
};
