export const keys = {
  keys: {
    title: '键盘快捷键', notices: '提示', then: '然后', or: '或',
    say: '在输入框里、用输入法组词时、对话框打开时，单键快捷键不起作用。', off: '单键快捷键已在这台设备上关闭，可以在设置里打开。',
    groups: { app: '随处可用', go: '前往', list: '列表', card: '卡片', write: '会话' },
    does: {
      palette: '打开命令面板', search: '搜索', help: '显示快捷键', newConversation: '新建会话',
      goInbox: '收件箱', goConversations: '会话', goTasks: '任务', goAgents: 'Agent', goSettings: '设置',
      next: '下一项', previous: '上一项', open: '打开', back: '返回', select: '选择或取消选择', snooze: '稍后处理', unread: '标为未读', dismiss: '不再显示', pin: '置顶或取消置顶', archive: '归档', rename: '改名', reply: '写消息', print: '打印回执',
    },
  },
};
