import { nb } from '../numbers';

export const agents = {
  agents: {
    title: 'Agent', count: (n: number, online: number) => `${n}${nb}个，${online}${nb}个在线`, connect: '连接我的 Agent', empty: '还没有 Agent',
    emptyHint: '在 Agent 所在的机器上运行一条命令，它会主动连出来，不用开放端口。', tryDemo: '先用模拟 Agent 试试',
    lastContact: (text: string) => `最后联系 ${text}`, lastSeenAgo: (text: string) => `心跳 ${text}`, never: '还没有连接过', version: (v: string) => `版本 ${v}`,
    doing: '正在执行', asks: '等你回答', idle: '没有进行中的任务', stopped: (at: string) => `停在 ${at}，没有丢失`, capabilities: '能力', noCapabilities: '没有声明能力',
    keeps: (text: string) => `还会为它保留 ${text}。之后任务记为失败，重连后的结果仍可采纳。可能是电脑休眠；否则在它的机器上重新启动，或在那里运行 lineup doctor 检查。`,
    graceOver: '宽限期已过。', standsStill: '它的任务都在等人处理，不会超时。请在它的机器上重新启动（lineup run …），或在那里运行 lineup doctor 检查。', message: '发消息', rename: '改名', revoke: '撤销绑定', diagnose: '诊断', confirm: '确认名称',
    pendingHint: '已经连上，等你确认名称后才能接收任务。', renameTitle: '给 Agent 改名',
    revokeTitle: (name: string) => `撤销 ${name} 的绑定？`, revokeSay: '它的凭据立即失效，连接会被断开，不能恢复；要再用就重新配对。', revokeTasks: (n: number) => `它有 ${n}${nb}个进行中的任务，会记为失败，等你回答的卡片会作废。`,
    revokeDo: '撤销绑定', contact: '最后联系', notes: { paired: '完成配对', connected: '已连接', disconnected: '已断开', silent: '没有心跳，视为离线', refused: '连接被拒绝', revoked: '绑定已撤销' } as Record<string, string>, log: '连接记录', logEmpty: '还没有连接记录', diagnostics: '诊断信息', copyDiagnostics: '复制诊断信息', paired: '配对于', grace: '宽限期', runtime: '运行时',
    gone: '找不到这个 Agent', kindNames: { generic: '通用 SDK', demo: '模拟 Agent' } as Record<string, string>, revokedOn: (at: string) => `${at} 撤销`,
  },
  pairing: {
    title: '连接我的 Agent', intro: '在 Agent 所在的机器上运行下面的命令。它会主动连出来，不用开放端口。', which: '要连接哪种 Agent',
    generic: '我自己的 Agent（Python SDK）', demo: '模拟 Agent', demoSay: '自带的演示，几分钟走完全程，不碰任何真东西。',
    genericSay: '配对一次，然后运行你的处理函数。', then: '然后运行', making: '正在生成', code: '配对码 · 只能用一次', copyCode: '复制配对码', command: '命令', copyCommand: '复制命令', install: '还没装？先运行', checkout: '在源码目录 make dev 之后，命令是', qr: '扫码把命令带到另一台设备', qrLabel: '配对命令的二维码',
    steps: '连接进度', made: '配对码已生成', waiting: '等待 Agent 连接', waitingSay: '运行命令后，几秒内会在这里出现', redeemed: '配对码已兑换，正在连接', connected: 'Agent 已连接', confirmStep: '确认名称，完成',
    nameIt: '给它起个名字', finish: '确认并完成', finishing: '正在确认', doneTitle: (name: string) => `${name} 已就绪`, doneSay: '现在可以给它发第一个任务。', startTask: '发起第一个任务', later: '以后再说',
    expired: '配对码已过期', expiredSay: '10 分钟内没有用掉。换一个新码再运行命令。', again: '换一个新码', failed: '没有生成配对码', slow: '等了很久？', slowSay: '看看那台机器能不能打开这个地址，再在那里运行 lineup doctor。',
    about: '它是这样介绍自己的', diagnostic: '诊断码',
  },
};
