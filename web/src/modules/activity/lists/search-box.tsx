import './search-box.css';
import {
  Fragment,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useClient } from '../../../client/react.tsx';
import { useKeys, useTexts } from '../../../shell/index.ts';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { useTypedText } from '../../../ui/use-typed-text.ts';
import { searchTexts } from './search-texts.ts';
import { listTexts } from './list-texts.ts';
import { recentOf } from './recent-searches.ts';
import { useCompletion, type Choice } from './use-completion.ts';

const NONE = -1;

interface Props {
  readonly value: string;
  readonly label: string;
  /** Name of the list, whose saved filters an empty box offers. */
  readonly list: string;
  readonly onSearch: (text: string) => void;
  readonly autoFocus?: boolean;
  /** The focus that was asked for is there. */
  readonly onFocused?: () => void;
  readonly onLeave?: () => void;
}

/**
 * Search field; reports what is typed after a short rest, and at once on Enter. Offers what may be typed on: nothing of it is chosen until
 * an arrow chooses it, so that Enter and Tab do what they do anywhere.
 */
export function SearchBox({ value, label, list, onSearch, autoFocus = false, onFocused, onLeave }: Props) {
  const t = useTexts(listTexts);
  const recent = recentOf(useClient());
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const box = useTypedSearch(input, { value, list, onSearch });
  const { text, choices, active } = box;
  const tellFocused = useEffectEvent(() => onFocused?.());
  useEffect(() => {
    if (!autoFocus) return;
    input.current?.focus();
    tellFocused();
  }, [autoFocus]);
  useKeys({ '/': () => input.current?.select() });

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      box.step(event.key === 'ArrowDown' ? 1 : -1);
    } else if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && active >= 0)
      box.take(choices[active]);
    else if (event.key === 'Enter') box.search();
    else if (event.key === 'Escape' && box.hasOffers) box.shut();
    else if (event.key === 'Escape') {
      if (text === '') onLeave?.();
      box.clear();
      input.current?.blur();
    } else return;
    event.preventDefault();
  };
  return (
    <div className="search-box" role="search">
      <Icon name="magnifying-glass" />
      <input
        ref={input}
        className="input"
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={choices.length > 0 ? id : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) =>
          box.type(event.currentTarget.value, event.currentTarget.selectionStart ?? event.currentTarget.value.length)
        }
        onSelect={(event) => box.setCaret(event.currentTarget.selectionStart ?? 0)}
        onFocus={box.openEmpty}
        onClick={box.openEmpty}
        onBlur={() => {
          box.close();
          recent.add(text);
        }}
        onKeyDown={press}
      />
      {text === '' && onLeave === undefined ? null : (
        <IconButton
          icon="x"
          label={t.clearSearch}
          onClick={() => {
            box.clear();
            onLeave?.();
          }}
        />
      )}
      {choices.length > 0 ? <Offers id={id} choices={choices} active={active} onTake={box.take} /> : null}
      <span className="hidden-text" role="status">
        <OfferCount count={choices.length} />
      </span>
    </div>
  );
}

/** What is typed in a search field, what is offered for it, and which offer is chosen. */
function useTypedSearch(
  input: RefObject<HTMLInputElement | null>,
  { value, list, onSearch }: Pick<Props, 'value' | 'list' | 'onSearch'>,
) {
  const { text, setText, report } = useTypedText(value, onSearch);
  const [caret, setCaret] = useState(value.length);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(NONE);
  /** Where the caret is to be once what was taken stands there. */
  const [jump, setJump] = useState<{ readonly caret: number }>();
  const choices = useCompletion({ text, caret, list, isOpen });
  const active = Math.min(chosen, choices.length - 1);
  useLayoutEffect(() => {
    if (jump !== undefined) input.current?.setSelectionRange(jump.caret, jump.caret);
  }, [input, jump]);

  const type = (typed: string, at: number): void => {
    setText(typed);
    setCaret(at);
    setChosen(NONE);
    setOpen(true);
  };
  const take = (choice: Choice | undefined): void => {
    const taken = choice?.take();
    if (taken === undefined) return setOpen(false);
    setJump({ caret: taken.caret });
    type(taken.text, taken.caret);
  };
  // Who has searched goes on with what was found: arrows and letters are the list's again.
  const search = (): void => {
    report();
    input.current?.blur();
  };
  const hasOffers = choices.length > 0;
  const step = (by: 1 | -1): void => {
    // Where nothing is offered beneath, the list is what lies there.
    if (isOpen && !hasOffers && text !== '' && by === 1) return search();
    if (!isOpen) setOpen(true);
    const count = choices.length + 1;
    // None is one of the stops: there what was typed stands alone again.
    if (hasOffers) setChosen(((active + 1 + by + count) % count) - 1);
  };
  return {
    text,
    choices,
    active,
    hasOffers,
    setCaret,
    type,
    take,
    search,
    step,
    /** Offers what can be had without a word, where there is none. */
    openEmpty: (): void => {
      if (text === '') setOpen(true);
    },
    shut: (): void => setOpen(false),
    close: (): void => {
      setOpen(false);
      setChosen(NONE);
    },
    clear: (): void => report(''),
  };
}

function OfferCount({ count }: { count: number }) {
  const t = useTexts(searchTexts);
  return count === 0 ? null : t.offered(count);
}

function Offers({
  id,
  choices,
  active,
  onTake,
}: {
  id: string;
  choices: readonly Choice[];
  active: number;
  onTake: (choice: Choice) => void;
}) {
  const t = useTexts(searchTexts);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    // A press must not take the focus out of the field.
    <div
      id={id}
      className="offers"
      role="listbox"
      aria-label={t.offers}
      onPointerDown={(event) => event.preventDefault()}
    >
      {choices.map((choice, index) => (
        <Fragment key={choice.key}>
          {choice.group === undefined ? null : (
            <div role="presentation" className="offer-group">
              {choice.group}
            </div>
          )}
          <div
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="offer"
            onClick={() => onTake(choice)}
          >
            <Icon name={choice.icon} small />
            <span className="offer-text">{choice.text}</span>
            <span className="offer-more">{choice.more}</span>
          </div>
        </Fragment>
      ))}
    </div>
  );
}
