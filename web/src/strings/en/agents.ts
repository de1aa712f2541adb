import type { Strings } from '../zh';
import { n1 } from '../numbers';

export const agents: Pick<Strings, 'agents' | 'pairing'> = {
  agents: {
    title: 'Agents', count: (n, online) => `${n1(n, 'agent', 'agents')}, ${online} online`, connect: 'Connect my agent', empty: 'No agents yet',
    emptyHint: 'Run one command where the agent lives. It dials out by itself; no port to open.', tryDemo: 'Try it with the demo agent',
    lastContact: (text) => `last contact ${text}`, lastSeenAgo: (text) => `heartbeat ${text}`, never: 'never connected', version: (v) => `version ${v}`,
    doing: 'Running', asks: 'Asks you', idle: 'No active tasks', stopped: (at) => `stands at ${at}, nothing is lost`, capabilities: 'Capabilities', noCapabilities: 'none declared',
    keeps: (text) => `Its tasks are kept for another ${text}, then count as failed; a result after that can still be accepted. Often it is a sleeping laptop.`,
    graceOver: 'The grace period is over.', standsStill: 'All its tasks wait for a person, so no time runs out.', message: 'Message', rename: 'Rename', revoke: 'Revoke', diagnose: 'Diagnose', confirm: 'Confirm name', confirmTitle: (name) => `Confirm ${name}`, connectOther: 'Connect another one',
    pendingHint: 'It is connected. It gets tasks once you confirm its name.', renameTitle: 'Rename agent',
    revokeTitle: (name) => `Revoke ${name}?`, revokeSay: 'Its credential stops working at once and its connection is closed. This cannot be undone; pair it again to use it.', revokeTasks: (n) => `It has ${n1(n, 'active task', 'active tasks')}, which will count as failed; its open cards become void.`,
    revokeDo: 'Revoke', contact: 'Last contact', notes: { paired: 'paired', connected: 'connected', disconnected: 'disconnected', silent: 'no heartbeat, counts as offline', refused: 'connection refused', revoked: 'revoked' }, log: 'Connection log', logEmpty: 'No connections yet', diagnostics: 'Diagnostics', copyDiagnostics: 'Copy diagnostics', paired: 'Paired', grace: 'Grace period', runtime: 'Runtime',
    tasks: 'Tasks', well: (at) => `All is well; connected since ${at}.`, idleAway: 'It is offline and had nothing to do, so nothing is held up. New tasks wait for it.', neverCame: 'It was paired and never connected.', pendingAway: 'It has its credential, but its process does not run yet.', pendingGone: 'It was connected and is gone again. Start it, then confirm its name.', revokedSay: 'It was revoked and its credential is void. Pair it again to use it.',
    quiet: (n) => `${n1(n, 'task says', 'tasks say')} nothing for over 10 minutes. The agent is connected and may be stuck: look at its machine, or request to cancel.`, drops: (n) => `It lost its connection ${n} times within an hour: most likely the network, a sleeping machine, or one credential running in two places.`,
    start: 'Start the agent, on its machine:', startAgain: 'Start the agent again, on its machine:', startOwn: 'Start the agent on its machine. With the lineup command:', startOwnAgain: 'Start the agent again, on its machine, as you did before. With the lineup command:',
    howToStart: 'How to start it again', startHole: 'module:name', startExample: 'Instead of module:name write yours. For the agent in my_agent.py that is', remove: 'Remove', removeTitle: (name) => `Remove ${name}?`, removeSay: 'It was never started here. Its credential becomes void; to use it later, pair it again.',
    gone: 'This agent does not exist', kindNames: { generic: 'Generic SDK', demo: 'Demo agent' }, revokedOn: (at) => `revoked ${at}`,
  },
  pairing: {
    title: 'Connect my agent', demoTitle: 'Connect the demo agent', intro: 'Run the command below where the agent lives. It dials out by itself; no port to open.', which: 'Which kind of agent',
    generic: 'My own agent (Python SDK)', demo: 'Demo agent', demoSay: 'Comes with LineUp. Shows the whole loop in a few minutes and touches nothing real.',
    genericSay: 'Pair once, then run your agent. No agent of your own yet? Choose the demo.', pairFirst: '1. Pair, once', then: '2. Run it', making: 'Making a code', code: 'Pairing code · works once', copyCode: 'Copy pairing code', command: 'Command', copyCommand: 'Copy command', installTitle: 'The command lineup is not there?', install: 'Install it, from a checkout of LineUp:', checkout: 'Or, in a checkout after make dev, run it like this:', qr: 'Scan with your phone to open the inbox and answer away from the desk', qrLabel: 'QR code of the inbox’s address', qrLocal: 'Only this machine can open this address. To answer from a phone, open LineUp at an address that the phone can reach.',
    steps: 'Progress', made: 'Code made', waits: { waiting: 'Waiting for the agent', slow: 'Nothing heard yet', redeemed: 'Code redeemed, connecting', paired: 'Paired, not started yet' },
    waitsSay: { waiting: 'It shows up here seconds after you run the command', slow: 'See what the terminal says; what to do is below.', redeemed: 'It has its credential and is connecting', paired: 'It connects when you start it. This page notices by itself.' }, connected: 'Agent connected', confirmStep: 'Confirm its name, done',
    nameIt: 'Give it a name', finish: 'Confirm and finish', finishing: 'Confirming', doneTitle: (name) => `${name} is ready`, doneSay: 'You can give it a first task now.', startTask: 'Start a first task', later: 'Later',
    expired: 'The code has expired', expiredSay: 'It was not used within 10 minutes. Make a new one and run the command again.', again: 'Make a new code', failed: 'No code was made', lost: 'The server cannot be reached, so the progress is not shown. The code stays valid; this goes on by itself.',
    helpTitle: 'It does not connect?', helpSay: 'See what the terminal says:', help: {
      missing: (command) => `It is not installed yet. Run on that machine: ${command}`, reach: (server) => `Open ${server} in a browser on that machine. If that fails, it is the network, a proxy or the address.`, reachLocal: (server) => `Only this machine can open ${server}; the agent has to run on it too.`,
      unknown: 'The code was copied wrongly, or is for another server. Copy the whole command again.', used: 'A code works once and lasts 10 minutes. Close this window and open it again for a new one.', silent: 'It runs and cannot connect: a proxy between may block WebSockets. Run lineup doctor on that machine; it says where it stops.',
      paired: 'It is paired, and nothing runs yet. Run the second command there, with your own module in place of module:name.', module: 'module:name stands for your own. For the agent named agent in my_agent.py run lineup run my_agent:agent, in the folder of that file.',
      folder: 'This folder is an agent already. To start that one, leave pairing out: lineup run with its module. For a second agent add --home and another folder.', folderDemo: 'This folder is an agent already. To run the demo as that one, leave out --code. For a second agent add --home and another folder.',
    },
    pairedTitle: (name) => `${name} is paired. Now start it.`, noneYet: 'No agent of your own yet?',
    about: 'How it introduces itself', diagnostic: 'Diagnostic code',
  },
};
