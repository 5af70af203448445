import { documentCommands, type DocumentDetail } from '@kontor/contract/document';
import { useRef, useState } from 'react';
import { asFailure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { changedFields, mergeEdits, storedOf, type FieldName, type Fields, type Stored } from './rules.ts';

/** What somebody else has stored meanwhile, and the fields that are to be decided. */
interface Conflict {
  readonly theirs: Stored;
  readonly names: readonly FieldName[];
}

/** How often an edit is brought together with what others store at the same time before it is given up. */
const MAX_TRIES = 5;

/** What is written about a document until it is saved. `onSaved` is told once it is. */
export function useEditing(details: DocumentDetail, onSaved: () => void) {
  const client = useClient();
  /** What the edit began from. */
  const [base, setBase] = useState(() => storedOf(details));
  const [draft, setDraft] = useState<Fields>(base);
  const [conflict, setConflict] = useState<Conflict>();
  const [code, setCode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isSaving = useRef(false);
  const isDirty = changedFields(base, draft).length > 0;

  /** True once it is stored. */
  async function store(from: Stored, wanted: Fields): Promise<boolean> {
    let [before, fields] = [from, wanted];
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        await client.transport.command(
          documentCommands.process,
          {
            aggregateId: details.aggregateId,
            title: fields.title.trim(),
            filename: fields.filename.trim(),
            buzzwords: fields.buzzwords.trim(),
            categories: [...fields.categories],
            postboxId: fields.postboxId,
            aggregateVersion: before.aggregateVersion,
          },
          client.env.newId(),
          { once: true },
        );
        return true;
      } catch (error) {
        const failure = asFailure(error);
        const theirs = failure.problem?.data as Stored | undefined;
        if (failure.code !== 'DOCUMENT_CONFLICT' || theirs === undefined) {
          setCode(failure.kind === 'offline' ? 'OFFLINE' : failure.code);
          return false;
        }
        const { merged, conflicts } = mergeEdits(before, fields, theirs);
        setBase(theirs);
        setDraft(merged);
        if (conflicts.length > 0) {
          setConflict({ theirs, names: conflicts });
          return false;
        }
        [before, fields] = [theirs, merged];
      }
    }
    setCode('other');
    return false;
  }
  const save = async (): Promise<boolean> => {
    if (isSaving.current) return false;
    if (draft.filename.trim() === '') {
      setCode('required');
      return false;
    }
    if (!isDirty) {
      onSaved();
      return true;
    }
    isSaving.current = true;
    setBusy(true);
    setCode(undefined);
    setConflict(undefined);
    try {
      const isDone = await store(base, draft);
      if (isDone) onSaved();
      return isDone;
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };
  const write = (part: Partial<Fields>): void => {
    setCode(undefined);
    setDraft({ ...draft, ...part });
  };
  return { draft, isDirty, isBusy, code, conflict, save, write };
}
export type Editing = ReturnType<typeof useEditing>;
