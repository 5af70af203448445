import './history.css';
import {
  STATE_NAMES,
  historyQueries,
  type Difference,
  type ItemChangeEntry,
  type LinkedRecord,
  type SharedPeople,
  type State,
} from '@kontor/contract/activity';
import { itemKeyOf } from '@kontor/contract/kernel';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAsk, useClient, useRow, useValue } from '../../../client/react.tsx';
import { docOfHtml, textOfDoc } from '../../../editor/index.ts';
import { useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import { useRowKind } from '../rows/row-kinds.ts';
import { texts } from '../texts.ts';
import { useAct } from '../actions/use-act.ts';
import { historyTexts, type HistoryTexts } from './history-texts.ts';
import { actionBack } from './put-back.ts';
import { shortDiff, wordDiff, type DiffPart } from './word-diff.ts';

/** The entry of an item's menu that opens its history, and whether it is open. */
export function useHistoryItem(): { readonly item: MenuItem; readonly isOpen: boolean; readonly close: () => void } {
  const t = useTexts(historyTexts);
  const [isOpen, setOpen] = useState(false);
  return {
    item: { key: 'history', label: t.history, icon: 'clock-counter-clockwise', onSelect: () => setOpen(true) },
    isOpen,
    close: () => setOpen(false),
  };
}

interface Sayings {
  /** What a field of the kind holds, as people read it. */
  readonly say?: (field: string, value: unknown) => string;
  readonly nameOf?: (field: string) => string | undefined;
  /** Fields that stay as they are. */
  readonly isFixed?: (field: string) => boolean;
  /** Puts back what a change has made of a field; left out where the person may not. */
  readonly onPutBack?: (difference: Difference) => Promise<void> | void;
}

/** All that became of an item, with what can be put back. */
export function HistoryPanel({
  aggregateId,
  onClose,
  ...sayings
}: Sayings & { aggregateId: string; onClose: () => void }) {
  const t = useTexts(historyTexts);
  const client = useClient();
  const backs = { actionBackOf: useActionBack(aggregateId), fieldBackOf: useFieldBack(aggregateId) };
  const { data, failure, retry } = useAsk(historyQueries.history, { aggregateId });
  useDone(aggregateId, retry);
  const [older, setOlder] = useState<readonly ItemChangeEntry[]>([]);
  const [hasMore, setMore] = useState(true);
  const all = [...(data ?? []), ...older];
  const more = async (): Promise<void> => {
    const before = all.at(-1)?.changeId ?? null;
    const { results } = await client.transport.query(historyQueries.history, { aggregateId, before }, { once: true });
    setOlder((known) => [...known, ...results]);
    setMore(results.length > 0);
  };
  return (
    <Dialog title={t.title} closeLabel={t.close} size="l" onClose={onClose}>
      {failure !== undefined && data === undefined ? (
        <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {t.failed}
        </Callout>
      ) : data === undefined ? (
        <div aria-hidden="true">
          <SkeletonBlock width="100%" height={56} />
        </div>
      ) : data.length === 0 ? (
        <p className="quiet">{t.none}</p>
      ) : (
        <ol className="history">
          {all.map((change) => (
            <Change key={change.changeId} change={change} {...backs} {...sayings} />
          ))}
        </ol>
      )}
      {all.length >= 100 && hasMore ? <Button onClick={() => void more()}>{t.more}</Button> : null}
    </Dialog>
  );
}

/** Calls back when what this device has done to an item has arrived: of that it hears nothing else. */
function useDone(aggregateId: string, onDone: () => void): void {
  const key = itemKeyOf(aggregateId);
  const waiting = useValue(useClient().waiting);
  const isUnderWay = waiting.some(({ keys, state }) => state !== 'refused' && keys.includes(key));
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isUnderWay) onDone();
    was.current = isUnderWay;
  }, [isUnderWay, onDone]);
}

type ActionBackOf = (difference: Difference) => (() => void) | undefined;

/** How changes of how the item stands, and of where it lies, are taken back: by what is done to it as to every item. */
function useActionBack(aggregateId: string): ActionBackOf {
  const key = itemKeyOf(aggregateId);
  const row = useRow(key);
  const kind = useRowKind(row?.moduleName);
  const perform = useAct();
  return (difference) => {
    const action = row === undefined ? undefined : actionBack(difference, row, kind);
    return action === undefined ? undefined : () => perform(action, [key]);
  };
}

type FieldBackOf = (difference: Difference) => (() => Promise<void>) | undefined;

/** How changes are taken back of what other modules have brought to items of all kinds. */
function useFieldBack(aggregateId: string): FieldBackOf {
  const client = useClient();
  const language = useLanguage();
  const { modules, notices } = useShell();
  return (difference) => {
    const back = modules.map(({ ofHistory }) => ofHistory).find((one) => one?.field === difference.field);
    if (back?.isPossible(difference) !== true) return undefined;
    return () => back.run({ client, notices, language }, aggregateId, difference);
  };
}

