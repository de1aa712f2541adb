export const tasks = {
  tasks: {
    title: '任务', new: '发起任务', detail: '任务详情', columns: { task: '任务', status: '状态', progress: '进度', agent: 'Agent', conversation: '会话', updated: '更新' },
    filters: { all: '全部', running: '进行中', waiting: '等待我', failed: '失败', done: '已完成', cancelled: '已取消' },
    groups: { waiting: '等待我', running: '进行中', ended: '已结束' },
    filterLabel: '按状态筛选', empty: '没有符合条件的任务', emptyAll: '还没有任务', emptyHint: '说清楚要什么就行。关掉页面它也会继续，需要你时会来问。', whatToDo: '要它做什么？', whichAgent: '交给哪个 Agent', newPlace: '新建一个', start: '开始任务', sayFirst: '先写下要它做什么', pickFirst: '先选一个 Agent', clear: '清除筛选',
    expand: (title: string) => `展开 ${title} 的子任务`, collapse: (title: string) => `收起 ${title} 的子任务`,
    children: '子任务', stepEnded: (title: string, state: string) => `子任务“${title}”：${state}`, artifacts: '产物', timeline: '事件时间线', agent: 'Agent', conversation: '会话', parent: '上级任务', started: '开始', created: '创建', ended: '结束', progress: (n: number) => `进度 ${n}%`,
    notStarted: '未开始', link: '链接', requestCancel: '请求取消', cancelRequested: (who: string, at: string) => `${who} 在 ${at} 请求取消。Agent 确认停止后才算取消。`,
    force: '强制取消', forceHint: 'Agent 还没确认。强制取消后任务立即结束，Agent 可能还在做。', forceSoon: (text: string) => `${text}后可以强制取消`, cancelSending: '正在提交取消请求',
    why: '原因', description: '要求', interrupted: (at: string) => `Agent 连接中断，最后联系 ${at}。任务没有丢失。`, graceStands: '它在等人处理，不会超时。', graceUntil: (at: string) => `${at} 前恢复就会自动继续；过了才记为失败，那之后它再交来结果，你仍可以采纳。`,
    late: '这个任务被判为失联之后，Agent 又交来了结果', acceptLate: '采纳这个结果', gone: '找不到这个任务', none: '没有', select: '选择一个任务查看详情',
    quiet: (text: string) => `${text}没有动静`, find: '在任务里查找', retry: '重新执行', retried: '已经重新执行：', retriedAs: '看新的任务', retryOf: '重做自', firstTry: '上一次的任务', retryGone: '它的 Agent 已经撤销，不能重新执行。', timelineFilter: '筛选事件', timelineKinds: { states: '状态', cards: '决定', messages: '消息', results: '结果' }, agentLost: (name: string) => `与 ${name} 的连接断了`, agentBack: (name: string) => `${name} 重新连上了`, rawEvent: '原始事件',
    noTimeline: '还没有事件', reasons: {
      agent_unreachable: 'Agent 失联超过宽限期', agent_revoked: 'Agent 的绑定已撤销', parent_ended: '上级任务已结束',
      cancelled_before_start: '在送达 Agent 之前取消', cancel_forced: '强制取消，Agent 没有确认', cancel_timeout: 'Agent 没有按时确认取消',
    } as Record<string, string>,
  },
};
