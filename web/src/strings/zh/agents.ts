import { nb } from '../numbers';

export const agents = {
  agents: {
    title: 'Agent', count: (n: number, online: number) => `${n}${nb}个，${online}${nb}个在线`, connect: '连接我的 Agent', empty: '还没有 Agent',
    emptyHint: '在 Agent 所在的机器上运行一条命令，它会主动连出来，不用开放端口。', tryDemo: '先用模拟 Agent 试试',
    lastContact: (text: string) => `最后联系 ${text}`, lastSeenAgo: (text: string) => `心跳 ${text}`, never: '还没有连接过', version: (v: string) => `版本 ${v}`,
    doing: '正在执行', asks: '等你回答', idle: '没有进行中的任务', stopped: (at: string) => `停在 ${at}，没有丢失`, capabilities: '能力', noCapabilities: '没有声明能力',
    keeps: (text: string) => `它的任务还会保留 ${text}，之后记为失败；重连后交来的结果仍可采纳。常见原因是电脑休眠。`,
    graceOver: '宽限期已过。', standsStill: '它的任务都在等人处理，不会超时。', message: '发消息', rename: '改名', revoke: '撤销绑定', diagnose: '诊断', confirm: '确认名称', confirmTitle: (name: string) => `确认 ${name}`, connectOther: '连接另一个',
    pendingHint: '它已经连上，等你确认名称后就能接收任务。', renameTitle: '给 Agent 改名',
    revokeTitle: (name: string) => `撤销 ${name} 的绑定？`, revokeSay: '它的凭据立即失效，连接会被断开，不能恢复；要再用就重新配对。', revokeTasks: (n: number) => `它有 ${n}${nb}个进行中的任务，会记为失败，等你回答的卡片会作废。`,
    revokeDo: '撤销绑定', contact: '最后联系', notes: { paired: '完成配对', connected: '已连接', disconnected: '已断开', silent: '没有心跳，视为离线', refused: '连接被拒绝', revoked: '绑定已撤销' } as Record<string, string>, log: '连接记录', logEmpty: '还没有连接记录', diagnostics: '诊断信息', copyDiagnostics: '复制诊断信息', paired: '配对于', grace: '宽限期', runtime: '运行时',
    tasks: '任务', well: (at: string) => `一切正常，从 ${at} 起保持连接。`, idleAway: '它不在线，手上没有任务，所以什么也没耽误。新任务会排队，等它上线。', neverCame: '它配对过，但从没连上来。', pendingAway: '它已经拿到凭据，但程序还没有运行。', pendingGone: '它连上过，现在又断开了。重新启动它，然后确认名称。', revokedSay: '绑定已撤销，它的凭据失效。要再用就重新配对。',
    quiet: (n: number) => `${n}${nb}个任务超过 10 分钟没有动静。它还连着，可能卡住了：看看它的机器，或请求取消。`, drops: (n: number) => `一小时内断开 ${n}${nb}次。多半是网络不稳、电脑休眠，或同一份凭据在两处运行。`,
    start: '在它的机器上启动 Agent：', startAgain: '在它的机器上重新启动 Agent：', startOwn: '在它的机器上启动 Agent。用 lineup 命令：', startOwnAgain: '在它的机器上，像上次那样重新启动 Agent。用 lineup 命令：',
    howToStart: '怎样重新启动', startHole: '模块:名字', startExample: '“模块:名字”换成你自己的。比如 my_agent.py 里的 agent 就是', remove: '移除', removeTitle: (name: string) => `移除 ${name}？`, removeSay: '它还没有启动过。移除后凭据失效，以后要用就重新配对。',
    gone: '找不到这个 Agent', kindNames: { generic: '通用 SDK', demo: '模拟 Agent' } as Record<string, string>, revokedOn: (at: string) => `${at} 撤销`,
  },
  pairing: {
    title: '连接我的 Agent', demoTitle: '连接模拟 Agent', intro: '在 Agent 所在的机器上运行下面的命令。它会主动连出来，不用开放端口。', which: '要连接哪种 Agent',
    generic: '我自己的 Agent（Python SDK）', demo: '模拟 Agent', demoSay: '自带的演示，几分钟走完全程，不碰任何真东西。',
    genericSay: '先配对一次，再运行你的 Agent。还没有自己的？选模拟 Agent。', pairFirst: '1. 配对，只需一次', then: '2. 运行它', making: '正在生成', code: '配对码 · 只能用一次', copyCode: '复制配对码', command: '命令', copyCommand: '复制命令', installTitle: '没有 lineup 这个命令？', install: '在 LineUp 的源码目录里安装：', checkout: '或者在源码目录 make dev 之后，这样运行：', qr: '用手机扫码打开收件箱，离开电脑也能回答', qrLabel: '收件箱地址的二维码', qrLocal: '这个地址只有本机能打开。要用手机回答，请用手机能访问的地址打开 LineUp。',
    steps: '连接进度', made: '配对码已生成', waits: { waiting: '等待 Agent 连接', slow: '还没有消息', redeemed: '配对码已兑换，正在连接', paired: '已配对，还没启动' },
    waitsSay: { waiting: '运行命令后，几秒内会在这里出现', slow: '看看终端里写了什么，下面有对应的办法。', redeemed: '已经换到凭据，正在建立连接', paired: '启动后就会连上，这里会自动更新。' }, connected: 'Agent 已连接', confirmStep: '确认名称，完成',
    nameIt: '给它起个名字', finish: '确认并完成', finishing: '正在确认', doneTitle: (name: string) => `${name} 已就绪`, doneSay: '现在可以给它发第一个任务。', startTask: '发起第一个任务', later: '以后再说',
    expired: '配对码已过期', expiredSay: '10 分钟内没有用掉。换一个新码再运行命令。', again: '换一个新码', failed: '没有生成配对码', lost: '暂时连不上服务器，看不到进度。配对码仍然有效，恢复后会自动继续。',
    helpTitle: '没有连上？', helpSay: '看终端里写了什么：', help: {
      missing: (command: string) => `还没有安装。在那台机器上运行：${command}`, reach: (server: string) => `在那台机器的浏览器里打开 ${server} 试试。打不开就是网络、代理或地址的问题。`, reachLocal: (server: string) => `${server} 只有这台机器能打开，Agent 也要在这台机器上运行。`,
      unknown: '配对码抄错了，或属于另一个服务器。重新复制整条命令。', used: '一个码只能用一次，10 分钟有效。关闭后重新打开这个窗口，换一个新码。', silent: '程序在运行但连不上：中间的代理可能挡住了 WebSocket。在那台机器上运行 lineup doctor，它会说明卡在哪一步。',
      paired: '配对好了，但还没有程序在运行。在那里运行第二条命令，把“模块:名字”换成你自己的。', module: '“模块:名字”要换成你自己的。my_agent.py 里名为 agent 的 Agent，就在那个文件夹里运行 lineup run my_agent:agent。',
      folder: '这个文件夹已经是一个 Agent 了。要启动它就不用再配对：lineup run 加它的模块。要连第二个，加上 --home 和另一个文件夹。', folderDemo: '这个文件夹已经是一个 Agent 了。要用它运行模拟 Agent，去掉 --code。要连第二个，加上 --home 和另一个文件夹。',
    },
    pairedTitle: (name: string) => `${name} 已配对，现在启动它`, noneYet: '还没有自己的 Agent？',
    about: '它是这样介绍自己的', diagnostic: '诊断码',
  },
};
