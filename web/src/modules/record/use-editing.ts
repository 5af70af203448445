import { recordCommands, type FieldFault, type Value } from '@kontor/contract/record';
import { useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { useDraft } from '../../client/use-draft.ts';
import { beginningsOf, useBeginner } from './beginnings.ts';
import { rebased, type KeptEdits } from './kept-edits.ts';
import {
  NO_EDITS,
  afterNews,
  afterSaving,
  changesOf,
  faultsOf,
  fieldsOf,
  isDirty,
  valueOf,
  withEdit,
  withoutEdit,
  type Edits,
  type Model,
  type Values,
} from './values.ts';
import type { FieldDefinition, ModelField } from '@kontor/contract/record';

/** Where something is written: in the record itself, in a contact person by their number, or in one who is to come. */
export type EditTarget = 'record' | `person ${number}` | `new ${number}`;

/** What is written in one place, and what stands in its way. */
export interface Part {
  readonly edits: Edits;
  readonly faults: Readonly<Record<string, FieldFault>>;
  /** Fields that somebody else has changed, with what they stored. */
  readonly conflicts: Readonly<Record<string, Value>>;
}
const NOTHING: Part = { edits: NO_EDITS, faults: {}, conflicts: {} };
type Parts = Readonly<Record<string, Part>>;

/** A contact person who is to come; with their number once they are stored. */
export interface NewPerson {
  readonly place: `new ${number}`;
  readonly storedAs: number | undefined;
}

type Trouble = { readonly kind: 'failure'; readonly failure: Failure } | { readonly kind: 'invalid' | 'conflict' };

const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  const { [key]: _known, ...others } = record;
  return others;
};

