import { createValue } from '../../../client/value.ts';
import type { Shared } from '../../../device/device.ts';

export interface Chosen {
  readonly account: string;
  readonly shared: Shared;
}

/** What other apps have handed over, for which no account was chosen yet; the first is asked about. It outlives the account that is shown. */
export const shared = createValue<readonly Shared[]>([]);

/** What an account was chosen for, until that is shown and has taken it, one after the other. */
export const chosen = createValue<readonly Chosen[]>([]);

/** Somebody has decided about something that was shared: the next follows. */
export const dropShared = (given: Shared): void => shared.set(shared.get().filter((one) => one !== given));
