import { createValue } from '../../client/value.ts';

/** What the bell in the head says and does. */
export interface Bell {
  /** So many rang and were not confirmed. */
  readonly rung: number;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

const NONE: Bell | undefined = undefined;

/** Of the account that is shown; undefined where it has nothing to be called to today. */
export const bell = createValue<Bell | undefined>(NONE);
