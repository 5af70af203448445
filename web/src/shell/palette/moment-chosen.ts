import { createValue } from '../../client/value.ts';

/** Until when the item in hand is put off, as the palette was told: an ISO instant. Whoever puts it off takes it, and asks no more. */
export const momentChosen = createValue<string | undefined>(undefined);
