/** What must hold after a run, whatever has happened in it. */
export const INVARIANTS = [
  'each command takes effect once',
  'what was acknowledged is stored',
  'what was meant is not lost',
  'what is refused took no effect',
  'what is refused was refused by the server',
  'nothing happens that nobody wanted',
  'an effect is what was wanted',
  'an item’s commands take effect in their order',
  'texts of a thread have numbers without a gap',
  'nobody has read more than was said',
  'each mail arrives once',
  'every page shows what is stored',
  'all is well soon after a fault',
  'nobody is told what is not theirs',
  'the server never ends by itself',
  'no answer says that the server is broken',
  'no work is left behind',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

export interface Violation {
  readonly invariant: Invariant;
  readonly detail: string;
  /** The item that it is about, so that its last steps can be shown. */
  readonly item?: { readonly instance: string; readonly id: number };
}
