import type { EntryRow } from '@kontor/contract/activity';
import { itemKey, parseAggregateId, type ItemKindName } from '@kontor/contract/kernel';
import { useState, type ReactNode } from 'react';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button } from '../../../ui/parts.tsx';
import { useFoundItems } from '../../../shell/palette/use-found-items.ts';
import type { WrittenFile } from './state.ts';
import { texts } from './texts.ts';

/** What was chosen, and what goes along already. */
export interface Choice {
  readonly has: (file: WrittenFile) => boolean;
  readonly isKnown: (file: WrittenFile) => boolean;
  readonly toggle: (file: WrittenFile) => void;
}

export interface AttachProps {
  readonly known: readonly WrittenFile[];
  readonly onAttach: (files: readonly WrittenFile[]) => void;
  readonly onClose: () => void;
}

/** The file of an item that goes along, whatever way the item was found by. */
const nameOf = ({ key, item }: WrittenFile): string => {
  const id = item === undefined ? undefined : parseAggregateId(item.aggregateId);
  return id === undefined ? key : `${itemKey(id)} ${item?.storageKey ?? ''}`;
};

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
}: AttachProps & {
  module: ItemKindName;
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
  const rows = useFoundItems(typed, tries, module);
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
        {rows === undefined ? <SkeletonBlock width="100%" height={200} /> : null}
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
