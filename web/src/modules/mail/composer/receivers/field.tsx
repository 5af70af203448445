import { senderQueries, type AddressSuggestion, type ReceiverInput } from '@kontor/contract/mail';
import {
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useClient } from '../../../../client/react.tsx';
import { useMedia, useTexts } from '../../../../shell/index.ts';
import { Icon } from '../../../../ui/parts.tsx';
import { useSteady } from '../../../../ui/use-steady.ts';
import { texts } from '../texts.ts';
import { DRAGGED, ReceiverChip, typedAs } from './chip.tsx';
import { parseReceivers, withReceivers } from './parse.ts';
import type { Field, FindOddity, Receivers } from './rules.ts';

const WAIT_MS = 80;
const MAX_SHOWN = 30;
/** On a phone a field that is left is one line. */
const MAX_FOLDED = 2;

/** What may be meant by the beginning of an address. Answers that come too late are dropped; none is kept. */
function useSuggestions(typed: string, isOpen: boolean): readonly AddressSuggestion[] {
  const client = useClient();
  const [found, setFound] = useState<readonly AddressSuggestion[]>([]);
  useEffect(() => {
    if (!isOpen || typed.trim() === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      client.ask.run(senderQueries.addressSuggestions, { searchTerm: typed.trim() }, stop.signal).then(
        (list) => (stop.signal.aborted ? undefined : setFound(list)),
        () => undefined,
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, typed, isOpen]);
  return typed.trim() === '' ? [] : found;
}

/** Receivers as chips, and a field for more. */
export const ReceiverField = memo(function ReceiverField({
  field,
  label,
  value,
  oddity,
  fault,
  autoFocus = false,
  fieldKey,
  onChange,
  end,
}: {
  field: Field;
  label: string;
  value: readonly ReceiverInput[];
  oddity: FindOddity;
  fault?: string | undefined;
  autoFocus?: boolean;
  /** Key with Alt that leads here. */
  fieldKey: string;
  onChange: (part: Partial<Receivers>) => void;
  end?: ReactNode;
}) {
  const t = useTexts(texts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(-1);
  const [active, setActive] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const offered = useSuggestions(typed, isFocused);
  const isNarrow = useMedia('(max-width: 600px)');
  const most = isNarrow && !isFocused ? MAX_FOLDED : MAX_SHOWN;
  const shown = isWhole || value.length <= most ? value : value.slice(0, most);
  const isOpen = isFocused && offered.length > 0;

  const put = (receivers: readonly ReceiverInput[]): void => onChange({ [field]: receivers });
  const add = (more: readonly ReceiverInput[]): void => {
    if (more.length > 0) put(withReceivers(value, more));
    setTyped('');
    setActive(0);
  };
  const take = (one: AddressSuggestion): void => {
    const people = one.members.length > 0 ? one.members : [one];
    add(people.map(({ email, name }) => ({ receiver: email, receiverRealName: name })));
  };
  const remove = (index: number): void => {
    put(value.filter((_, at) => at !== index));
    setChosen(-1);
    input.current?.focus();
  };
  const edit = (index: number): void => {
    const one = value[index];
    if (one === undefined) return;
    remove(index);
    setTyped(typedAs(one));
  };
  const replace = (index: number, receiver: string): void => {
    const one = value[index];
    if (one !== undefined) put(value.with(index, { ...one, receiver }));
  };
  const ofChip = useSteady({ edit, remove, replace });
  /** Keys of what is offered; false where they are none. */
  const pressOffer = ({ key }: KeyboardEvent): boolean => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const one = offered[active];
    if (by !== undefined) setActive((active + by + offered.length) % offered.length);
    else if ((key === 'Enter' || key === 'Tab') && one !== undefined && !typed.includes('@')) take(one);
    else return false;
    return true;
  };
  /** Keys among the chips, while nothing is typed. */
  const pressChip = ({ key }: KeyboardEvent): boolean => {
    if (chosen >= 0 && (key === 'Backspace' || key === 'Delete')) remove(chosen);
    else if (chosen >= 0 && key === 'Enter') edit(chosen);
    else if (chosen >= 0 && key === 'ArrowRight') setChosen(chosen + 1 < value.length ? chosen + 1 : -1);
    else if (key === 'Backspace' && value.length > 0) setChosen(value.length - 1);
    else if (key === 'ArrowLeft' && value.length > 0)
      setChosen(chosen < 0 ? value.length - 1 : Math.max(0, chosen - 1));
    else return false;
    return true;
  };
  const pressTyped = (event: KeyboardEvent): boolean => {
    if (['Enter', ',', ';'].includes(event.key) && !event.ctrlKey && !event.metaKey) add(parseReceivers(typed));
    else if (event.key === 'Escape') setTyped('');
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent): void => {
    const isTaken = (isOpen && pressOffer(event)) || (typed === '' ? pressChip(event) : pressTyped(event));
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const paste = (event: ClipboardEvent): void => {
    const found = parseReceivers(event.clipboardData.getData('text/plain'));
    if (found.length < 2 && !(found[0]?.receiver.includes('@') ?? false)) return;
    event.preventDefault();
    add(found);
  };
  return (
    <div
      className="write-line"
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        const dragged = event.dataTransfer.getData(DRAGGED);
        if (dragged === '') return;
        event.preventDefault();
        add(parseReceivers(dragged));
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div
        className="write-chips"
        onPointerUp={(event) => {
          if (event.target === event.currentTarget) input.current?.focus();
        }}
      >
        {shown.map((receiver, index) => (
          <ReceiverChip
            key={`${receiver.receiver}${index}`}
            receiver={receiver}
            index={index}
            oddity={oddity(field, index)}
            isChosen={index === chosen}
            onEdit={ofChip.edit}
            onRemove={ofChip.remove}
            onReplace={ofChip.replace}
          />
        ))}
        {value.length > shown.length ? (
          <button
            type="button"
            className="write-chip"
            aria-label={t.moreReceiversLabel(value.length - shown.length)}
            onClick={() => setWhole(true)}
          >
            {t.moreReceivers(value.length - shown.length)}
          </button>
        ) : null}
        <input
          ref={input}
          id={id}
          value={typed}
          autoFocus={autoFocus}
          role="combobox"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          inputMode="email"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          aria-keyshortcuts={`Alt+${fieldKey}`}
          data-field={fieldKey}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(-1);
            setActive(0);
          }}
          onKeyDown={press}
          onPaste={paste}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            setChosen(-1);
            add(parseReceivers(typed));
          }}
        />
        {fault === undefined ? null : (
          <span id={`${id}-fault`} className="write-fault" role="alert">
            {fault}
          </span>
        )}
      </div>
      {end}
      <div id={`${id}-list`} className="write-offers" role="listbox" aria-label={t.suggestions} hidden={!isOpen}>
        {isOpen
          ? offered.map((one, index) => (
              <div
                key={`${one.email}${index}`}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onMouseDown={(event) => {
                  event.preventDefault();
                  take(one);
                }}
              >
                <span className="write-offer-name">
                  {one.source === 'IDO' ? <Icon name="address-book" small /> : null}
                  {one.name || one.email}
                </span>
                <span className="quiet">
                  {one.members.length > 0
                    ? t.group(one.members.length)
                    : `${one.email} · ${one.source === 'IDO' ? t.record : t.often}`}
                </span>
              </div>
            ))
          : null}
      </div>
    </div>
  );
});
