import { createValue } from '../../client/value.ts';

/** Whether the page shows nothing of what is in it, until the person has proved by the device that it is theirs. */
export const isLocked = createValue(false);
