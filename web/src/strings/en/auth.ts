import type { Strings } from '../zh';

export const auth: Pick<Strings, 'auth'> = {
  auth: {
    title: 'Sign in to LineUp Agents', lead: 'See and answer your AI agents from anywhere.', email: 'E-mail', emailPlaceholder: 'you@example.com', getCode: 'Send code', sending: 'Sending',
    codeTitle: 'Check your mail', codeSent: (email) => `A code is on its way to ${email}. It works for 10 minutes.`, codeKeptTitle: 'Get your code', codeKept: (email) => `This server sends no mail. The code for ${email} waits in its outbox: the terminal where it runs prints the address. Is it not yours? Ask whoever runs it for a sign-in link.`, code: '6-digit code', signIn: 'Sign in', signingIn: 'Signing in', otherEmail: 'Use another address', resend: 'Send again',
    link: 'Signing in with your link', linkDo: 'Sign in', linkFailed: 'This sign-in link does not work any more', linkFailedSay: 'A link works once and not for long. Sign in by e-mail, or start your own server again: it prints a new link.', toSignIn: 'Sign in by e-mail', workspaceTitle: 'Name your workspace', workspaceLead: 'A workspace is where you and your agents work.', workspacePlaceholder: 'e.g. North Shore Studio', createWorkspace: 'Create workspace', starting: 'Opening',
    ended: 'You were signed out. Please sign in again.', offline: 'The server cannot be reached. Check your network and try again.',
  },
};
