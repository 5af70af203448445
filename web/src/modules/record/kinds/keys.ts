import { FIELD_KEY, RESERVED_KEYS } from '@kontor/contract/record';

const MOST = 40;
const WORDS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'o', ł: 'l' };
/** Words that mean something of their own in formulas. */
const OF_FORMULAS = ['if', 'true', 'false', 'null', 'this'];

/** A key for a label: `E-Mail (privat)` is `eMailPrivat`. It is none of those that are taken. */
export function keyOf(label: string, taken: readonly string[]): string {
  const plain = label
    .toLowerCase()
    .replace(/[äöüßæøł]/g, (sign) => WORDS[sign] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const [first = '', ...more] = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const joined = [first, ...more.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))].join('');
  const begun = (/^[a-z]/.test(joined) ? joined : `field${joined}`).slice(0, MOST);
  const used = new Set<string>([...taken, ...RESERVED_KEYS, ...OF_FORMULAS]);
  if (!used.has(begun)) return begun;
  for (let number = 2; ; number += 1) {
    const tried = `${begun.slice(0, MOST - String(number).length)}${number}`;
    if (!used.has(tried)) return tried;
  }
}

/** Why a key that was written by hand cannot be had. */
export function keyFault(key: string, taken: readonly string[]): 'form' | 'taken' | 'reserved' | undefined {
  if (!FIELD_KEY.test(key)) return 'form';
  if (taken.includes(key)) return 'taken';
  return (RESERVED_KEYS as readonly string[]).includes(key) ? 'reserved' : undefined;
}
