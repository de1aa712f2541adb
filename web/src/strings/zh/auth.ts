export const auth = {
  auth: {
    title: '登录 LineUp Agents', lead: '在任何地方看到并回应你的 AI Agent。', email: '邮箱', emailPlaceholder: 'you@example.com', getCode: '发送验证码', sending: '正在发送',
    codeTitle: '查看你的邮箱', codeSent: (email: string) => `验证码已发到 ${email}，10 分钟内有效。`, codeKeptTitle: '取验证码', codeKept: (email: string) => `这台服务器不发邮件。${email} 的验证码在它的发件箱页面里，地址打印在运行它的终端中。不是你运行的？请向运行它的人要一个登录链接。`, code: '6 位验证码', signIn: '登录', signingIn: '正在登录', otherEmail: '换一个邮箱', resend: '重新发送',
    link: '正在用链接登录', linkDo: '登录', linkFailed: '这个登录链接不能用了', linkFailedSay: '链接只能用一次，有效时间很短。请用邮箱登录；如果是你自己的服务器，重新启动会打印新的链接。', toSignIn: '用邮箱登录', workspaceTitle: '给工作区起个名字', workspaceLead: '工作区是你和 Agent 一起工作的地方。', workspacePlaceholder: '例如：北岸工作室', createWorkspace: '创建工作区', starting: '正在打开',
    ended: '登录已失效，请重新登录。', offline: '连不上服务器。请检查网络，再试一次。',
  },
};
