import { conversations, faceOf, liveAgents, rootTasks } from '../../lap/select';
import type { World } from '../../lap/world';
import type { Strings } from '../../strings/zh';
import { TASK_LOOK } from '../../ui/status';
import type { IconName } from '../../ui/icons';
import { PLACES } from '../app/places';

/** `aside`: what kind of thing or state it is. `raw`: the label was written by somebody. */
export type Command = { id: string; label: string; raw?: boolean; icon: IconName; aside?: string; keys?: string; run: () => void };
export type CommandGroup = { value: string; items: Command[] };

type Doing = {
  go: (href: string) => void;
  newConversation: () => void;
  connectAgent: () => void;
  showKeys: () => void;
  toggleTheme: () => void;
  switchLanguage: () => void;
  mayAct: boolean;
};

/** Of each kind at most so many are offered; more letters find the rest. */
const MOST = 6;

/** What can be done from here for `query`: things by name, places, actions, and always the search itself. */
export function commands(world: Pick<World, 'tasks' | 'agents' | 'conversations'>, t: Strings, query: string, doing: Doing): CommandGroup[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const fits = (label: string) => words.every((word) => fold(label).includes(word));
  const some = (items: Command[], most = MOST) => items.filter((item) => fits(item.label)).slice(0, most);
  const groups: CommandGroup[] = [
    { value: t.palette.actions, items: some(actions(t, doing), 20) },
    { value: t.palette.places, items: some(PLACES.map((place) => ({ ...place, label: t.keys.does[place.id], run: () => { doing.go(place.href); } }))) },
    {
      value: t.nav.conversations,
      items: some(conversations(world).map((one) => ({ id: one.id, label: one.title, raw: true, icon: 'chat', run: () => { doing.go(`/conversations/${one.id}`); } }))),
    },
    {
      value: t.nav.tasks,
      items: some(rootTasks(world).map((task) => {
        const face = faceOf(world, task);
        return { id: task.id, label: task.title, raw: true, icon: TASK_LOOK[face].icon, aside: t.task[face], run: () => { doing.go(`/tasks/${task.id}`); } };
      })),
    },
    {
      value: t.nav.agents,
      items: some(liveAgents(world).map((agent) => ({ id: agent.id, label: agent.name, raw: true, icon: 'agent', aside: t.agent[agent.status], run: () => { doing.go(`/agents/${agent.id}`); } }))),
    },
  ];
  const asked = query.trim();
  const search: Command = {
    id: 'search', label: asked === '' ? t.keys.does.search : t.palette.searchFor(asked), icon: 'search', keys: '/',
    run: () => { doing.go(asked === '' ? '/search' : `/search/${encodeURIComponent(asked)}`); },
  };
  const found = groups.filter((group) => group.items.length > 0);
  return asked === '' ? [{ value: t.palette.actions, items: [search, ...(found[0]?.items ?? [])] }, ...found.slice(1)] : [...found, { value: t.palette.everywhere, items: [search] }];
}

function actions(t: Strings, doing: Doing): Command[] {
  const acting: Command[] = doing.mayAct ? [
    { id: 'new', label: t.keys.does.newConversation, icon: 'plus', keys: 'n', run: doing.newConversation },
    { id: 'connect', label: t.agents.connect, icon: 'agent', run: doing.connectAgent },
  ] : [];
  return [
    ...acting,
    { id: 'theme', label: t.palette.theme, icon: 'sun', run: doing.toggleTheme },
    { id: 'language', label: t.palette.language, icon: 'chat', run: doing.switchLanguage },
    { id: 'keys', label: t.keys.title, icon: 'input', keys: 'Shift+?', run: doing.showKeys },
  ];
}

/** As the server's search compares: compatible forms alike, without case. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
