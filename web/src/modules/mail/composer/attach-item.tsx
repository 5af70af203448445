import { findQueries, LIST_SORT, type EntryRow } from '@kontor/contract/activity';
import { itemKey, parseAggregateId, type ModuleName } from '@kontor/contract/kernel';
import { useEffect, useState, type ReactNode } from 'react';
import { EntriesInRowsSchema, aggregateIdOf } from '../../../client/entry-rows.ts';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Bone, Button } from '../../../ui/parts.tsx';
import type { WrittenFile } from './state.ts';
import { texts } from './texts.ts';

const WAIT_MS = 200;
const MOST = 20;

/** What was chosen, and what goes along already. */
export interface Choice {
  readonly has: (file: WrittenFile) => boolean;
  readonly isKnown: (file: WrittenFile) => boolean;
  readonly toggle: (file: WrittenFile) => void;
}

export interface AttachGiven {
  readonly known: readonly WrittenFile[];
  readonly onAttach: (files: readonly WrittenFile[]) => void;
  readonly onClose: () => void;
}

/** The file of an item that goes along, whatever way the item was found by. */
const nameOf = ({ key, item }: WrittenFile): string => {
  const id = item === undefined ? undefined : parseAggregateId(item.aggregateId);
  return id === undefined ? key : `${itemKey(id)} ${item?.storageKey ?? ''}`;
};

/** Items of a kind that hold what was typed, the newest first. Undefined until the first answer, null where there was none. */
function useItems(module: ModuleName, typed: string, tries: number): readonly EntryRow[] | null | undefined {
  const client = useClient();
  const [found, setFound] = useState<readonly EntryRow[] | null>();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        const term = typed.trim();
        const params = { view: 'all' as const, moduleIds: [module], ...(term === '' ? {} : { searchTerm: term }) };
        client.transport
          .query(findQueries.filterItems, params, {
            page: 1,
            limit: MOST,
            sort: LIST_SORT,
            rows: EntriesInRowsSchema,
            once: true,
            signal: stop.signal,
          })
          .then(
            ({ results }) => (stop.signal.aborted ? undefined : setFound(results as unknown as readonly EntryRow[])),
            () => (stop.signal.aborted ? undefined : setFound(null)),
          );
      },
      typed === '' || tries > 0 ? 0 : WAIT_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, module, typed, tries]);
  return found;
}

/** Takes files of items along that are looked for here: nothing of them is uploaded again. `children` draws an item in the list. */
export function AttachItem({
  module,
  title,
  search,
  none,
  known,
  onAttach,
  onClose,
  children,
}: AttachGiven & {
  module: ModuleName;
  title: string;
  search: string;
  /** What is said where nothing was found. */
  none: string;
  children: (row: EntryRow, aggregateId: string, choice: Choice) => ReactNode;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const [typed, setTyped] = useState('');
  const [tries, setTries] = useState(0);
  const [chosen, setChosen] = useState<ReadonlyMap<string, WrittenFile>>(new Map());
  const rows = useItems(module, typed, tries);
  const userId = client.user.get()?.id ?? 0;
  const there = new Set(known.map(nameOf));
  const choice: Choice = {
    has: (file) => chosen.has(file.key),
    isKnown: (file) => there.has(nameOf(file)),
    toggle: (file) =>
      setChosen((before) => {
        const next = new Map(before);
        if (!next.delete(file.key)) next.set(file.key, file);
        return next;
      }),
  };
  return (
    <Dialog title={title} closeLabel={t.close} size="l" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onAttach([...chosen.values()].filter((file) => !choice.isKnown(file)));
          onClose();
        }}
      >
        <TextField
          label={search}
          type="search"
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setTries(0);
          }}
          onKeyDown={(event) => {
            // Looking for something is not attaching it.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        {rows === undefined ? <Bone width="100%" height={200} /> : null}
        {rows === null ? (
          <p>
            {t.attachMailFailed}{' '}
            <Button kind="plain" onClick={() => setTries(tries + 1)}>
              {t.retry}
            </Button>
          </p>
        ) : null}
        {rows?.length === 0 ? <p className="quiet">{none}</p> : null}
        {rows === undefined || rows === null || rows.length === 0 ? null : (
          <ul className="write-mails" aria-label={title}>
            {rows.map((row) => {
              const aggregateId = aggregateIdOf(row, userId);
              return <li key={aggregateId}>{children(row, aggregateId, choice)}</li>;
            })}
          </ul>
        )}
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" disabled={chosen.size === 0}>
            {t.attachChosen(chosen.size)}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** A file that may be chosen; what goes along already is not chosen again. */
export function FileCheck({ file, choice, children }: { file: WrittenFile; choice: Choice; children: ReactNode }) {
  const isKnown = choice.isKnown(file);
  return (
    <Check
      label={children}
      checked={isKnown || choice.has(file)}
      disabled={isKnown}
      onChange={() => choice.toggle(file)}
    />
  );
}
