import type { Strings } from '../zh';

export const cards: Pick<Strings, 'card' | 'receipt'> = {
  card: {
    waiting: 'Waiting for you', why: 'Why you', impact: 'Impact', details: 'Details', raw: 'The agent’s raw request', task: 'Task', asked: (at) => `asked ${at}`,
    openHigh: 'Review impact and decide', open: 'Open', reject: 'Reject', approve: 'Approve', noImpact: 'The agent names no impact. For a high-risk request, ask before you decide.',
    holdTo: (label) => `Hold for 2 s: ${label}`, holding: 'Keep holding…', keepHolding: (label) => `Hold until it is full: ${label}`, holdHelp: 'It counts only when the bar is full; let go to stop. Holding Space or Enter works too.',
    typeInstead: 'Type to confirm instead', holdInstead: 'Hold to confirm instead', typeThis: (word) => `To go on, type: ${word}`, typeLabel: 'Type the words above', typeWord: 'approve this',
    note: 'Note', addNote: 'Add a note', notePlaceholder: 'Optional; goes to the agent with your decision',
    expiry: 'Expiry never approves. The agent will be told that nobody answered.', noExpiry: 'No time limit: it waits until you answer.',
    recommended: 'Recommended', chooseOne: 'Choose one', chooseMany: (min, max) => (min === max ? `Choose ${min}` : `Choose ${min} to ${max}`),
    yourAnswer: 'Your answer', secret: 'This text is never stored in the record, mail or logs.', showSecret: 'Show', hideSecret: 'Hide',
    reviewApprove: 'Looks good', requestChanges: 'Request changes', comment: 'Comment', commentPlaceholder: 'Say what should change', commentNeeded: 'Say what should change first', openReview: 'Open content', attachment: 'Attachment',
    inputBad: {
      empty: 'Fill this in', url: 'Must start with http:// or https://', email: 'Enter an e-mail address', number: 'Enter a number', regex: 'It does not have the required form',
      length: (min, max) => `Between ${min} and ${max} characters`,
    },
    count: (n, max) => `${n} / ${max}`, fits: 'Looks right', form: 'Must have this form:',
    position: (n, of) => `${n} / ${of}`, previous: 'Previous card', nextCard: 'Next card', decide: 'Decide',
    changed: 'The card changed while you answered. Your answer was for the old content and did not count. Read the new content, then decide.', changedOpen: 'This card was just updated. Please read it again.', seeNew: 'I have read the new content',
    gone: 'This card does not exist', readOnly: 'You are a viewer and cannot answer cards.',
    refused: (why) => `Not submitted: ${why}`,
    sendingWhenOnline: 'Saved; it is submitted once you are online',
    agentAway: (at) => `The agent is offline since ${at}. Your answer is kept and reaches it when it is back.`, readFirst: 'Scroll to the end to decide', nextUp: 'Review next: ', moved: 'The page just moved, so nothing was sent. Please press again.',
  },
  receipt: {
    title: 'Receipt', approved: 'Approved', rejected: 'Rejected', chosen: 'Chosen', answered: 'Answered', reviewed: 'Approved', changes: 'Changes requested',
    hidden: '(secret, not stored)', note: 'Note', option: 'Option',
    expired: 'Expired, nobody answered', withdrawn: 'The agent withdrew the request', cancelled: 'Its task ended, the request is void', sending: 'Submitting your answer',
    expiredSay: 'Nothing was approved. The agent was told “no answer”, not “rejected”.', cancelledSay: 'There is nothing for you to do.', withdrawnSay: 'There is nothing for you to do.',
    recorded: 'Recorded', delivering: 'On its way', waitAgent: 'Waiting for the agent', has: 'Agent has it', wentOn: 'Agent went on', goOn: 'Agent goes on', resuming: 'Waiting for its report',
    agentOnline: 'agent online', agentOffline: (text) => `offline for ${text}`, kept: 'Your answer is saved. The agent gets it when it reconnects; no need to press again.',
    lost: (at) => `connection lost ${at}`, backBy: (at) => `goes on if the agent is back by ${at}`,
    taskSays: (text) => `Task: ${text}`, notReported: 'no report yet', ended: 'Task ended',
    other: (who) => `${who} decided first. Your answer did not count and was not sent to the agent.`, otherMine: 'You had decided already, on another page or device. This later answer did not count and was not sent to the agent.', tooLate: 'Your answer came after that. It did not count and was not sent to the agent.', reason: 'Reason',
    print: 'Print receipt', digest: 'Fingerprint', digestSay: 'The fingerprint is computed from the card’s content: any change gives another one. The answer holds for the content with this fingerprint only.', decision: 'Decision', by: 'Decided by', at: 'At', askedAt: 'Asked at', until: 'Valid until', card: 'Card number', seeTask: 'See the task', unacked: 'The agent has not confirmed it yet; it is sent again by itself.',
  },
};
