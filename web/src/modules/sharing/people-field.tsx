import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Portrait, useTexts } from '../../shell/index.ts';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { keyOf, offersFor, type Available, type Chosen } from './rules.ts';
import { texts } from './texts.ts';

/** Picture of a person, or that it is a group. */
export function Face({
  name,
  picture,
  isGroup,
  userId,
}: {
  name: string;
  picture: string | null;
  isGroup: boolean;
  userId?: number | undefined;
}) {
  return isGroup ? (
    <span className="avatar share-group" data-size="s">
      <Icon name="users" small />
    </span>
  ) : (
    <Portrait name={name} picture={picture} userId={userId} size="s" />
  );
}

const faceOf = (one: Chosen) => (
  <Face
    name={one.displayName}
    picture={one.kind === 'user' ? one.userAvatar : null}
    isGroup={one.kind === 'group'}
    userId={one.kind === 'user' ? one.userId : undefined}
  />
);

interface Props {
  readonly available: Available;
  readonly chosen: readonly Chosen[];
  /** Whether all the items are shared with somebody by the person already. */
  readonly has: (one: Chosen) => boolean;
  readonly fault: string | undefined;
  readonly onChange: (chosen: readonly Chosen[]) => void;
}

/** People and groups while they are chosen: what is typed, who is offered for it, and what the keys do. `id`: of the field. */
function usePeople({ id, available, chosen, onChange }: Omit<Props, 'has' | 'fault'> & { id: string }) {
  const t = useTexts(texts);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [said, setSaid] = useState('');
  const offers = isOpen ? offersFor(available, chosen, typed) : [];
  const at = Math.min(active, offers.length - 1);
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  const pick = (one: Chosen | undefined): void => {
    if (one === undefined) return;
    onChange([...chosen, one]);
    setSaid(t.joined(one.displayName));
    setTyped('');
    setActive(0);
    field.current?.focus();
  };
  const takeOut = (one: Chosen | undefined): void => {
    if (one === undefined) return;
    onChange(chosen.filter((other) => other !== one));
    setSaid(t.departed(one.displayName));
    // The button that was pressed is gone.
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Backspace' && typed === '') {
      // Held down, it empties the field and stops there.
      if (!event.repeat) takeOut(chosen.at(-1));
      return;
    }
    if (by !== undefined && offers.length > 0) setActive((at + by + offers.length) % offers.length);
    else if (by !== undefined) setOpen(true);
    else if (event.key === 'Enter' && offers.length > 0) pick(offers[at]);
    // What was typed for a person is not meant for the form.
    else if (event.key === 'Enter' && typed.trim() !== '') setOpen(true);
    else if (event.key === 'Escape' && offers.length > 0) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    field,
    typed,
    isOpen,
    setOpen,
    offers,
    at,
    said,
    type(text: string): void {
      setTyped(text);
      setActive(0);
      setOpen(true);
    },
    pick,
    takeOut,
    press,
  };
}

/** People and groups as chips, and a field in which more are found by typing. */
export function PeopleField({ available, chosen, has, fault, onChange }: Props) {
  const t = useTexts(texts);
  const id = useId();
  const { field, typed, isOpen, setOpen, offers, at, said, type, pick, takeOut, press } = usePeople({
    id,
    available,
    chosen,
    onChange,
  });
  const isUnknown = isOpen && typed.trim() !== '' && offers.length === 0;
  return (
    <div className="field share-people">
      <label htmlFor={id}>{t.people}</label>
      <div className="share-chosen input" data-fault={fault !== undefined}>
        {chosen.map((one) => (
          <span key={keyOf(one)} className="share-chip">
            {faceOf(one)}
            <span className="share-name">{one.displayName}</span>
            <IconButton icon="x" label={t.takeOut(one.displayName)} onClick={() => takeOut(one)} />
          </span>
        ))}
        <input
          ref={field}
          id={id}
          role="combobox"
          autoFocus
          aria-autocomplete="list"
          aria-expanded={offers.length > 0}
          aria-controls={offers.length > 0 ? `${id}-offers` : undefined}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={chosen.length === 0 ? t.peopleHint : ''}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => setOpen(false)}
          onKeyDown={press}
        />
      </div>
      <span
        id={`${id}-hint`}
        className={fault === undefined ? 'hint' : 'fault'}
        role={fault === undefined ? undefined : 'alert'}
      >
        {isUnknown ? t.nobody : fault}
      </span>
      {offers.length === 0 ? null : <Offers id={id} offers={offers} at={at} has={has} onPick={pick} />}
      <span className="hidden-text" role="status">
        {offers.length > 0 ? t.offered(offers.length) : said}
      </span>
    </div>
  );
}

/** Who is offered for what is typed. */
function Offers({
  id,
  offers,
  at,
  has,
  onPick,
}: Pick<Props, 'has'> & {
  id: string;
  offers: readonly Chosen[];
  /** Index of the line that the keys are on. */
  at: number;
  onPick: (one: Chosen) => void;
}) {
  const t = useTexts(texts);
  return (
    // A press must not take the focus out of the field.
    <div
      id={`${id}-offers`}
      className="share-offers"
      role="listbox"
      aria-label={t.offers}
      onPointerDown={(event) => event.preventDefault()}
    >
      {offers.map((one, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys
        <div
          key={keyOf(one)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onClick={() => onPick(one)}
        >
          {faceOf(one)}
          <span className="share-name">{one.displayName}</span>
          <span className="quiet small">
            {has(one) ? t.hasAll : one.kind === 'group' ? t.group(one.userIds.length) : ''}
          </span>
        </div>
      ))}
    </div>
  );
}