const plain = (_field: string, value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface Backs {
  readonly actionBackOf: ActionBackOf;
  readonly fieldBackOf: FieldBackOf;
}

function Change({ change, ...sayings }: Sayings & Backs & { change: ItemChangeEntry }) {
  const t = useTexts(historyTexts);
  const formats = useFormats();
  return (
    <li>
      <header>
        <strong>{change.name || t.nobody}</strong> <span className="quiet">{formats.full(change.at / 1000)}</span>
      </header>
      <ul>
        {change.differences.map((one) => (
          <Field key={one.field} difference={one} {...sayings} />
        ))}
      </ul>
    </li>
  );
}

function Field({
  difference,
  say = plain,
  nameOf,
  isFixed,
  onPutBack,
  actionBackOf,
  fieldBackOf,
}: Sayings & Backs & { difference: Difference }) {
  const t = useTexts(historyTexts);
  const { notices } = useShell();
  const { field } = difference;
  const name = t.fields[field] ?? nameOf?.(field) ?? field;
  const own = useOwnWords(difference);
  const mayBack = onPutBack !== undefined && !Object.hasOwn(t.fields, field) && isFixed?.(field) !== true;
  const fieldBack = mayBack ? async () => onPutBack(difference) : fieldBackOf(difference);
  const putFieldBack = (): void =>
    void fieldBack?.().then(
      () => notices.show({ text: t.isBack(name) }),
      () => notices.show({ text: t.notBack(name), tone: 'fault' }),
    );
  const putBack = fieldBack === undefined ? actionBackOf(difference) : putFieldBack;
  return (
    <li>
      <span className="history-field">{name}</span>
      <span className="history-said">
        {own ??
          (difference.isHtml ? (
            <TextDiff before={String(difference.before)} after={String(difference.after)} />
          ) : (
            <Values before={say(field, difference.before)} after={say(field, difference.after)} />
          ))}
      </span>
      {putBack === undefined ? null : (
        <Button kind="plain" aria-label={t.putBackOf(name)} onClick={putBack}>
          {t.putBack}
        </Button>
      )}
    </li>
  );
}

/** What is said of fields that items of all kinds have; undefined for others. */
function useOwnWords({ field, before, after }: Difference): ReactNode {
  const t = useTexts(historyTexts);
  const a = useTexts(texts);
  const state = (value: unknown): string =>
    STATE_NAMES.some((name) => name === value) ? a.states[value as State] : String(value);
  if (field === 'state') return <Values before={state(before)} after={state(after)} />;
  if (field === 'archived') return t.archived(after === true);
  if (field === 'trashed') return t.trashed(after === true);
  if (field === 'claim' && typeof before !== 'string') return t.claimed(String(after));
  if (field === 'claim' && typeof after !== 'string') return t.released(String(before));
  if (field === 'shared') return sharedWords(t, before as SharedPeople | null, after as SharedPeople | null);
  if (field !== 'links') return undefined;
  const [now, was] = [titleOf(after), titleOf(before)];
  if (now !== undefined) return t.linked(now);
  return was === undefined ? undefined : t.unlinked(was);
}

function sharedWords(
  t: Pick<HistoryTexts, 'shared' | 'unshared' | 'reworded'>,
  before: SharedPeople | null,
  after: SharedPeople | null,
): string | undefined {
  const names = (after ?? before)?.names.join(', ');
  if (names === undefined) return undefined;
  if (after === null) return t.unshared(names);
  return before === null ? t.shared(names, after.message) : t.reworded(names, after.message);
}

/** What a record was called when it was linked. */
const titleOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : (value as LinkedRecord | null)?.title;

function Values({ before, after }: { before: string; after: string }) {
  const t = useTexts(historyTexts);
  return (
    <>
      <del title={t.from}>{before || t.empty}</del> <span aria-hidden="true">→</span>{' '}
      <ins title={t.to}>{after || t.empty}</ins>
    </>
  );
}

function TextDiff({ before, after }: { before: string; after: string }) {
  const t = useTexts(historyTexts);
  const [parts, setParts] = useState<readonly DiffPart[]>();
  useEffect(() => {
    let isOver = false;
    void Promise.all([docOfHtml(before), docOfHtml(after)]).then(([old, now]) => {
      if (!isOver) setParts(shortDiff(wordDiff(textOfDoc(old), textOfDoc(now))));
    });
    return () => {
      isOver = true;
    };
  }, [before, after]);
  return (
    <>
      {(parts ?? []).map(({ kind, text }, index) =>
        kind === 'both' ? (
          <span key={index}>{text}</span>
        ) : kind === 'gone' ? (
          <del key={index} title={t.from}>
            {text}
          </del>
        ) : (
          <ins key={index} title={t.to}>
            {text}
          </ins>
        ),
      )}
    </>
  );
}
