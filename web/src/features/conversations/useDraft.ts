import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { fits } from '../../actions/compose';
import { own } from '../../lap/own';
import { useAllMine, useController } from '../../sync/hooks';
import { draftOf, EMPTY, isEmpty, onDrafts, setDraft, type Draft } from './drafts';
import { meet } from './meetDrafts';

/** What is being written in a conversation: on this device over reloads and tabs, and on others of mine. */
export function useDraft(conversationId: string, busy: () => boolean) {
  const { mine } = useController();
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

  return {
    draft, write,
    clear: () => { write(EMPTY); },
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
