import type { PressureLimits } from '../platform/load/rules.ts';

/** The machine of a test is as busy as it is; what is shed then is tested where it is meant. */
export const NEVER_SHED: PressureLimits = {
  lagMs: { busy: Infinity, overloaded: Infinity },
  waitMs: { busy: Infinity, overloaded: Infinity },
};
