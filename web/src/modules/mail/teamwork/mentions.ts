/** Somebody who can be named in a comment. */
export interface Mentionable {
  readonly userId: number;
  readonly name: string;
}

const LETTER = /[\p{L}\p{N}_]/u;

/** Where people are named in a text, in order: `@` and the whole name, whatever follows it being no letter. The longest name counts. */
function namedIn<P extends Mentionable>(text: string, people: readonly P[]): { person: P; from: number; to: number }[] {
  const longest = people.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length);
  const found: { person: P; from: number; to: number }[] = [];
  for (let from = text.indexOf('@'); from >= 0; from = text.indexOf('@', from + 1)) {
    const person = longest.find(
      ({ name }) => text.startsWith(name, from + 1) && !LETTER.test(text.charAt(from + 1 + name.length)),
    );
    if (person !== undefined) found.push({ person, from, to: from + 1 + person.name.length });
  }
  return found;
}

/** The people whom a text names, each once. */
export const mentionsIn = (text: string, people: readonly Mentionable[]): number[] => [
  ...new Set(namedIn(text, people).map(({ person }) => person.userId)),
];

/** A text in parts: those that name somebody, whose number they have, and what is between them. */
export function partsOf(
  text: string,
  people: readonly Mentionable[],
): { readonly text: string; readonly userId?: number }[] {
  const parts: { text: string; userId?: number }[] = [];
  let at = 0;
  for (const { person, from, to } of namedIn(text, people)) {
    if (from > at) parts.push({ text: text.slice(at, from) });
    parts.push({ text: text.slice(from, to), userId: person.userId });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** What is typed after an `@` at the beginning of a word, up to the caret; undefined where none is. */
export function typedName(text: string, caret: number): { readonly query: string; readonly from: number } | undefined {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf('@');
  if (from < 0 || (from > 0 && LETTER.test(before.charAt(from - 1)))) return undefined;
  const query = before.slice(from + 1);
  return /[\n@]/.test(query) || query.length > 40 || query.startsWith(' ') ? undefined : { query, from };
}

/** What is typed after a `#` at the beginning of a word, up to the caret; undefined where none is. It has no blanks, as in all texts. */
export function typedRecord(
  text: string,
  caret: number,
): { readonly query: string; readonly from: number } | undefined {
  const [, query] = /(?:^|[\s(])#([^\s#]{1,60})$/.exec(text.slice(0, caret)) ?? [];
  return query === undefined ? undefined : { query, from: caret - query.length - 1 };
}

/** People whose name, or a part of it, begins with what is typed. A name that is written whole needs no more offers. */
export function offersFor<P extends Mentionable>(query: string, people: readonly P[], most = 6): P[] {
  const wanted = query.trimEnd().toLocaleLowerCase();
  const fits = (name: string): boolean => {
    const lower = name.toLocaleLowerCase();
    return lower !== wanted && (lower.startsWith(wanted) || lower.split(/\s+/).some((part) => part.startsWith(wanted)));
  };
  return people.filter(({ name }) => fits(name)).slice(0, most);
}

/** A text with a word, as `@Anna Berger`, in the place of what was typed of it, and where the caret is then. */
export function withWord(
  text: string,
  from: number,
  caret: number,
  word: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(caret);
  const put = `${word}${/^\s/.test(rest) ? '' : ' '}`;
  return { text: `${text.slice(0, from)}${put}${rest}`, caret: from + put.length };
}
