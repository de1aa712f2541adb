import { useEffect, useMemo, useRef, useState } from 'react';
import { own } from '../../lap/own';
import { useController, useSelect, useTables } from '../../sync/hooks';
import { steadyList, type Listed } from './list';

export function useList(): Listed {
  const world = useTables('conversations', 'tasks', 'agents');
  const mine = useSelect((state) => state.mine);
  const outbox = useSelect((state) => state.outbox);
  const me = useSelect((state) => (state.session.phase === 'signedIn' ? state.session.user.id : undefined));
  useStillRead();
  const [list] = useState(steadyList);
  return useMemo(() => list(world, mine, outbox, me), [list, world, mine, outbox, me]);
}

/** A conversation that was read stays so when it is only renamed or put away: its sequence grows, nobody said anything. */
function useStillRead(): void {
  const { mine } = useController();
  const conversations = useSelect((state) => state.world.conversations);
  const read = useSelect((state) => state.mine.read);
  const before = useRef(conversations);
  useEffect(() => {
    const held = before.current;
    before.current = conversations;
    if (held === conversations) return;
    for (const one of Object.values(conversations)) {
      const was = own(held, one.id);
      const place = own(read, one.id)?.value.sequence;
      if (was === undefined || was === one || was.lastMessage?.at !== one.lastMessage?.at || place === undefined) continue;
      if (place >= was.sequence && one.sequence > place) mine.set('read', one.id, { sequence: one.sequence });
    }
  }, [conversations, read, mine]);
}
