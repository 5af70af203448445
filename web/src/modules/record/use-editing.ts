import type { Value } from '@kontor/contract/record';
import { useRef, useState } from 'react';
import {
  NOTHING,
  isIn,
  storedAt,
  valuesAt,
  withFaults,
  withMine,
  withTheirs,
  withWritten,
  without,
  type EditTarget,
  type NewPerson,
  type Part,
  type Parts,
  type DemandedFields,
  type Trouble,
} from './edited-parts.ts';
import { beginningsOf, useBeginner } from './fields/beginnings.ts';
import { faultsOf, isDirty, type Model, type Values } from './fields/values.ts';
import { useKeptEdits } from './use-kept-edits.ts';
import { useSavePart } from './use-save-part.ts';

/** What is written about a record until it is saved. */
export function useEditing(model: Model) {
  const beginner = useBeginner();
  const [parts, setParts] = useState<Parts>({});
  const [people, setPeople] = useState<readonly NewPerson[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const next = useRef(1);
  const partOf = (target: EditTarget): Part => parts[target] ?? NOTHING;
  const change = (target: EditTarget, how: (part: Part) => Part): void =>
    setParts((all) => ({ ...all, [target]: how(all[target] ?? NOTHING) }));
  const { stamp, savePart } = useSavePart(model, {
    change,
    onStored: (target, storedAs) =>
      setPeople((all) => all.map((one) => (one.target === target ? { ...one, storedAs } : one))),
  });
  const written = (Object.entries(parts) as [EditTarget, Part][]).filter(([, { edits }]) => isDirty(edits));
  const isWritten = written.length > 0;
  const { foundAt, discard } = useKeptEdits(model, {
    parts,
    people,
    isWritten,
    setParts,
    setPeople,
    onFound: (targets, hasConflicts) => {
      if (hasConflicts) setTrouble({ kind: 'conflict' });
      setPeople(targets.map((target) => ({ target, storedAs: undefined })));
      next.current = 1 + Math.max(0, ...targets.map((target) => Number(target.slice('new '.length))));
    },
  });

  /** Says beside the fields what is wrong before anything is sent. True where nothing is. */
  const check = (required: DemandedFields): boolean => {
    let isLeft = false;
    for (const [target, { edits }] of written) {
      const fields = required(target);
      const begun = target.startsWith('new ') ? beginningsOf(fields, beginner) : {};
      const faults = faultsOf(fields, (key) => edits[key]?.value ?? storedAt(model, target, key) ?? begun[key] ?? '');
      if (faults.length > 0) isLeft = true;
      change(target, (part) => withFaults(part, faults));
    }
    return !isLeft;
  };
  /** Saves all that is written. True where nothing is left. `required`: the fields of a place. */
  const save = async (required: DemandedFields): Promise<boolean> => {
    if (isBusy) return false;
    setTrouble(undefined);
    if (!check(required)) {
      setTrouble({ kind: 'invalid' });
      return false;
    }
    setBusy(true);
    try {
      for (const [target, { edits }] of written) {
        const found = await savePart(target, edits);
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
    valuesIn: (target: EditTarget): Values | undefined => valuesAt(model, target, partOf(target)),
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
    stamp,
    save,
    write: (target: EditTarget, key: string, stored: Value, value: Value): void => {
      setTrouble(undefined);
      change(target, (part) => withWritten(part, key, stored, value));
    },
    takeMine: (target: EditTarget, key: string): void => change(target, (part) => withMine(part, key)),
    takeTheirs: (target: EditTarget, key: string): void => change(target, (part) => withTheirs(part, key)),
    addPerson: (): void => {
      setPeople([...people, { target: `new ${next.current}`, storedAs: undefined }]);
      next.current += 1;
    },
    forget: (target: EditTarget): void => {
      setPeople(people.filter((one) => one.target !== target));
      setParts(without(parts, target));
    },
  };
}
export type Editing = ReturnType<typeof useEditing>;
