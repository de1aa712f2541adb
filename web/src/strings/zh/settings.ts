import { nb } from '../numbers';

export const settings = {
  settings: {
    title: '设置', account: '账户', appearance: '显示', notices: '通知', members: '成员', devices: '登录设备', tokens: '开发者 Token', data: '数据与导出',
    name: '名字', email: '邮箱', you: '（你）', rename: '改名', renameTitle: '你的名字', renameLabel: '别人看到的名字', thisDevice: '这台设备',
    signOut: '退出登录', signOutSay: '这台设备上未发送的内容会留下。', signOutUnsent: (n: number) => `还有 ${n}${nb}条没有发出去，会留在这台设备上，下次登录后发送。`,
    language: '语言', languageSay: '界面文字、日期格式和发给你的邮件', theme: '外观', themeSay: '只影响这台设备', themes: { system: '跟随系统', light: '浅色', dark: '深色' },
    keys: '单键快捷键', keysSay: '例如 J 到下一项。带 Ctrl 或 ⌘ 的一直可用。', keysShow: '查看快捷键',
    noticesSay: '你不在这个页面时，靠什么知道有事在等你。', noticeTitle: '标签页标题', noticeTitleSay: '等你处理的数量写在标题最前面。', noticeIcon: '应用图标', noticeIconSay: '标签页图标和安装后的应用图标上有数字。',
    noticeMail: '邮件', noticePush: '推送', notYet: '还没有', notYetSay: '这个版本还不会从这里通知你。', always: '总是',
    workspace: '工作区', membersSay: '工作区里的人都能看到所有会话和任务。', membersAsk: '请所有者邀请新成员。', invite: '邀请', inviteTitle: '邀请一位成员', inviteSay: '用邮箱认人。邀请不会发邮件，请自己把地址告诉对方。',
    role: '角色', roles: { owner: '所有者', member: '成员', viewer: '只读成员' }, roleSays: { owner: '可以做所有事，包括邀请成员', member: '可以对话、派任务、回答卡片', viewer: '只能看，不能回答' },
    invited: '已经可以进来了', invitedSay: (email: string) => `${email} 在这个地址用自己的邮箱登录，就会看到这个工作区。`,
    devicesSay: '你在这些浏览器里登录过。不认识的，请退出它。', unknownDevice: '未知的浏览器', usedNow: '正在使用', usedAt: (at: string) => `最后使用 ${at}`, since: (at: string) => `登录于 ${at}`,
    endOthers: '退出其他设备', endOthersTitle: '退出所有其他设备？', endTitle: (name: string) => `退出“${name}”？`, endSay: '那里的页面会立刻断开，要重新登录才能继续。', deviceEnded: '已退出',
    tokensSay: '让你自己的程序通过 HTTP 以你的身份在这个工作区里工作。程序不能回答高风险卡片。', tokensViewer: '只读成员不能创建 Token。', noTokens: '还没有 Token。', newToken: '新建 Token', makeToken: '创建',
    tokenBounds: '它能做你在这个工作区能做的事，但不能回答高风险卡片，也不能管理登录设备和 Token。', tokenExample: '例如：每周报告脚本', works: '有效期', forever: '一直有效', forDays: (n: number) => `${n}${nb}天`,
    tokenMade: 'Token 已创建', tokenOnce: '只显示这一次，关掉就看不到了。现在复制，放到安全的地方。', copyToken: '复制 Token', revoke: '撤销', revokeTitle: (name: string) => `撤销“${name}”？`, revokeSay: '用它的程序会立刻失去访问，不能恢复。', tokenRevoked: 'Token 已撤销',
    neverUsed: '从未使用', expires: (at: string) => `${at} 到期`, noExpiry: '不会到期',
    export: '导出全部记录', exportSay: '这个工作区发生过的每一件事，每行一条 JSON。上传的文件不在里面。', exportDo: '下载', exportGoOn: '继续下载', exported: (n: number, of: number) => `已读 ${n} / ${of}${nb}条`,
  },
};
