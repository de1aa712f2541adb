export const conversations = {
  conversation: {
    title: '会话', new: '新会话', newTitle: '发起会话', nameIt: '主题', namePlaceholder: '例如：网站重构', withWhom: '和哪些 Agent', create: '开始会话',
    empty: '还没有会话', emptyHint: '会话是你和一个或多个 Agent 一起工作的地方。', noAgents: '先连接一个 Agent，才能开始会话。',
    to: (name: string) => `给${name}发消息`, toAny: '写点什么', toWhom: '发给', track: '作为任务跟踪', keys: 'Enter 发送，Shift+Enter 换行', message: '消息',
    typing: '正在输入', tracked: '已作为任务跟踪：', unsent: '待发送', unsentOffline: '离线，联网后自动发送', notSent: '没有发出', discard: '丢弃', edit: '改一改',
    earlier: '更早的消息', toEnd: '回到最新', newBelow: '有新内容', nothing: '还没有消息。说说你想要什么。', failedToLoad: '没有载入成功',
    untitled: '未命名会话', queuedFor: (name: string) => `${name} 不在线，上线后送达`, tooLong: '一条消息放不下：请拆成几条，或附上链接',
    attachments: '附件', attach: '附上链接', linkUrl: '链接地址', linkName: '名称（可选）', linkAdd: '附上', linkRemove: (name: string) => `移除 ${name}`, renamed: '改名', rename: '会话改名', starts: '开始', firstName: '第一个任务', firstTask: '要它做什么？（作为任务跟踪）', firstPlaceholder: '例如：整理项目依赖并产出计划',
    taskEnded: { succeeded: '任务完成：', failed: '任务失败：', cancelled: '任务已取消：' },
    asked: '请求你处理：', result: '新产物：', noMessages: '还没有消息', code: '代码',
    codeAll: (lines: number) => `展开全部 ${lines.toLocaleString('zh-CN')} 行`, codeLess: '收起', table: (heads: string) => (heads === '' ? '表格' : `表格：${heads}`), footnotes: '脚注',
    cut: (shown: number, all: number) => `文本很长：已显示前 ${shown.toLocaleString('zh-CN')} 个字符，共 ${all.toLocaleString('zh-CN')} 个`, cutMore: '继续显示', cutCopy: '复制全文',
  },
};
