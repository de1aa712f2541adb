import { EMPTY, isEmpty, isSame, type Draft } from './drafts';

type There = Draft & { device: string };
/** `show`: what the field has from now on. `offer`: the other one, which one click brings back. */
export type Meeting = { show?: Draft; offer?: Draft };

/**
 * What is written here meets what another device says. `before`: what it said until now. The newer one is shown and the
 * other offered, but while one writes here (`busy`) nothing is taken out of one's hands.
 */
export function meet(here: Draft, before: There | undefined, there: There | undefined, how: { device: string; busy: boolean; hereIsNewer: boolean }): Meeting {
  const untouched = before !== undefined && isSame(here, before);
  // What I wrote here stays, whatever became of its copy: another device may have sent something of its own.
  if (there === undefined) return untouched && before.device !== how.device && !isEmpty(here) ? { show: EMPTY } : {};
  if (isSame(here, there)) return {};
  const theirs: Draft = { text: there.text, links: there.links };
  const mine = there.device === how.device;
  if (isEmpty(here) ? !mine || before === undefined : untouched && !mine) return { show: theirs };
  if (mine) return {};
  return how.busy || how.hereIsNewer ? { offer: theirs } : { show: theirs, offer: { text: here.text, links: here.links } };
}
