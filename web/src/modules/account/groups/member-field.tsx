import '../people/people.css';
import './groups.css';
import { MAX_MEMBERS, type PersonInfo } from '@kontor/contract/account';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Portrait, useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import { Marks } from '../people/marks.tsx';
import { nameOf } from '../people/rules.ts';
import { membersOf, offersFor, type People } from './rules.ts';
import { texts } from './texts.ts';

/** The members of a group: found by typing, taken out one by one. */
export function MemberField({
  people,
  userIds,
  empty,
  onChange,
}: {
  people: People;
  userIds: readonly number[];
  /** What is said where nobody was chosen. */
  empty: string;
  onChange: (userIds: readonly number[]) => void;
}) {
  const t = useTexts(texts);
  const members = membersOf({ userIds: [...userIds] }, people);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isFull = userIds.length >= MAX_MEMBERS;
  const add = (person: PersonInfo): void => {
    onChange([...userIds, person.id]);
    setSaid(t.joined(nameOf(person)));
  };
  const takeOut = (person: PersonInfo | undefined): void => {
    if (person === undefined) return;
    onChange(userIds.filter((id) => id !== person.id));
    setSaid(t.departed(nameOf(person)));
    // The button that was pressed is gone.
    field.current?.focus();
  };
  const last = userIds.findLast((id) => people.has(id));
  return (
    <section className="group-members" aria-label={t.people}>
      <PersonPicker
        field={field}
        people={people}
        memberIds={userIds}
        isFull={isFull}
        onPick={add}
        onTakeLast={() => takeOut(last === undefined ? undefined : people.get(last))}
      />
      <h3>{t.members(members.length)}</h3>
      {members.length === 0 ? (
        <p className="rows-empty">{empty}</p>
      ) : (
        <ul className="rows">
          {members.map((person) => (
            <li key={person.id}>
              <Portrait name={nameOf(person)} picture={person.avatar} userId={person.id} />
              <span className="what">
                <strong>{nameOf(person)}</strong> <Marks person={person} ownId={undefined} />
                <span className="quiet">{person.userName}</span>
              </span>
              <span className="ends">
                <IconButton icon="x" label={t.takeOut(nameOf(person))} onClick={() => takeOut(person)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {members.some(({ isActive, isUnlocked }) => !isActive || !isUnlocked) ? (
        <p className="quiet">{t.uncounted}</p>
      ) : null}
      <span className="hidden-text" role="status">
        {said}
      </span>
    </section>
  );
}

function PersonPicker({
  field,
  people,
  memberIds,
  isFull,
  onPick,
  onTakeLast,
}: {
  field: React.RefObject<HTMLInputElement | null>;
  people: People;
  memberIds: readonly number[];
  isFull: boolean;
  onPick: (person: PersonInfo) => void;
  onTakeLast: () => void;
}) {
  const t = useTexts(texts);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const offers = isOpen && !isFull ? offersFor(people, memberIds, typed) : [];
  const active = Math.min(chosen, offers.length - 1);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const pick = (person: PersonInfo | undefined): void => {
    if (person === undefined) return;
    onPick(person);
    setTyped('');
    setChosen(0);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && typed === '') {
      // Held down, it empties the field and stops there.
      if (!event.repeat) onTakeLast();
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && offers.length > 0) setChosen((active + by + offers.length) % offers.length);
    else if (by !== undefined) setOpen(true);
    else if (event.key === 'Enter' && offers.length > 0) pick(offers[active]);
    // What was typed for a person is not meant for the form.
    else if (event.key === 'Enter' && typed.trim() !== '') setOpen(true);
    else if (event.key === 'Escape' && offers.length > 0) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isUnknown = isOpen && !isFull && typed.trim() !== '' && offers.length === 0;
  return (
    <div className="field member-picker">
      <label htmlFor={id}>{t.pick}</label>
      <input
        ref={field}
        id={id}
        className="input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offers.length > 0}
        aria-controls={offers.length > 0 ? `${id}-offers` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        disabled={isFull}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <span id={`${id}-hint`} className="hint">
        {isFull ? t.full(MAX_MEMBERS) : isUnknown ? t.nobody : t.pickHint}
      </span>
      {offers.length === 0 ? null : (
        // A press must not take the focus out of the field.
        <div
          id={`${id}-offers`}
          className="member-offers"
          role="listbox"
          aria-label={t.offers}
          onPointerDown={(event) => event.preventDefault()}
        >
          {offers.map((person, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onClick={() => pick(person)}
            >
              <Portrait name={nameOf(person)} picture={person.avatar} userId={person.id} size="s" />
              <span>
                {nameOf(person)} <Marks person={person} ownId={undefined} />
              </span>
              <span className="quiet">{person.userName}</span>
            </div>
          ))}
        </div>
      )}
      <span className="hidden-text" role="status">
        {offers.length > 0 ? t.offered(offers.length) : ''}
      </span>
    </div>
  );
}
