import { memo } from 'react';
import { Link } from 'wouter';
import { useStrings } from '../../strings';
import { useNow } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { oneLine } from '../../ui/plain';
import { TASK_LOOK } from '../../ui/status';
import { useNames } from '../app/names';
import { ConversationMenu } from './ConversationMenu';
import type { Entry } from './list';

type Props = { entry: Entry; archived: boolean; current?: boolean };

/** One conversation: its state, its name, the last thing said or what I did not send yet. */
export const ConversationRow = memo(function ConversationRow({ entry, archived, current }: Props) {
  const { t, f } = useStrings();
  const now = useNow(60_000);
  const { one, face, pinned, unread } = entry;
  const look = face ? TASK_LOOK[face] : { tone: 'neutral' as const, icon: 'chat' as const };
  return (
    <li className={`row cv is-${look.tone}${unread ? ' cv--unread' : ''}`}>
      <Icon name={look.icon} label={face && t.task[face]} />
      <div>
        <h3>
          {unread && <span className="cv-dot"><span className="sr">{t.conversation.unread}</span></span>}
          <Link href={`/conversations/${one.id}`} data-row={one.id} aria-current={current ? 'page' : undefined}><Plain text={one.title} /></Link>
        </h3>
        <Last entry={entry} current={current} />
      </div>
      <div className="end">
        {pinned && <Icon name="pin" size={14} label={t.conversation.pinnedOne} />}
        <time dateTime={one.lastMessage?.at ?? one.createdAt}>{f.short(one.lastMessage?.at ?? one.createdAt, now)}</time>
        <ConversationMenu one={one} pinned={pinned} unread={unread} archived={archived} />
      </div>
    </li>
  );
});

function Last({ entry: { one, face, draft }, current }: { entry: Entry; current: boolean | undefined }) {
  const { t } = useStrings();
  const names = useNames();
  const last = one.lastMessage;
  if (draft !== undefined && !current) return <p className="trunc"><span className="strong">{t.conversation.draft}</span><Plain text={oneLine(draft).slice(0, 160)} /></p>;
  return (
    <p className="trunc">
      {face && <><span className="word" aria-hidden="true">{t.task[face]}</span><span aria-hidden="true">{t.sep}</span></>}
      {last ? <><Plain text={names.actor(last.author)} />: <Plain text={oneLine(last.excerpt)} /></> : t.conversation.noMessages}
    </p>
  );
}
