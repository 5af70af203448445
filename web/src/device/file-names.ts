import { isDeviceName } from '@kontor/contract/file-names';

/** Most that is taken over from another app at once. */
export const MAX_SHARED_FILES = 20;
export const MAX_SHARED_BYTES = 100_000_000;

const MAX_NAME = 200;
/** Signs that no system has in names, control characters, and such as turn the direction of writing or are not seen. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const UNSAFE = /[\u0000-\u001f\u007f-\u009f"*/:<>?\\|\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const endingOf = (name: string): string => /\.[\p{L}\p{N}]{1,12}$/u.exec(name)?.[0] ?? '';

/** Returns the name of a file as any system takes it: the last part of a path, without anything that means something else there. */
export function safeName(given: string): string {
  const last = given.split(/[/\\]/).findLast((part) => part.trim() !== '' && !/^\.+$/.test(part.trim())) ?? '';
  const tidy = last.toWellFormed().normalize('NFC').replace(UNSAFE, '').replace(/\s+/g, ' ').trim();
  const plain = tidy.replace(/^[.\s]+/, '').replace(/[.\s]+$/, '');
  const named = isDeviceName(plain) ? `_${plain}` : plain;
  if (named === '') return 'Datei';
  const ending = endingOf(named);
  const signs = Array.from(named.slice(0, named.length - ending.length));
  return signs.slice(0, MAX_NAME - ending.length).join('') + ending;
}

/** Returns a name that none of the others has, whatever their case. */
export function freeName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map((other) => other.normalize('NFC').toLowerCase()));
  const ending = endingOf(name);
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${stem} (${number})${ending}`;
    if (!taken.has(tried.toLowerCase())) return tried;
  }
}

/** Returns the names in their order, with numbers behind those that were there before. */
export const uniqueNames = (names: readonly string[]): readonly string[] =>
  names.reduce<readonly string[]>((before, name) => [...before, freeName(name, before)], []);
