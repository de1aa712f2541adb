import type { Strings } from '../zh';

export const tasks: Pick<Strings, 'tasks'> = {
  tasks: {
    title: 'Tasks', new: 'New task', detail: 'Task details', columns: { task: 'Task', status: 'Status', progress: 'Progress', agent: 'Agent', conversation: 'Conversation', updated: 'Updated' },
    filters: { all: 'All', running: 'Active', waiting: 'Waiting for me', failed: 'Failed', done: 'Done', cancelled: 'Cancelled' },
    groups: { waiting: 'Waiting for me', running: 'Active', ended: 'Ended' },
    filterLabel: 'Filter by status', empty: 'No task matches', emptyAll: 'No tasks yet', emptyHint: 'Say what you need. It goes on when you close the page, and asks when it needs you.', whatToDo: 'What should it do?', whichAgent: 'Which agent', newPlace: 'A new one', start: 'Start task', sayFirst: 'Say what it should do first', pickFirst: 'Choose an agent first', clear: 'Clear the filter',
    expand: (title) => `Show the steps of ${title}`, collapse: (title) => `Hide the steps of ${title}`,
    children: 'Steps', stepEnded: (title, state) => `Step “${title}”: ${state}`, artifacts: 'Artifacts', timeline: 'Timeline', agent: 'Agent', conversation: 'Conversation', parent: 'Parent task', started: 'Started', created: 'Created', ended: 'Ended', progress: (n) => `Progress ${n}%`,
    notStarted: 'not started', link: 'Link', requestCancel: 'Request cancel', cancelRequested: (who, at) => `${who} asked to cancel at ${at}. It counts as cancelled once the agent confirms.`,
    force: 'Force cancel', forceHint: 'The agent has not confirmed. Forcing ends the task now; the agent may still be at it.', forceSoon: (text) => `Can be forced in ${text}`, cancelSending: 'Submitting the cancel request',
    why: 'Reason', description: 'Request', interrupted: (at) => `The agent’s connection is lost, last contact ${at}. The task is not lost.`, graceStands: 'It waits for a person, so no time runs out.', graceUntil: (at) => `It goes on by itself if the agent is back by ${at}. Else it counts as failed; should a result come after that, you can still take it.`,
    late: 'After this task was given up as unreachable, the agent reported a result', acceptLate: 'Accept this result', gone: 'This task does not exist', none: 'None', select: 'Choose a task to see its details',
    quiet: (text) => `quiet for ${text}`, find: 'Find in tasks', retry: 'Run again', retried: 'It was run again:', retriedAs: 'see the new task', retryOf: 'Retry of', firstTry: 'the task before', retryGone: 'Its agent was revoked; it cannot be run again.', timelineFilter: 'Filter the events', timelineKinds: { states: 'States', cards: 'Decisions', messages: 'Messages', results: 'Results' }, agentLost: (name) => `Lost the connection to ${name}`, agentBack: (name) => `${name} is back`, rawEvent: 'raw event',
    noTimeline: 'No events yet', reasons: {
      agent_unreachable: 'The agent was unreachable for its grace period', agent_revoked: 'The agent was revoked', parent_ended: 'Its parent task ended',
      cancelled_before_start: 'Cancelled before it reached the agent', cancel_forced: 'Forced without the agent’s word', cancel_timeout: 'The agent did not confirm the cancel in time',
    },
  },
};
