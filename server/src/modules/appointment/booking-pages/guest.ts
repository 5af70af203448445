import { tidyName, titleText, text } from '@kontor/contract/kernel';
import * as v from 'valibot';

const MAX_GUEST_NAME = 100;
const MAX_GUEST_WORDS = 1000;

/** An address as guests type it: one, without a name, with nothing that means something to a mail server. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

const nameSchema = v.pipe(titleText(400), v.transform(tidyName), v.minLength(1), v.maxLength(MAX_GUEST_NAME));
const addressSchema = v.pipe(text(254), v.trim(), v.regex(ADDRESS));
const wordsSchema = v.pipe(text(MAX_GUEST_WORDS * 2), v.trim(), v.maxLength(MAX_GUEST_WORDS));

export type GuestField = 'name' | 'address' | 'words' | 'slot';

/** What a guest has sent, as far as it can be shown again. */
export type Typed = Readonly<Record<'name' | 'address' | 'words', string>>;

export interface Guest extends Typed {
  /** When it begins, in milliseconds. */
  readonly start: number;
}

/** The texts of a form; of what is no text, nothing. */
export const textsOf = (body: unknown): Readonly<Record<string, string>> =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(
        Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/** What a form of a guest says, or which of its fields are wrong. */
export function readGuest(form: Readonly<Record<string, string>>): {
  readonly guest: Guest | undefined;
  readonly wrong: readonly GuestField[];
} {
  const name = v.safeParse(nameSchema, form['name'] ?? '');
  const address = v.safeParse(addressSchema, form['address'] ?? '');
  const words = v.safeParse(wordsSchema, form['words'] ?? '');
  const start = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/.test(form['slot'] ?? '')
    ? Date.parse(form['slot'] ?? '')
    : Number.NaN;
  const wrong: GuestField[] = [];
  if (!name.success) wrong.push('name');
  if (!address.success) wrong.push('address');
  if (!words.success) wrong.push('words');
  if (Number.isNaN(start)) wrong.push('slot');
  const isRight = name.success && address.success && words.success && wrong.length === 0;
  return {
    guest: isRight ? { name: name.output, address: address.output, words: words.output, start } : undefined,
    wrong,
  };
}
