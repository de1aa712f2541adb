import type { Strings } from '../zh';
import { n1 } from '../numbers';

export const inbox: Pick<Strings, 'inbox' | 'first'> = {
  inbox: {
    title: 'Inbox', waiting: 'Waiting for me', soonest: 'Soonest to expire first', interrupted: 'Connection lost', failed: 'Failed', done: 'Recently done',
    allTasks: 'All tasks', now: 'Right now', running: 'Running',
    empty: 'Nothing waits for you',
    emptyHint: (n) => (n > 0 ? `${n1(n, 'task is', 'tasks are')} running. Whatever needs you will show up here.` : 'Whatever needs your decision will show up here.'),
    noneRunning: 'Nothing is running',
    you: (verdict, title) => `${verdict} ${title}`,
    artifacts: (n) => n1(n, 'artifact', 'artifacts'),
    lastContact: (at) => `last contact ${at}`,
    keptUntil: (at) => `goes on if back by ${at}`, keptStill: 'no time runs out',
    diagnose: 'Diagnose',
    lateReport: 'A late result waits for you',
    unread: 'New', markAllRead: (n) => `${n}\u00a0new: mark all as read`,
    later: 'Not now', laterFor: { hour: 'For 1\u00a0hour', evening: 'This evening', morning: 'Tomorrow morning', online: 'Until the agent is online' },
    aside: 'Put aside', backAt: (at) => `Comes back ${at}`, backOnline: 'Comes back when the agent is online', bringBack: 'Bring back', undo: 'Undo',
    dismiss: 'Dismiss', dismissed: 'Taken out of the inbox. It is still among the tasks.', acceptLate: 'Accept result',
    bulk: 'Answer several', bulkOnly: 'Only low-risk approvals can be answered together', selected: (n) => `${n} selected`, selectCard: (title) => `Select ${title}`, selectAll: (n) => `Select all ${n}`,
    bulkDo: { approve: 'Approve…', reject: 'Reject…' }, bulkTitle: { approve: (n) => `Approve ${n1(n, 'request', 'requests')}?`, reject: (n) => `Reject ${n1(n, 'request', 'requests')}?` },
    bulkSay: 'Each card is recorded by itself, as if you had answered one after the other.', bulkConfirm: { approve: (n) => `Approve ${n}`, reject: (n) => `Reject ${n}` }, bulkChanged: 'It just changed or ended and is not sent',
  },
  first: {
    title: 'Bring your agent in', lead: 'When it needs your decision, the request shows up here. Most of the time this page is empty.',
    confirm: (name) => `Confirm ${name}`, start: (name) => `${name}: paired, not started yet`, connect: 'Connect an agent', connectSay: 'Run one command where it lives. No port to open, about a minute.',
    task: 'Give it a first task', taskSay: 'Say what you need, and close the page if you like.', decide: 'Come back when it needs you', decideSay: 'Decisions, failures and results are in the inbox.',
  },
};
