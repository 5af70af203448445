import { createValue } from '../../client/value.ts';

/** A phone number that something is done with, and whose it is where that is known. */
export interface AboutNumber {
  /** As it was written. */
  readonly number: string;
  readonly record?: { readonly idoId: number; readonly idoInstanceId: number } | undefined;
  readonly contactPersonId?: number | undefined;
}

/** What the shell has of telephoning. Its module puts it here, once it is loaded; who has no right to it has none. */
interface PhoneParts {
  /** Offers what can be done with a number, beside `anchor`. */
  readonly offer: (about: AboutNumber, anchor: DOMRect) => void;
}
export const phoneParts = createValue<PhoneParts | undefined>(undefined);
