import type { WholeKind } from '@kontor/contract/record';
import { useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { asStored, designOf, type Design } from './design.ts';
import { isChanged, layOver } from './merge.ts';
import { begin, redo, take, undo, type Step, type Steps } from './steps.ts';

/** What is kept on the device of a design that is not saved. */
interface Kept {
  readonly version: number;
  readonly base: Design;
  readonly design: Design;
}

/** Takes a step of designing. */
export type Change = (design: Design, step: Omit<Step, 'at'>) => void;

export type Designing = ReturnType<typeof useDesign>;

/** A kind while it is designed, with all steps that can be taken back. `whole` is undefined for a new one, which is `begun` then. */
export function useDesign(whole: WholeKind | undefined, begun: Design) {
  const client = useClient();
  const [seen, setSeen] = useState(whole);
  /** What the design began from. */
  const [base, setBase] = useState(() => ({
    version: whole?.version ?? 0,
    design: whole === undefined ? begun : designOf(whole),
  }));
  const [steps, setSteps] = useState<Steps>(() => begin(base.design));
  /** The kind as somebody else has saved it since. */
  const [theirs, setTheirs] = useState<WholeKind>();
  const isDirty = isChanged(base.design, steps.now);
  const draft = useDraft<Kept>('recordKind', String(whole?.idoInstanceId ?? 'new'), (found) => {
    setBase({ version: found.version, design: found.base });
    setSteps(take(begin(found.base), found.design, { kind: 'merge', at: 0 }));
    if (whole !== undefined && whole.version !== found.version) setTheirs(whole);
  });
  if (whole !== undefined && whole !== seen) {
    setSeen(whole);
    if (whole.version > base.version && isDirty) setTheirs(whole);
    else if (whole.version >= base.version && !isDirty && isChanged(designOf(whole), steps.now)) restart(whole);
  }
  function restart(kind: WholeKind): void {
    const design = designOf(kind);
    setBase({ version: kind.version, design });
    setSteps(begin(design));
    setTheirs(undefined);
  }
  const keep = (next: Steps): void => {
    setSteps(next);
    if (isChanged(base.design, next.now)) draft.save({ version: base.version, base: base.design, design: next.now });
    else draft.discard();
  };
  /** Goes on from what somebody else has saved. */
  const onto = (kind: WholeKind, design: Design): void => {
    const from = designOf(kind);
    setBase({ version: kind.version, design: from });
    setTheirs(undefined);
    const next = take(steps, design, { kind: 'merge', at: client.env.now() });
    setSteps(next);
    if (isChanged(from, design)) draft.save({ version: kind.version, base: from, design });
    else draft.discard();
  };
  return {
    design: steps.now,
    base: base.design,
    version: base.version,
    isDirty,
    theirs,
    setTheirs,
    foundAt: isDirty ? draft.foundAt : undefined,
    change: ((design, step) => keep(take(steps, design, { ...step, at: client.env.now() }))) satisfies Change,
    /** What would be taken back next, and what done again. */
    last: steps.past.at(-1)?.step.kind,
    next: steps.future[0]?.step.kind,
    undo: () => keep(undo(steps)),
    redo: () => keep(redo(steps)),
    takeTheirs: (kind: WholeKind) => onto(kind, designOf(kind)),
    layOver: (kind: WholeKind) => onto(kind, layOver(base.design, steps.now, designOf(kind))),
    /** It is saved: what follows begins from it. */
    saved: (version: number): void => {
      const design = asStored(steps.now);
      setBase({ version, design });
      setSteps(begin(design));
      setTheirs(undefined);
      draft.discard();
    },
    /** Everything is as it was saved. */
    drop: (): void => {
      draft.discard();
      if (theirs === undefined) setSteps(begin(base.design));
      else restart(theirs);
    },
  };
}
