import type { Design } from './design.ts';

/** What a step did, to be said when it is taken back. */
export const STEP_KINDS = [
  'name',
  'color',
  'add',
  'move',
  'change',
  'duplicate',
  'retire',
  'back',
  'tabs',
  'columns',
  'merge',
] as const;
export interface Step {
  readonly kind: (typeof STEP_KINDS)[number];
  /** What it is about, as `left.label`: what is written there without a pause is one step. Left out: always a step of its own. */
  readonly of?: string;
  /** Milliseconds. */
  readonly at: number;
}

/** A design with what it was before, and what was taken back. */
export interface Steps {
  readonly now: Design;
  readonly past: readonly { readonly design: Design; readonly step: Step }[];
  readonly future: readonly { readonly design: Design; readonly step: Step }[];
}

const MAX_STEPS = 100;
/** What is written within this time of each other is one step. */
const PAUSE_MS = 1200;

export const begin = (design: Design): Steps => ({ now: design, past: [], future: [] });

/** A step further. */
export function take(steps: Steps, design: Design, step: Step): Steps {
  if (design === steps.now) return steps;
  const last = steps.past.at(-1);
  const goesOn =
    last !== undefined &&
    steps.future.length === 0 &&
    step.of !== undefined &&
    last.step.kind === step.kind &&
    last.step.of === step.of &&
    step.at - last.step.at < PAUSE_MS;
  const past = goesOn
    ? [...steps.past.slice(0, -1), { ...last, step }]
    : [...steps.past, { design: steps.now, step }].slice(-MAX_STEPS);
  return { now: design, past, future: [] };
}

export function undo({ now, past, future }: Steps): Steps {
  const last = past.at(-1);
  if (last === undefined) return { now, past, future };
  return { now: last.design, past: past.slice(0, -1), future: [{ design: now, step: last.step }, ...future] };
}

export function redo({ now, past, future }: Steps): Steps {
  const [next, ...rest] = future;
  if (next === undefined) return { now, past, future };
  // What is written next is a step of its own.
  const { of: _of, ...step } = next.step;
  return { now: next.design, past: [...past, { design: now, step }], future: rest };
}
