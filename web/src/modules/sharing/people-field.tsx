import './sharing.css';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Portrait, useTexts } from '../../shell/index.ts';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { keyOf, offersFor, type Available, type Chosen, type ChosenAddress, type Thing } from './rules.ts';
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

const faceOf = (one: Chosen | Thing) =>
  one.kind === 'address' || one.kind === 'thing' ? (
    <span className="avatar share-group" data-size="s" aria-hidden="true">
      <Icon name={one.kind === 'thing' ? one.icon : 'envelope-simple'} small />
    </span>
  ) : (
    <Face
      name={one.displayName}
      picture={one.kind === 'user' ? one.userAvatar : null}
      isGroup={one.kind === 'group'}
      userId={one.kind === 'user' ? one.userId : undefined}
    />
  );

interface Things {
  readonly available: readonly Thing[];
  readonly chosen: readonly Thing[];
  readonly onChange: (chosen: readonly Thing[]) => void;
}
const NOTHING: Things = { available: [], chosen: [], onChange: () => undefined };

interface Props {
  readonly available: Available;
  readonly chosen: readonly Chosen[];
  /** Whether all the items are shared with somebody by the person already. */
  readonly has: (one: Chosen) => boolean;
  readonly fault: string | undefined;
  /** What the field is called, and what is said in it, where it is not about sharing. */
  readonly words?: { readonly people: string; readonly peopleHint: string; readonly nobody: string };
  /** The mail addresses that a text is made of, where somebody without an account may be chosen by one. */
  readonly addressesIn?: ((text: string) => readonly ChosenAddress[]) | undefined;
  /** What else can be chosen in the same field. */
  readonly things?: Things | undefined;
  /** False where something else is written first. */
  readonly autoFocus?: boolean;
  readonly onChange: (chosen: readonly Chosen[]) => void;
}

/** People and groups while they are chosen: what is typed, who is offered for it, and what the keys do. `id`: of the field. */
function usePeople({
  id,
  available,
  chosen,
  addressesIn = () => [],
  things = NOTHING,
  onChange,
}: Pick<Props, 'available' | 'chosen' | 'addressesIn' | 'things' | 'onChange'> & { id: string }) {
  const t = useTexts(texts);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [said, setSaid] = useState('');
  const fresh = (addresses: readonly Chosen[]): readonly Chosen[] => {
    const taken = new Set(chosen.map(keyOf));
    return [...new Map(addresses.map((one) => [keyOf(one), one])).values()].filter((one) => !taken.has(keyOf(one)));
  };
  const all = [...chosen, ...things.chosen];
  const offers = isOpen
    ? [...offersFor(available, all, typed, things.available), ...fresh(addressesIn(typed)).slice(0, 1)]
    : [];
  const at = Math.min(active, offers.length - 1);
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  const pick = (one: Chosen | Thing | undefined): void => {
    if (one === undefined) return;
    if (one.kind === 'thing') things.onChange([...things.chosen, one]);
    else onChange([...chosen, one]);
    setSaid(t.joined(one.displayName));
    setTyped('');
    setActive(0);
    field.current?.focus();
  };
  /** Chooses the addresses that a text is made of. Returns whether it is. */
  const pickAddresses = (text: string): boolean => {
    const addresses = addressesIn(text);
    if (addresses.length === 0) return false;
    const more = fresh(addresses);
    onChange([...chosen, ...more]);
    if (more.length > 0) setSaid(t.joined(more.map(({ displayName }) => displayName).join(', ')));
    setTyped('');
    setActive(0);
    return true;
  };
  const takeOut = (one: Chosen | Thing | undefined): void => {
    if (one === undefined) return;
    if (one.kind === 'thing') things.onChange(things.chosen.filter((other) => other !== one));
    else onChange(chosen.filter((other) => other !== one));
    setSaid(t.departed(one.displayName));
    // The button that was pressed is gone.
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Backspace' && typed === '') {
      // Held down, it empties the field and stops there.
      if (!event.repeat) takeOut(all.at(-1));
      return;
    }
    if (by !== undefined && offers.length > 0) setActive((at + by + offers.length) % offers.length);
    else if (by !== undefined) setOpen(true);
    else if ((event.key === ',' || event.key === ';') && addressesIn(typed).length > 0) pickAddresses(typed);
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
    offers,
    at,
    said,
    paste(event: ClipboardEvent<HTMLInputElement>): void {
      if (typed.trim() === '' && pickAddresses(event.clipboardData.getData('text/plain'))) event.preventDefault();
    },
    leave(): void {
      setOpen(false);
      // Who has typed an address to its end means it.
      pickAddresses(typed);
    },
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
export function PeopleField({
  available,
  chosen,
  has,
  fault,
  words,
  addressesIn,
  things,
  autoFocus = true,
  onChange,
}: Props) {
  const t = { ...useTexts(texts), ...words };
  const id = useId();
  const { field, typed, isOpen, offers, at, said, type, pick, takeOut, press, paste, leave } = usePeople({
    id,
    available,
    chosen,
    addressesIn,
    things,
    onChange,
  });
  const all = [...chosen, ...(things?.chosen ?? [])];
  const isUnknown = isOpen && typed.trim() !== '' && offers.length === 0;
  return (
    <div className="field share-people">
      <label htmlFor={id}>{t.people}</label>
      <div className="share-chosen input" data-fault={fault !== undefined}>
        {all.map((one) => (
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
          autoFocus={autoFocus}
          aria-autocomplete="list"
          aria-expanded={offers.length > 0}
          aria-controls={offers.length > 0 ? `${id}-offers` : undefined}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={all.length === 0 ? t.peopleHint : ''}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={leave}
          onPaste={paste}
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
  offers: readonly (Chosen | Thing)[];
  /** Index of the line that the keys are on. */
  at: number;
  onPick: (one: Chosen | Thing) => void;
}) {
  const t = useTexts(texts);
  const about = (one: Chosen): string => {
    if (one.kind === 'address') return t.byMail;
    if (has(one)) return t.hasAll;
    return one.kind === 'group' ? t.group(one.userIds.length) : '';
  };
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
          <span className="quiet small">{one.kind === 'thing' ? one.detail : about(one)}</span>
        </div>
      ))}
    </div>
  );
}
