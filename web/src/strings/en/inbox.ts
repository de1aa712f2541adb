import type { Strings } from '../zh';
import { n1 } from '../numbers';

export const inbox: Pick<Strings, 'inbox' | 'first'> = {
  inbox: {
    title: 'Inbox', waiting: 'Waiting for me', soonest: 'Soonest to expire first', attention: 'Failed / needs attention', done: 'Recently done',
    allTasks: 'All tasks', now: 'Right now', running: 'Running',
    empty: 'Nothing waits for you',
    emptyHint: (n) => (n > 0 ? `${n1(n, 'task is', 'tasks are')} running. Whatever needs you will show up here.` : 'Whatever needs your decision will show up here.'),
    noneRunning: 'Nothing is running',
    you: (verdict, title) => `${verdict} ${title}`,
    artifacts: (n) => n1(n, 'artifact', 'artifacts'),
    lastContact: (at) => `last contact ${at}`,
    keptUntil: (at) => `kept until ${at}`,
    diagnose: 'Diagnose',
    lateReport: 'A late result waits for you',
    unread: 'New',
  },
  first: {
    title: 'Bring your agent in', lead: 'When it needs your decision, the request shows up here. Most of the time this page is empty.',
    connect: 'Connect an agent', connectSay: 'Run one command where it lives. No port to open, about a minute.',
    task: 'Give it a first task', taskSay: 'Say what you need, tick “Track as task”, and close the page if you like.', decide: 'Come back when it needs you', decideSay: 'Decisions, failures and results are in the inbox.',
  },
};
