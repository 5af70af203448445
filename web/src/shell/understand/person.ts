/** Somebody who can be named in a line. */
export interface Person {
  readonly userId: number;
  readonly fullName: string;
}

/** Somebody by full name, or by a first or last name that nobody else has. */
export function personOf(
  text: string,
  people: readonly Person[],
): { readonly person: Person; readonly length: number } | undefined {
  const begins = (name: string): boolean =>
    text.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
  const full = people.find(({ fullName }) => begins(fullName));
  if (full !== undefined) return { person: full, length: full.fullName.length };
  const [word = ''] = /^[\p{L}\p{N}-]+/u.exec(text) ?? [];
  const named = people.filter(({ fullName }) =>
    fullName.split(/\s+/).some((name) => name.toLowerCase() === word.toLowerCase()),
  );
  const [person] = named;
  return named.length === 1 && person !== undefined ? { person, length: word.length } : undefined;
}
