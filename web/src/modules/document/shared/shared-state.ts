import { createValue } from '../../../client/value.ts';
import type { Shared } from '../../../device/device.ts';

const NOTHING: Shared | undefined = undefined;
const NOBODY: { readonly account: string; readonly shared: Shared } | undefined = undefined;

/** What another app has handed over, for which no account was chosen yet. It outlives the account that is shown. */
export const shared = createValue<Shared | undefined>(NOTHING);

/** The account that was chosen for it, until that is shown and has taken it. */
export const chosen = createValue<{ readonly account: string; readonly shared: Shared } | undefined>(NOBODY);
