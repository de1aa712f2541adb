import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { fits } from '../../actions/compose';
import { own } from '../../lap/own';
import { useAllMine, useController, useSelect } from '../../sync/hooks';
import { clearDraft, draftOf, EMPTY, isEmpty, onDrafts, setDraft, type Draft } from './drafts';
import { meet } from './meetDrafts';

/** Messages and tasks that this page sent: what stands in the field when they come back was written after them. */
const sentHere = new Set<string>();

type Said = { id: string; text: string; here: boolean; at: number };

/** What I said last in this conversation, from whichever device. `at`: our clock in ms. */
function useLastSaid(conversationId: string): Said | undefined {
  return useSelect((state) => {
    const me = state.session.phase === 'signedIn' ? state.session.user.id : undefined;
    const event = own(state.pages, `conversations/${conversationId}`)?.events.findLast((one) => one.type === 'message.created' && one.actor.id === me);
    if (event?.type !== 'message.created') return undefined;
    const here = sentHere.has(event.payload.messageId) || sentHere.has(event.taskId ?? '');
    return { id: event.id, text: event.payload.content, here, at: Date.parse(event.receivedAt) - state.skew };
  }, (a, b) => a?.id === b?.id);
}

/** What is being written in a conversation: on this device over reloads and tabs, and on others of mine. */
export function useDraft(conversationId: string, busy: () => boolean) {
  const { mine, sender } = useController();
  const draft = useSyncExternalStore(onDrafts, () => draftOf(conversationId));
  const entry = own(useAllMine('draft'), conversationId);
  const [other, setOther] = useState<Draft>();
  const before = useRef<typeof entry>(undefined);

  const share = (next: Draft) => {
    const short = !isEmpty(next) && fits(next);
    mine.set('draft', conversationId, short ? { text: next.text, links: next.links, device: mine.device } : null);
  };
  const write = (next: Draft) => {
    setDraft(conversationId, next);
    share(next);
  };
  const meeting = useEffectEvent(() => {
    const here = draftOf(conversationId);
    const hereIsNewer = before.current === undefined && entry !== undefined && here.at > Date.parse(entry.at);
    const { show, offer } = meet(here, before.current?.value, entry?.value, { device: mine.device, busy: busy(), hereIsNewer });
    before.current = entry;
    if (show) setDraft(conversationId, show);
    if (offer) setOther(offer);
  });
  useEffect(() => { meeting(); }, [entry]);
  const said = useLastSaid(conversationId);
  const sent = useEffectEvent(() => {
    const here = draftOf(conversationId);
    if (said !== undefined && !said.here && here.text.trim() === said.text && here.at < said.at) write(EMPTY);
  });
  useEffect(() => { sent(); }, [said?.id]);

  return {
    draft, write,
    /** It was sent as the message or task `said`. */
    clear: (said: string) => {
      sentHere.add(said);
      clearDraft(conversationId, sender.kept);
      share(EMPTY);
    },
    /** What was written elsewhere, or here before something newer came from there. */
    other,
    swap: () => {
      if (!other) return;
      setOther(isEmpty(draft) ? undefined : { text: draft.text, links: draft.links });
      write(other);
    },
    drop: () => { setOther(undefined); },
  };
}
