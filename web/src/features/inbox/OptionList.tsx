import { useId } from 'react';
import type { ChoiceCard } from '../../lap/types';
import { useStrings } from '../../strings';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';

type Props = { card: ChoiceCard; chosen: readonly string[]; onChange: (chosen: readonly string[]) => void; disabled: boolean; list?: boolean };

/** The options of a choice; a recommended one is marked, never preselected. */
export function OptionList({ card, chosen, onChange, disabled, list }: Props) {
  const { t } = useStrings();
  const name = useId();
  const many = card.maxSelected > 1;
  const pick = (id: string, on: boolean) => {
    if (!many) onChange([id]);
    else onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  };
  const full = many && chosen.length >= card.maxSelected;
  return (
    <fieldset className={list ? 'opts opts--list' : 'opts'}>
      <legend className={list ? 'label' : 'sr'}>{list ? (many ? t.card.chooseMany(card.minSelected, card.maxSelected) : t.card.chooseOne) : revealed(card.title)}</legend>
      {card.options.map((option) => {
        const on = chosen.includes(option.id);
        return (
          <label className="opt" key={option.id}>
            <input
              className="box" type={many ? 'checkbox' : 'radio'} name={name} checked={on} disabled={disabled || (full && !on)}
              onChange={(event) => { pick(option.id, event.target.checked); }}
            />
            <span className={list ? 'grow' : undefined}>
              <Plain text={option.label} />
              {option.description !== undefined && <small><Plain text={option.description} /></small>}
            </span>
            {option.recommended && <span className="tag">{t.card.recommended}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}
