import { kindCommands, kindQueries, type KindEffects, type KindFault, type WholeKind } from '@kontor/contract/record';
import { useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { givenOf } from './design.ts';
import { NO_FAULTS, emptyParts, faultsIn, faultsLeft, type Faults } from './faults.ts';
import type { Designing } from './use-design.ts';

/** Whether anything of it touches what stands in records. */
const touchesRecords = ({ required, unique, converted, retired, returned, choices, renamed }: KindEffects): boolean =>
  [required, unique, converted, retired, returned, choices, renamed].some((some) =>
    some.some(({ records }) => records > 0),
  );

export type Saving = ReturnType<typeof useSaving>;

/** Saving of a design: first it is asked what that would do, which the person agrees to. */
export function useSaving(
  designing: Designing,
  {
    idoInstanceId,
    onSaved,
    onConflict,
  }: {
    idoInstanceId: number | null;
    /** `isFollowing`: its records are adapted from now on. */
    onSaved: (kindId: number, name: string, isFollowing: boolean) => void;
    onConflict: () => void;
  },
) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [marked, setMarked] = useState<{ readonly of: Designing['design']; readonly faults: Faults }>();
  const [effects, setEffects] = useState<KindEffects>();
  const { design, version, setTheirs, saved } = designing;
  const faults = marked === undefined ? NO_FAULTS : faultsLeft(marked.faults, marked.of, design);
  const showFaults = (all: readonly KindFault[]): boolean => {
    setMarked({ of: design, faults: faultsIn(design, all) });
    return all.length === 0;
  };
  /** True once it is saved. */
  const store = async (): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await client.sendNow(kindCommands.saveKind, givenOf(design, { idoInstanceId, version }));
      const isFollowing = [effects?.converted, effects?.renamed].some((some = []) => some.length > 0);
      setEffects(undefined);
      saved(answer.version);
      onSaved(answer.idoInstanceId, design.name.trim(), isFollowing);
      return true;
    } catch (error) {
      const found = asFailure(error);
      setEffects(undefined);
      if (found.code === 'KIND_CONFLICT') {
        setTheirs(found.problem?.data as WholeKind);
        onConflict();
      } else if (found.code === 'KIND_INVALID')
        showFaults((found.problem?.data as { readonly faults?: readonly KindFault[] } | undefined)?.faults ?? []);
      else setFailure(found);
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** Asks what it would do; where that touches records, the person is asked first. True once it is saved. */
  const save = async (): Promise<boolean> => {
    if (isBusy || !showFaults(emptyParts(design))) return false;
    if (idoInstanceId === null) return store();
    setBusy(true);
    setFailure(undefined);
    try {
      const found = await client.ask.run(kindQueries.kindEffects, givenOf(design, { idoInstanceId, version }));
      if (!showFaults(found.faults)) return false;
      if (touchesRecords(found)) {
        setEffects(found);
        return false;
      }
    } catch (error) {
      setFailure(asFailure(error));
      return false;
    } finally {
      setBusy(false);
    }
    return store();
  };
  return { isBusy, failure, faults, effects, save, store, forget: () => setEffects(undefined) };
}
