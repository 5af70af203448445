import { PASSWORD_MIN_LENGTH, namesInPassword } from '@kontor/contract/account';

/** How good a password is, as far as can be told here; the server also knows those that everybody tries. */
export type Strength =
  | { readonly kind: 'empty' }
  | { readonly kind: 'short'; readonly more: number }
  | { readonly kind: 'name' | 'easy' | 'fair' | 'good' | 'strong' };

/** So few different characters are a pattern, whatever the length. */
const MIN_DIFFERENT = 6;
const LONG = 16;
const VERY_LONG = 24;

/** Strength of a password. `names`: those of the person, the instance and the product, which are not to be in it. */
export function strengthOf(password: string, names: readonly string[]): Strength {
  if (password === '') return { kind: 'empty' };
  if (password.length < PASSWORD_MIN_LENGTH) return { kind: 'short', more: PASSWORD_MIN_LENGTH - password.length };
  const lower = password.toLowerCase();
  if (namesInPassword(names).some((word) => lower.includes(word))) return { kind: 'name' };
  if (new Set(lower).size < MIN_DIFFERENT) return { kind: 'easy' };
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  if (password.length >= VERY_LONG || (password.length >= LONG && kinds >= 3)) return { kind: 'strong' };
  return { kind: password.length >= LONG || kinds >= 3 ? 'good' : 'fair' };
}

/** Whether the server may take it. */
export const isAcceptable = ({ kind }: Strength): boolean => kind === 'fair' || kind === 'good' || kind === 'strong';
