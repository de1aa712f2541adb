import { nb } from '../numbers';

export const inbox = {
  inbox: {
    title: '收件箱', waiting: '等待我处理', soonest: '最先到期的在前', interrupted: '连接中断', failed: '失败', done: '最近完成',
    allTasks: '全部任务', now: '此刻', running: '正在执行',
    empty: '没有等你处理的事',
    emptyHint: (n: number) => (n > 0 ? `${n}${nb}个任务正在执行。需要你时会出现在这里。` : '需要你决定的时候，请求会出现在这里。'),
    noneRunning: '没有正在执行的任务',
    you: (verdict: string, title: string) => `${verdict}${title}`,
    artifacts: (n: number) => `${n}${nb}个产物`,
    lastContact: (at: string) => `最后联系 ${at}`,
    keptUntil: (at: string) => `${at} 前恢复就会继续`, keptStill: '不会超时',
    diagnose: '诊断',
    lateReport: '迟到的结果，等你采纳',
    unread: '新', markAllRead: (n: number) => `${n}${nb}条未读，全部标为已读`,
    later: '稍后处理', laterFor: { hour: '1\u00a0小时后', evening: '今晚', morning: '明早', online: 'Agent 上线时' },
    aside: '稍后处理的卡片', backAt: (at: string) => `${at} 回到收件箱`, backOnline: 'Agent 上线后回到收件箱', bringBack: '现在处理', undo: '撤销',
    dismiss: '不再显示', dismissed: '已从收件箱移走，在任务里仍能找到。', acceptLate: '采纳结果',
    bulk: '批量处理', bulkOnly: '只有低风险的批准请求可以一起回答', selected: (n: number) => `已选 ${n}${nb}张`, selectCard: (title: string) => `选中 ${title}`, selectAll: (n: number) => `全选 ${n}${nb}张`,
    bulkDo: { approve: '允许…', reject: '拒绝…' }, bulkTitle: { approve: (n: number) => `允许这 ${n}${nb}件事？`, reject: (n: number) => `拒绝这 ${n}${nb}件事？` },
    bulkSay: '每张卡片单独记录，和逐张回答一样。', bulkConfirm: { approve: (n: number) => `允许 ${n}${nb}件`, reject: (n: number) => `拒绝 ${n}${nb}件` }, bulkChanged: '它刚刚更新或已经结束，不会提交',
  },
  first: {
    title: '先把你的 Agent 接进来', lead: '它需要你决定的时候，请求会出现在这里。平时这里是空的。',
    confirm: (name: string) => `确认 ${name}`, start: (name: string) => `${name}：已配对，还没启动`, connect: '连接一个 Agent', connectSay: '在它所在的机器上运行一条命令，不用开放端口，约一分钟。',
    task: '发起第一个任务', taskSay: '说清楚要什么，就可以关掉页面。', decide: '需要你时再回来', decideSay: '等你决定、失败和完成的事都在收件箱。',
  },
};