/** What is written about a record until it is saved. */
export function useEditing(model: Model) {
  const client = useClient();
  const beginner = useBeginner();
  const [parts, setParts] = useState<Parts>({});
  const [people, setPeople] = useState<readonly NewPerson[]>([]);
  const [seen, setSeen] = useState(model);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const next = useRef(1);
  /** What the server said last about when the record was changed. */
  const stamp = useRef(model.lastKnownChangeTimestamp);
  const { idoId, idoInstanceId } = model;
  const partOf = (place: EditTarget): Part => parts[place] ?? NOTHING;
  const change = (place: EditTarget, how: (part: Part) => Part): void =>
    setParts((all) => ({ ...all, [place]: how(all[place] ?? NOTHING) }));
  /** What was sent last of a place. Said again it is the same command: an answer that was lost makes nobody twice. */
  const sent = useRef(new Map<EditTarget, { readonly of: string; readonly processId: string }>());
  const processIdOf = (place: EditTarget, payload: object): string => {
    const of = JSON.stringify(payload);
    const known = sent.current.get(place);
    const processId = known?.of === of ? known.processId : client.env.newId();
    sent.current.set(place, { of, processId });
    return processId;
  };

  const fieldsIn = (place: EditTarget): readonly ModelField[] => {
    if (place === 'record') return fieldsOf(model);
    return model.model.contactPersons.find((one) => `person ${one.contactPersonId}` === place)?.fields ?? [];
  };
  const storedIn = (place: EditTarget, key: string): Value | undefined => {
    const field = fieldsIn(place).find((one) => one.key === key);
    return field === undefined ? undefined : valueOf(field);
  };

  /** Saves one place. True once it is saved; else what stands in the way is said beside its fields. */
  const saveOne = async (place: EditTarget, edits: Edits): Promise<Trouble | undefined> => {
    const changes = changesOf(edits);
    // In one who is to come nothing stands yet, whatever their fields begin with.
    const fromNothing = changes.map((one) => ({ ...one, before: typeof one.value === 'string' ? '' : [] }));
    const jsonPayload = { changes: place.startsWith('new ') ? fromNothing : changes };
    const about = { idoId, idoInstanceId, jsonPayload };
    const processId = processIdOf(place, jsonPayload);
    try {
      if (place === 'record') {
        const known = Math.max(stamp.current, model.lastKnownChangeTimestamp);
        const params = { ...about, lastKnownChangeTimestamp: known };
        const answer = await client.transport.command(recordCommands.save, params, processId, { once: true });
        stamp.current = answer.lastKnownChangeTimestamp;
      } else {
        const [who = '', id = ''] = place.split(' ');
        const contactPersonId = who === 'person' ? Number(id) : null;
        const params = { ...about, contactPersonId };
        const answer = await client.transport.command(recordCommands.saveContactPerson, params, processId, {
          once: true,
        });
        if (who === 'new')
          setPeople((all) =>
            all.map((one) => (one.place === place ? { ...one, storedAs: answer.contactPersonId } : one)),
          );
      }
      sent.current.delete(place);
      change(place, (part) => ({ edits: afterSaving(part.edits, edits), faults: {}, conflicts: {} }));
      return undefined;
    } catch (error) {
      const failure = asFailure(error);
      const data = (failure.problem?.data ?? {}) as {
        readonly faults?: readonly FieldFault[];
        readonly fields?: readonly { readonly key: string; readonly value: Value }[];
        readonly lastKnownChangeTimestamp?: number;
      };
      if (failure.code === 'RECORD_INVALID') {
        const faults = Object.fromEntries((data.faults ?? []).map((fault) => [fault.key, fault]));
        change(place, (part) => ({ ...part, faults }));
        return { kind: 'invalid' };
      }
      if (failure.code === 'RECORD_CONFLICT') {
        stamp.current = data.lastKnownChangeTimestamp ?? stamp.current;
        const conflicts = Object.fromEntries((data.fields ?? []).map(({ key, value }) => [key, value]));
        change(place, (part) => ({ ...part, conflicts }));
        return { kind: 'conflict' };
      }
      return { kind: 'failure', failure };
    }
  };

  const written = (Object.entries(parts) as [EditTarget, Part][]).filter(([, { edits }]) => isDirty(edits));
  const isWritten = written.length > 0;

  const wasWritten = useRef(false);
  const draft = useDraft<KeptEdits>('record', `${idoInstanceId}-${idoId}`, (kept) => {
    // What is written here is newer.
    if (isWritten) return;
    const found = Object.entries(kept.edits).map(([place, edits]): [string, Part] => {
      const isNew = place.startsWith('new ');
      const over = rebased(edits, (key) => (isNew ? edits[key]?.before : storedIn(place as EditTarget, key)));
      return [place, { ...NOTHING, ...over }];
    });
    const left = found.filter(([, part]) => isDirty(part.edits));
    // Of which nothing is left is forgotten.
    wasWritten.current = true;
    if (left.some(([, part]) => Object.keys(part.conflicts).length > 0)) setTrouble({ kind: 'conflict' });
    setParts(Object.fromEntries(left));
    setPeople(kept.people.map((place) => ({ place, storedAs: undefined })));
    next.current = 1 + Math.max(0, ...kept.people.map((place) => Number(place.slice('new '.length))));
  });
  const { save: keep, discard, foundAt } = draft;
  if (seen !== model) {
    setSeen(model);
    const told = (Object.entries(parts) as [EditTarget, Part][]).map(([place, part]): [EditTarget, Part] => {
      const edits = afterNews(part.edits);
      // What was found again may have been laid over what the device remembered.
      if (foundAt === undefined || place.startsWith('new ')) return [place, { ...part, edits }];
      return [place, { ...part, ...rebased(edits, (key) => storedIn(place, key) ?? edits[key]?.before) }];
    });
    setParts(Object.fromEntries(told));
    setPeople(people.filter(({ storedAs }) => !isIn(model, storedAs)));
  }
  useEffect(() => {
    if (isWritten)
      keep({
        edits: Object.fromEntries(Object.entries(parts).map(([place, { edits }]) => [place, edits])),
        people: people.flatMap(({ place, storedAs }) => (storedAs === undefined ? [place] : [])),
      });
    else if (wasWritten.current) discard();
    wasWritten.current = isWritten;
  }, [parts, people, isWritten, keep, discard]);

  /** Saves all that is written. True where nothing is left. `required`: the fields of a place. */
  const save = async (required: (place: EditTarget) => readonly FieldDefinition[]): Promise<boolean> => {
    if (isBusy) return false;
    setTrouble(undefined);
    let isLeft = false;
    for (const [place, { edits }] of written) {
      const fields = required(place);
      const begun = place.startsWith('new ') ? beginningsOf(fields, beginner) : {};
      const faults = faultsOf(fields, (key) => edits[key]?.value ?? storedIn(place, key) ?? begun[key] ?? '');
      if (faults.length > 0) isLeft = true;
      change(place, (part) => ({ ...part, faults: Object.fromEntries(faults.map((fault) => [fault.key, fault])) }));
    }
    if (isLeft) {
      setTrouble({ kind: 'invalid' });
      return false;
    }
    setBusy(true);
    try {
      for (const [place, { edits }] of written) {
        const found = await saveOne(place, edits);
        if (found === undefined) continue;
        setTrouble(found);
        return false;
      }
      return true;
    } finally {
      setBusy(false);
    }
  };

  return {
    partOf,
    /** What stands in the fields of a place, with what is written there; undefined where nothing is. */
    valuesIn: (place: EditTarget): Values | undefined => {
      const { edits } = partOf(place);
      if (!isDirty(edits)) return undefined;
      const stored = fieldsIn(place).map((field): [string, Value] => [field.key, valueOf(field)]);
      const typed = Object.entries(edits).map(([key, { value }]): [string, Value] => [key, value]);
      return Object.fromEntries([...stored, ...typed]);
    },
    people: people.filter(({ storedAs }) => !isIn(model, storedAs)),
    isDirty: isWritten,
    /** When what was found again had been written, in milliseconds since 1970. */
    foundAt: isWritten ? foundAt : undefined,
    /** Forgets all that is written. */
    drop: (): void => {
      setParts({});
      setPeople([]);
      setTrouble(undefined);
      discard();
    },
    isBusy,
    trouble,
    stamp: () => Math.max(stamp.current, model.lastKnownChangeTimestamp),
    save,
    write: (place: EditTarget, key: string, stored: Value, value: Value): void => {
      setTrouble(undefined);
      change(place, (part) => ({
        ...part,
        edits: withEdit(part.edits, key, stored, value),
        faults: without(part.faults, key),
      }));
    },
    takeMine: (place: EditTarget, key: string): void =>
      change(place, (part) => {
        const edit = part.edits[key];
        const theirs = part.conflicts[key];
        const conflicts = without(part.conflicts, key);
        if (edit === undefined || theirs === undefined) return { ...part, conflicts };
        return { ...part, conflicts, edits: { ...part.edits, [key]: { before: theirs, value: edit.value } } };
      }),
    takeTheirs: (place: EditTarget, key: string): void =>
      change(place, (part) => {
        const theirs = part.conflicts[key];
        const edits = withoutEdit(part.edits, key);
        return {
          ...part,
          conflicts: without(part.conflicts, key),
          // Until the record is read anew.
          edits: theirs === undefined ? edits : { ...edits, [key]: { before: theirs, value: theirs } },
        };
      }),
    addPerson: (): void => {
      setPeople([...people, { place: `new ${next.current}`, storedAs: undefined }]);
      next.current += 1;
    },
    forget: (place: EditTarget): void => {
      setPeople(people.filter((one) => one.place !== place));
      setParts(without(parts, place));
    },
  };
}
export type Editing = ReturnType<typeof useEditing>;

const isIn = (model: Model, personId: number | undefined): boolean =>
  model.model.contactPersons.some(({ contactPersonId }) => contactPersonId === personId);
