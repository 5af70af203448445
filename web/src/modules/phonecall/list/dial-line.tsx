import { phonecallQueries, type PhoneBookEntry } from '@kontor/contract/phonecall';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { href, useFormats, useGo, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { dialOf } from '../../../shell/numbers/dial-of.ts';
import { Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { newCallHref } from '../addresses.ts';
import { useDial } from '../dialling/intent.ts';
import { listTexts } from './list-texts.ts';

const WAIT_MS = 200;
const MAX_FOUND = 6;

/** Entries of the phone book for what was typed, once there are any; undefined while they are asked for, or where that failed. */
function useFoundNumbers(typed: string): {
  readonly found: readonly PhoneBookEntry[] | undefined;
  readonly failed: boolean;
} {
  const { transport } = useClient();
  const [answer, setAnswer] = useState<{ typed: string; found?: readonly PhoneBookEntry[] }>();
  const term = typed.trim();
  useEffect(() => {
    if (term.length < 2) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      transport
        .query(
          phonecallQueries.bookItems,
          { searchString: term },
          { page: 1, limit: MAX_FOUND, once: true, signal: stop.signal },
        )
        .then(
          ({ results }) => setAnswer({ typed: term, found: results.filter(({ dial }) => dial !== '') }),
          () => (stop.signal.aborted ? undefined : setAnswer({ typed: term })),
        );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [transport, term]);
  const isAnswered = term.length >= 2 && answer?.typed === term;
  return { found: isAnswered ? answer.found : undefined, failed: isAnswered && answer.found === undefined };
}

/** The field over the list that calls a number, or somebody of the phone book; and the ways to what belongs to calls. */
export function DialLine() {
  const t = useTexts(listTexts);
  const { tabs } = useShell();
  const go = useGo();
  const { env } = useClient();
  return (
    <>
      <LineFaults />
      <div className="call-line">
        <DialField />
        <IconButton icon="address-book" label={t.book} onClick={() => go(href('PhoneBook'))} />
        <IconButton icon="phone-plus" label={t.note} onClick={() => tabs.open(newCallHref(env.newId()), 'beside')} />
      </div>
    </>
  );
}

function DialField() {
  const t = useTexts(listTexts);
  const id = useId();
  const dial = useDial();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const number = dialOf(typed);
  const { found, failed } = useFoundNumbers(typed);
  const entries = found ?? [];
  const active = Math.min(at, entries.length - 1);
  const call = (wanted: string): void => {
    setTyped('');
    dial({ number: wanted });
  };
  const press = (event: KeyboardEvent): void => {
    const chosen = entries[active];
    if (event.key === 'ArrowDown') setAt(Math.min(active + 1, entries.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(active - 1, 0));
    else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      setTyped('');
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // A whole number is meant as it was typed.
      if (number !== '' && !/[\p{L}]/u.test(typed)) call(typed.trim());
      else if (chosen !== undefined) call(chosen.number);
      else return;
    } else return;
    event.preventDefault();
  };
  return (
    <div className="call-dial" role="search">
      <Icon name="phone" />
      <input
        type="text"
        className="call-dial-input"
        role="combobox"
        inputMode="text"
        aria-label={t.dial}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-found`}
        aria-activedescendant={entries[active] === undefined ? undefined : `${id}-${active}`}
        placeholder={t.dial}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="go"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      {number === '' ? null : (
        <Button kind="primary" onClick={() => call(typed.trim())}>
          {t.call}
        </Button>
      )}
      {entries.length === 0 ? null : (
        <div id={`${id}-found`} className="call-found" role="listbox" aria-label={t.found}>
          {entries.map((entry, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={entry.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerMove={() => setAt(index)}
              onClick={() => call(entry.number)}
            >
              <span>{entry.name}</span>
              <span className="quiet">{entry.number}</span>
            </div>
          ))}
        </div>
      )}
      {number === '' && typed.trim().length > 1 && (failed || found?.length === 0) ? (
        <p className="call-found quiet" role="status">
          {failed ? t.notFound : t.nobody}
        </p>
      ) : null}
    </div>
  );
}

/** Telephone systems that have been silent with a fault. */
function LineFaults() {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const now = useMinute();
  const faults = useAsk(phonecallQueries.lineFaults, {}).data ?? [];
  return faults.map(({ title, since }) => (
    <Callout key={title} icon="warning">
      {t.lineAway(title, formats.short(Date.parse(since) / 1000, now))}
    </Callout>
  ));
}
