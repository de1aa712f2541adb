export const settings = {
  settings: {
    title: '设置', account: '账户', email: '邮箱', language: '语言', languageSay: '界面文字和日期格式', theme: '外观', themes: { system: '跟随系统', light: '浅色', dark: '深色' },
    workspace: '工作区', members: '成员', roles: { owner: '所有者', member: '成员', viewer: '只读成员' }, signOut: '退出登录', signOutSay: '这台设备上未发送的内容会留下。', appearance: '显示', you: '（你）', rename: '改名', renameTitle: '你的名字', renameLabel: '别人看到的名字', thisDevice: '这台设备',
  },
};
