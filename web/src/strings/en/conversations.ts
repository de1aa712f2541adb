import type { Strings } from '../zh';

export const conversations: Pick<Strings, 'conversation'> = {
  conversation: {
    title: 'Conversations', new: 'New conversation', newTitle: 'Start a conversation', nameIt: 'Subject', namePlaceholder: 'e.g. Website rebuild', withWhom: 'With which agents', create: 'Start conversation',
    empty: 'No conversations yet', emptyHint: 'A conversation is where you work with one or more agents.', noAgents: 'Connect an agent first, then start a conversation.',
    to: (name) => `Message ${name}`, toAny: 'Write something', toWhom: 'To', track: 'Track as task', keys: (task) => `Enter ${task ? 'starts it' : 'sends'}, Shift+Enter breaks the line`, startTask: 'Start task', message: 'Message',
    typing: 'typing', cutOff: 'interrupted', tracked: 'Tracked as task: ', unsent: 'To be sent', unsentOffline: 'Offline: sent when you are back', notSent: 'Not sent', discard: 'Discard', edit: 'Edit',
    earlier: 'Earlier messages', later: 'Later messages', toEnd: 'Jump to latest', newBelow: 'New below', nothing: 'No messages yet. Say what you need.', failedToLoad: 'Could not load this',
    untitled: 'Untitled conversation', queuedFor: (name) => `${name} is offline and gets it when back`, tooLong: 'Too long for one message: split it, or attach it as a file',
    attachments: 'Attachments', attach: 'Attach a link', linkUrl: 'Address of the link', linkName: 'Name (optional)', linkAdd: 'Attach', linkRemove: (name) => `Remove ${name}`, renamed: 'Rename', rename: 'Rename conversation', starts: 'Start', firstPlaceholder: 'e.g. Tidy the project’s dependencies and write a plan',
    attachFile: 'Attach files', attachLimits: (size, count) => `Attach files: at most ${size} each, and ${count} attachments to a message`, uploads: 'Files being uploaded', uploading: (name) => `Uploading ${name}`, uploadCancel: (name) => `Cancel the upload of ${name}`,
    uploadsFirst: 'It can be sent when the files are uploaded', tooMany: (n) => `${n === 1 ? '1 file was' : `${n} files were`} not attached: a message has at most 10 attachments`, dropHere: 'Drop to attach to this message',
    fileErrors: { file_empty: 'This file is empty.', file_unreadable: 'This file cannot be read; it may be a folder, or it was moved.', insecure_page: 'Uploading needs an HTTPS address.' },
    fileOpen: (name) => `View ${name}`, fileSave: (name) => `Download ${name}`, save: 'Download',
    list: 'All conversations', pinnedTitle: 'Pinned', pinnedOne: 'Pinned', othersTitle: 'Others', archivedTitle: 'Archived', unread: 'Unread: ', draft: 'Draft: ', undo: 'Undo',
    moreOf: (name) => `More for ${name}`, pin: 'Pin', unpin: 'Unpin', markRead: 'Mark as read', archive: 'Archive', unarchive: 'Unarchive', showArchived: (n) => `${n} archived`, backToAll: 'Back to conversations',
    archivedSay: (name) => `Archived “${name}”`, unarchivedSay: (name) => `“${name}” is back from the archive`,
    asFile: 'Attach as a text file', pastedName: 'pasted text', pastedTooLong: (n) => `The pasted text has ${n.toLocaleString('en')} characters: too long for one message`, tooLongAtAll: (n) => `This text has ${n.toLocaleString('en')} characters: too large even as a file`,
    otherDraft: 'Another draft: ', otherSwap: 'Use it', otherDrop: 'Discard it', toOne: (name) => `to ${name}`,
    queued: (name) => `Queued: ${name} is busy and takes it up next`,
    taskEnded: { succeeded: 'Task done: ', failed: 'Task failed: ', cancelled: 'Task cancelled: ' },
    notAnswer: 'To answer, open: ', notAnswers: (n) => `${n} requests wait for you. To answer, open them.`, goTo: (n, of) => (of === 1 ? 'Go to it' : `Go to ${n}/${of}`),
    anotherStill: 'Still waiting for your answer: ', anotherMore: (n) => ` (and ${n} more)`, anotherSay: 'A new task does not answer it.', anotherStart: 'Start a new task anyway',
    inTalk: 'In the conversation', ofTask: 'Task: ', asked: 'asks you: ', result: 'New artifact: ', noMessages: 'No messages yet', code: 'Code',
    codeAll: (lines) => `Show all ${lines.toLocaleString('en')} lines`, codeLess: 'Show less', table: (heads) => (heads === '' ? 'Table' : `Table: ${heads}`), ticked: 'Done', unticked: 'Not done', footnotes: 'Footnotes',
    cut: (shown, all) => `A very long text: the first ${shown.toLocaleString('en')} of ${all.toLocaleString('en')} characters`, cutMore: 'Show more', cutCopy: 'Copy all',
  },
};
