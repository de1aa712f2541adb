import { useState } from 'react';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { PersonAvatar } from '../../ui/bits';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { Unready } from '../app/Unready';
import { Invite } from './Invite';

export function Members() {
  const { t } = useStrings();
  const me = useSelect((state) => (state.session.phase === 'signedIn' ? state.session.user : undefined));
  const workspace = useSelect((state) => state.world.workspace);
  const [inviting, setInviting] = useState(false);
  if (!workspace) return <Unready rows={2} />;
  const owner = workspace.members.some((member) => member.userId === me?.id && member.role === 'owner');
  return (
    <Section title={t.settings.members} count={workspace.members.length} aside={owner && <Button icon="plus" onClick={() => { setInviting(true); }}>{t.settings.invite}</Button>}>
      <p className="s13 t2 setlead">{owner ? t.settings.membersSay : t.settings.membersAsk}</p>
      <ul>
        {workspace.members.map((member) => {
          const name = member.userId === me?.id ? me.displayName : member.name;
          return (
            <li className="setline" key={member.userId}>
              <PersonAvatar name={name} />
              <div><Plain text={name} />{member.userId === me?.id && t.settings.you}<p>{t.settings.roleSays[member.role]}</p></div>
              <span className="t2 s13">{t.settings.roles[member.role]}</span>
            </li>
          );
        })}
      </ul>
      {inviting && <Invite onClose={() => { setInviting(false); }} />}
    </Section>
  );
}
