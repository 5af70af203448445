import { MIN_WORD_IN_PASSWORD, PasswordSchema, namesInPassword } from '@kontor/contract/account';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseParameters } from '../../platform/http/problems.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { UserRow } from './store.ts';

/** Whose password it will be. */
export interface PasswordOwner {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
}

/** The owner that a person is. */
export const ownerOf = (user: UserRow): PasswordOwner => ({
  userName: user.user_name,
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
});

const PRODUCT = 'kontor';
/** A guesser who knows the lists and habits needs 2 to the power of this many tries. */
const MIN_BITS = 32;

const BITS = { word: 11.5, year: 6, run: 5, repeat: 4, character: 5 } as const;
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertzuiopü',
  'qwertyuiop',
  'asdfghjklöä',
  'yxcvbnm',
  'zxcvbnm',
];
const RUNS = ROWS.flatMap((row) => [row, Array.from(row).toReversed().join('')]);
const MIN_RUN = 3;

let known: { readonly words: ReadonlySet<string>; readonly longest: number } | undefined;

/** The passwords and words that everybody tries, read when they are first needed. */
function commonWords() {
  if (known === undefined) {
    const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
    const words = text.split('\n').filter((line) => line.length >= MIN_WORD_IN_PASSWORD && !line.startsWith('#'));
    known = { words: new Set(words), longest: Math.max(...words.map((word) => word.length)) };
  }
  return known;
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const withoutLeet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** Length of the row of one character, or of neighbours in the alphabet, among digits or on the keyboard, that begins here. */
function runAt(text: string, at: number): { readonly length: number; readonly bits: number } {
  let same = 1;
  while (text[at + same] === text[at]) same += 1;
  let run = 1;
  for (const row of RUNS) {
    let length = MIN_RUN;
    while (at + length <= text.length && row.includes(text.slice(at, at + length))) length += 1;
    run = Math.max(run, length - 1);
  }
  return same >= run ? { length: same, bits: BITS.repeat } : { length: run, bits: BITS.run };
}

/** How many bits a guesser needs who takes the cheapest way through words, years, rows and single characters. */
function bitsOf(text: string): number {
  const { words, longest } = commonWords();
  const cost = Array.from({ length: text.length + 1 }, (_, at) => (at === 0 ? 0 : Number.POSITIVE_INFINITY));
  for (let at = 0; at < text.length; at += 1) {
    const base = cost[at] ?? 0;
    const reach = (length: number, bits: number) => {
      cost[at + length] = Math.min(cost[at + length] ?? base + bits, base + bits);
    };
    reach(1, BITS.character);
    const run = runAt(text, at);
    if (run.length >= 2) reach(run.length, run.bits);
    if (/^(?:19|20)\d\d/.test(text.slice(at, at + 4))) reach(4, BITS.year);
    for (let length = MIN_WORD_IN_PASSWORD; length <= longest && at + length <= text.length; length += 1)
      if (words.has(text.slice(at, at + length))) reach(length, BITS.word);
  }
  return cost[text.length] ?? 0;
}

/** Something that is there twice or more is worth once. */
const unrepeated = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/** Whether a password is one that is tried early, or has the name of its owner, the instance or the product in it. */
export function isTooEasy(password: string, owner: PasswordOwner, instance: Pick<Instance, 'name' | 'title'>): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const context = [owner.userName, owner.firstName, owner.lastName, owner.email?.split('@')[0] ?? ''];
  const names = namesInPassword([...context, instance.name, instance.title, PRODUCT]);
  const spellings = [text, withoutLeet(text)];
  if (names.some((name) => spellings.some((spelling) => spelling.includes(name)))) return true;
  return spellings.some((spelling) => bitsOf(unrepeated(spelling)) < MIN_BITS);
}

/** Checks a new password. Fails with PARAMETERS_INVALID where it is too short or too long, and with PASSWORD_TOO_EASY. */
export function acceptPassword(password: string, owner: PasswordOwner, instance: Instance): string {
  const accepted = parseParameters(PasswordSchema, password, 'password');
  return isTooEasy(accepted, owner, instance) ? fail('PASSWORD_TOO_EASY') : accepted;
}
