import { sessionQueries } from '@kontor/contract/account';
import { useMemo, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useLanguage, useMinute, useShell, useTexts, useZone } from '../../../shell/index.ts';
import type { Person } from '../../../shell/understand/person.ts';
import { problemTexts } from '../texts.ts';
import type * as understanding from '../understand.ts';
import type { ChosenRecord } from '../../record/index.tsx';
import { makeTask, taskOf, type QuickTask } from './making.ts';
import { quickTexts } from './texts.ts';

type Library = typeof understanding;

const loadLibrary = (): Promise<Library> => import('../understand.ts');
const NOTHING: understanding.Understood = { title: '', parts: [] };
const NONE: ReadonlySet<string> = new Set();
const NO_RECORDS: ReadonlyMap<string, ChosenRecord> = new Map();
const NOBODY: readonly Person[] = [];

/** A line of which no task could be made, with why. */
interface Failed {
  readonly line: string;
  readonly task: QuickTask;
  readonly code: string;
}

/** A task while it is typed as a line: what is understood of it, and how it is made. `load` brings what understands it. */
export function useQuickTask() {
  const t = useTexts(quickTexts);
  const p = useTexts(problemTexts);
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  const zone = useZone();
  const minute = useMinute();
  const [library, setLibrary] = useState<Library>();
  const [line, setLine] = useState('');
  const [taken, setTaken] = useState(NONE);
  const [records, setRecords] = useState(NO_RECORDS);
  const [lacksTitle, setLacksTitle] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  const answer = useAsk(sessionQueries.moduleUsers, library === undefined ? undefined : { module: 'task' });
  const people = answer.data ?? NOBODY;

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
  const load = (): void =>
    void loadLibrary().then(setLibrary, () => {
      notices.show({ text: p.other, tone: 'fault', action: { label: t.retry, run: load } });
    });
  return {
    line,
    understood,
    records,
    lacksTitle,
    failed,
    /** Undefined once it is there. */
    load: library === undefined ? load : undefined,
    write,
    clear,
    make,
    /** Makes a part, named by its key, a word of the title. */
    takeBack: (key: string): void => setTaken(new Set([...taken, key])),
    /** Makes the day that does not exist a word of the title. */
    keepImpossible(): void {
      const key = library?.partKey({ kind: 'impossible', text: understood.impossible ?? '' });
      setTaken(new Set([...taken, ...(key === undefined ? [] : [key])]));
    },
    choose: (word: string, record: ChosenRecord): void => setRecords(new Map([...records, [word, record]])),
    again(): void {
      if (failed === undefined) return;
      if (line === failed.line) clear();
      void send(failed.line, failed.task);
    },
  };
}
