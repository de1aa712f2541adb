import type { Strings } from '../zh';

export const errors: Pick<Strings, 'errors'> = {
  errors: {
    unknown: 'Something went wrong. Please try again.', network: 'The server cannot be reached. Check your network and try again.', diagnostic: 'Diagnostic code', copyDiagnostic: 'Copy diagnostic code',
    mail_returned: 'Mail to this address came back: check it, use another one, or ask whoever runs this LineUp.',
    busy: 'Busy; it is tried again by itself.', rate_limited: 'Too fast: wait a moment and try again.', internal: 'The server failed and changed nothing. Try again, then report the code.',
    unauthenticated: 'Please sign in.', not_allowed: 'Your role does not allow this.', wrong_workspace: 'This connection belongs to another workspace.', not_found: 'Not found; it may be deleted or belong elsewhere.',
    id_conflict: 'This id was used for other content.', illegal_transition: 'The current state does not allow this.', already_resolved: 'Somebody has decided already.', digest_mismatch: 'The card has changed: read it again before you decide.',
    expired: 'It expired unanswered.', withdrawn: 'The agent withdrew this request.', cancelled: 'Its task has ended; the request is void.', invalid_answer: 'The answer does not fit the card.', invalid_request: 'Something is missing or malformed.',
    limit_reached: 'A limit is reached.', too_early: 'Too early to force it: wait a little.', ambiguous_agent: 'Say which agent it is for.', agent_revoked: 'This agent was revoked.', agent_not_confirmed: 'Confirm this agent first.',
    frame_too_large: 'Too long: split it or use a link.', event_too_large: 'Too long: split it or use a link.', pairing_unknown: 'No such pairing code.', pairing_expired: 'The pairing code expired: make a new one.', pairing_used: 'The pairing code was used already: make a new one.',
    file_address_ended: 'The file was not given. Try again.', file_too_large: 'Too large: a file has at most 10 MB, and a workspace’s files have a limit in all.', file_type: 'Files of this type are not taken: use a common image, document, text or archive.', file_incomplete: 'The file was not completely uploaded: upload it again.',
    code_wrong: 'Wrong code: check the mail again.', code_expired: 'The code expired: ask for a new one.', link_invalid: 'The sign-in link was used or has expired.', protocol_version: 'This page is too old: reload it.', hello_required: 'The connection failed: reload the page.', origin_not_allowed: 'This address is not allowed.', credential_invalid: 'You were signed out. Please sign in again.',
  },
};
