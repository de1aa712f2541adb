import type { Strings } from '../zh';
import { n1 } from '../numbers';

export const agents: Pick<Strings, 'agents' | 'pairing'> = {
  agents: {
    title: 'Agents', count: (n, online) => `${n1(n, 'agent', 'agents')}, ${online} online`, connect: 'Connect my agent', empty: 'No agents yet',
    emptyHint: 'Run one command where the agent lives. It dials out by itself; no port to open.', tryDemo: 'Try it with the demo agent',
    lastContact: (text) => `last contact ${text}`, lastSeenAgo: (text) => `heartbeat ${text}`, never: 'never connected', version: (v) => `version ${v}`,
    doing: 'Running', asks: 'Asks you', idle: 'No active tasks', stopped: (at) => `stands at ${at}, nothing is lost`, capabilities: 'Capabilities', noCapabilities: 'none declared',
    keeps: (text) => `Its tasks are kept for another ${text}, then count as failed; a result after that can still be accepted. Often a sleeping laptop; else start it again on its machine, or check there with lineup doctor.`,
    graceOver: 'The grace period is over.', standsStill: 'All its tasks wait for a person, so no time runs out. Start it again on its machine (lineup run …), or check there with lineup doctor.', message: 'Message', rename: 'Rename', revoke: 'Revoke', diagnose: 'Diagnose', confirm: 'Confirm name',
    pendingHint: 'Connected. It gets tasks after you confirm its name.', renameTitle: 'Rename agent',
    revokeTitle: (name) => `Revoke ${name}?`, revokeSay: 'Its credential stops working at once and its connection is closed. This cannot be undone; pair it again to use it.', revokeTasks: (n) => `It has ${n1(n, 'active task', 'active tasks')}, which will count as failed; its open cards become void.`,
    revokeDo: 'Revoke', contact: 'Last contact', notes: { paired: 'paired', connected: 'connected', disconnected: 'disconnected', silent: 'no heartbeat, counts as offline', refused: 'connection refused', revoked: 'revoked' }, log: 'Connection log', logEmpty: 'No connections yet', diagnostics: 'Diagnostics', copyDiagnostics: 'Copy diagnostics', paired: 'Paired', grace: 'Grace period', runtime: 'Runtime',
    gone: 'This agent does not exist', kindNames: { generic: 'Generic SDK', demo: 'Demo agent' }, revokedOn: (at) => `revoked ${at}`,
  },
  pairing: {
    title: 'Connect my agent', intro: 'Run the command below where the agent lives. It dials out by itself; no port to open.', which: 'Which kind of agent',
    generic: 'My own agent (Python SDK)', demo: 'Demo agent', demoSay: 'Comes with LineUp. Shows the whole loop in a few minutes and touches nothing real.',
    genericSay: 'Pair once, then run your handler.', then: 'Then run it', making: 'Making a code', code: 'Pairing code · works once', copyCode: 'Copy pairing code', command: 'Command', copyCommand: 'Copy command', install: 'Not installed? First run', checkout: 'In a checkout, after make dev, the command is', qr: 'Scan to carry the command to another device', qrLabel: 'QR code of the pairing command',
    steps: 'Progress', made: 'Code made', waiting: 'Waiting for the agent', waitingSay: 'It shows up here seconds after you run the command', redeemed: 'Code redeemed, connecting', connected: 'Agent connected', confirmStep: 'Confirm its name, done',
    nameIt: 'Give it a name', finish: 'Confirm and finish', finishing: 'Confirming', doneTitle: (name) => `${name} is ready`, doneSay: 'You can give it a first task now.', startTask: 'Start a first task', later: 'Later',
    expired: 'The code has expired', expiredSay: 'It was not used within 10 minutes. Make a new one and run the command again.', again: 'Make a new code', failed: 'No code was made', slow: 'Waiting long?', slowSay: 'Check that the machine can open this address, then run lineup doctor there.',
    about: 'How it introduces itself', diagnostic: 'Diagnostic code',
  },
};
