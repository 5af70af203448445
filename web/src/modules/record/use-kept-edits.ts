import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../../client/use-draft.ts';
import { NOTHING, isIn, storedAt, type EditTarget, type NewPerson, type Part, type Parts } from './edited-parts.ts';
import { afterNews, isDirty, type Model } from './fields/values.ts';
import { rebased, type KeptEdits } from './kept-edits.ts';

/** What is written, as far as it is kept and brought together with what is read anew. */
interface Options {
  readonly parts: Parts;
  readonly people: readonly NewPerson[];
  readonly isWritten: boolean;
  readonly setParts: (parts: Parts) => void;
  readonly setPeople: (people: readonly NewPerson[]) => void;
  /** What was kept is shown again; `hasConflicts`: somebody else has changed something of it. */
  readonly onFound: (people: KeptEdits['people'], hasConflicts: boolean) => void;
}

/**
 * Keeps what is written of a record on the device until it is saved, and shows again what was kept. What is written goes along when the
 * record is read anew.
 */
export function useKeptEdits(
  model: Model,
  { parts, people, isWritten, setParts, setPeople, onFound }: Options,
): { readonly foundAt: number | undefined; readonly discard: () => void } {
  const { idoId, idoInstanceId } = model;
  const [seen, setSeen] = useState(model);
  const wasWritten = useRef(false);
  const draft = useDraft<KeptEdits>('record', `${idoInstanceId}-${idoId}`, (kept) => {
    // What is written here is newer.
    if (isWritten) return;
    const found = Object.entries(kept.edits).map(([target, edits]): [string, Part] => {
      const isNew = target.startsWith('new ');
      const over = rebased(edits, (key) => (isNew ? edits[key]?.before : storedAt(model, target as EditTarget, key)));
      return [target, { ...NOTHING, ...over }];
    });
    const left = found.filter(([, part]) => isDirty(part.edits));
    // Of which nothing is left is forgotten.
    wasWritten.current = true;
    setParts(Object.fromEntries(left));
    onFound(
      kept.people,
      left.some(([, part]) => Object.keys(part.conflicts).length > 0),
    );
  });
  const { save: keep, discard, foundAt } = draft;
  if (seen !== model) {
    setSeen(model);
    const rebasedParts = (Object.entries(parts) as [EditTarget, Part][]).map(([target, part]): [EditTarget, Part] => {
      const edits = afterNews(part.edits);
      // What was found again may have been laid over what the device remembered.
      if (foundAt === undefined || target.startsWith('new ')) return [target, { ...part, edits }];
      return [target, { ...part, ...rebased(edits, (key) => storedAt(model, target, key) ?? edits[key]?.before) }];
    });
    setParts(Object.fromEntries(rebasedParts));
    setPeople(people.filter(({ storedAs }) => !isIn(model, storedAs)));
  }
  useEffect(() => {
    if (isWritten)
      keep({
        edits: Object.fromEntries(Object.entries(parts).map(([target, { edits }]) => [target, edits])),
        people: people.flatMap(({ target, storedAs }) => (storedAs === undefined ? [target] : [])),
      });
    else if (wasWritten.current) discard();
    wasWritten.current = isWritten;
  }, [parts, people, isWritten, keep, discard]);
  return { foundAt, discard };
}
