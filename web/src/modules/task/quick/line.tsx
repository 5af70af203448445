import './quick.css';
import { sessionQueries } from '@kontor/contract/account';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useKeys, useLanguage, useMedia, useMinute, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { problemOf } from '../problem-of.ts';
import { problemTexts } from '../texts.ts';
import type * as understanding from '../understand.ts';
import { QuickChips } from './chips.tsx';
import { makeTask, taskOf, waitingTasks, type ChosenRecord, type QuickTask } from './making.ts';
import { quickTexts } from './texts.ts';

type Library = typeof understanding;

const loadLibrary = (): Promise<Library> => import('../understand.ts');
const NOTHING: understanding.Understood = { title: '', parts: [] };
const NONE: ReadonlySet<string> = new Set();
const NO_RECORDS: ReadonlyMap<string, ChosenRecord> = new Map();
const NOBODY: readonly understanding.Person[] = [];

/** The line over the list in which a task is typed, for who may make any. */
export function QuickLine() {
  return useValue(useClient().configuration)?.rights.createTask === true ? <Line /> : null;
}

interface Failed {
  readonly line: string;
  readonly task: QuickTask;
  readonly code: string;
}

function Line() {
  const t = useTexts(quickTexts);
  const p = useTexts(problemTexts);
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  const zone = useZone();
  const minute = useMinute();
  const isNarrow = useMedia('(max-width: 600px)');
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [library, setLibrary] = useState<Library>();
  const [line, setLine] = useState('');
  const [taken, setTaken] = useState(NONE);
  const [records, setRecords] = useState(NO_RECORDS);
  const [lacksTitle, setLacksTitle] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  const asked = useAsk(sessionQueries.moduleUsers, library === undefined ? undefined : { module: 'task' });
  const people = asked.data ?? NOBODY;
  useKeys({ ',': () => field.current?.focus() });

  const understood = useMemo(() => {
    if (library === undefined || line.trim() === '') return { ...NOTHING, title: line.trim() };
    const now = Temporal.Instant.fromEpochMilliseconds(minute).toZonedDateTimeISO(zone);
    return library.understand(line, { now, language, people, taken });
  }, [library, line, people, language, zone, minute, taken]);

  const write = (text: string): void => {
    setLine(text);
    setLacksTitle(false);
    if (text === '') clear();
  };
  const clear = (): void => {
    setLine('');
    setTaken(NONE);
    setRecords(NO_RECORDS);
    setLacksTitle(false);
  };
  const send = async (text: string, task: QuickTask): Promise<void> => {
    setFailed(undefined);
    const code = await makeTask(client, task);
    if (code === undefined) return;
    setFailed({ line: text, task, code });
    // What was typed meanwhile is not overwritten: the line stands in what is said of it.
    setLine((now) => (now === '' ? text : now));
  };
  const make = async (): Promise<void> => {
    const { understand, partKey } = library ?? (await loadLibrary());
    const now = Temporal.Instant.fromEpochMilliseconds(Date.now()).toZonedDateTimeISO(zone);
    const first = understand(line, { now, language, people, taken });
    // A record that was not chosen is a word like others.
    const open = first.parts.filter((part) => part.kind === 'record' && !records.has(part.word));
    const kept = new Set([...taken, ...open.map(partKey)]);
    const { title, parts } = open.length === 0 ? first : understand(line, { now, language, people, taken: kept });
    if (title === '') return setLacksTitle(line.trim() !== '');
    // What was meant is not known: it is not made without a day.
    if (first.impossible !== undefined) return;
    clear();
    await send(line, taskOf(title, parts, records, zone));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void make();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (line === '') field.current?.blur();
      else clear();
    }
  };
  const load = (): void =>
    void loadLibrary().then(setLibrary, () => {
      notices.show({ text: p.other, tone: 'fault', action: { label: t.retry, run: load } });
    });
  return (
    <div className="quick" role="group" aria-label={t.label}>
      <div className="quick-field">
        <Icon name="plus" />
        <input
          ref={field}
          type="text"
          className="quick-input"
          aria-label={t.label}
          aria-describedby={lacksTitle ? hintId : undefined}
          aria-keyshortcuts=","
          placeholder={isNarrow ? t.short : t.placeholder}
          maxLength={1000}
          autoComplete="off"
          enterKeyHint="done"
          value={line}
          onFocus={library === undefined ? load : undefined}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={press}
        />
        {line === '' ? null : (
          <Button kind="primary" onClick={() => void make()}>
            {t.add}
          </Button>
        )}
      </div>
      {lacksTitle ? (
        <p id={hintId} className="quick-hint" role="alert">
          {t.noTitle}
        </p>
      ) : null}
      {understood.impossible === undefined ? null : (
        <p className="quick-hint" role="alert">
          <span>{t.noSuchDay(understood.impossible)}</span>
          <Button
            kind="plain"
            onClick={() => {
              const key = library?.partKey({ kind: 'impossible', text: understood.impossible ?? '' });
              setTaken(new Set([...taken, ...(key === undefined ? [] : [key])]));
              field.current?.focus();
            }}
          >
            {t.keepInTitle}
          </Button>
        </p>
      )}
      {understood.parts.length === 0 ? null : (
        <QuickChips
          parts={understood.parts}
          records={records}
          onTakeBack={(key) => {
            setTaken(new Set([...taken, key]));
            field.current?.focus();
          }}
          onRecord={(word, record) => {
            setRecords(new Map([...records, [word, record]]));
            field.current?.focus();
          }}
        />
      )}
      {failed === undefined ? null : (
        <p className="quick-hint" role="alert">
          <span>{problemOf(p, { code: failed.code, kind: 'problem' })}</span>
          <Button
            kind="plain"
            onClick={() => {
              if (line === failed.line) clear();
              void send(failed.line, failed.task);
            }}
          >
            {t.retry}
          </Button>
        </p>
      )}
      <Waiting />
    </div>
  );
}

/** Tasks that were typed and wait for the server. */
function Waiting() {
  const t = useTexts(quickTexts);
  const client = useClient();
  const waiting = waitingTasks(useValue(client.waiting));
  const { online } = useValue(client.connection);
  if (waiting.length === 0) return null;
  const words = online ? t.waiting : t.waitingOffline;
  return (
    <ul className="quick-waiting" aria-label={words}>
      {waiting.map(([id, title]) => (
        <li key={id} title={words}>
          <Icon name="clock" small label={words} />
          <span>{title}</span>
        </li>
      ))}
    </ul>
  );
}
