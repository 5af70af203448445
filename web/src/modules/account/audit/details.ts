/** Words for what stands with an entry. */
export interface DetailWords {
  readonly names: Readonly<Record<string, string>>;
  /** Words that the server uses; texts of people are not among them. */
  readonly values: Readonly<Record<string, string>>;
  /** Names of people by their numbers. */
  readonly people: ReadonlyMap<string, string>;
}

/** Which details hold words of the server's; all others hold what people wrote, and are shown as they are. */
const WORDED = new Set([
  'by',
  'reason',
  'operation',
  'kinds',
  'change',
  'kind',
  'link',
  'mailed',
  'added',
  'removed',
  'missing',
  'administrator',
  'twoFactor',
]);

/** Which details hold numbers of people. */
const OF_PEOPLE = new Set(['members', 'left', 'userId']);

/** The details of an entry as people read them: `Grund: falsches Passwort`. */
export function tellDetails(details: Readonly<Record<string, string>>, words: DetailWords): readonly string[] {
  return Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const wordOf = WORDED.has(name)
        ? (word: string) => words.values[word]
        : OF_PEOPLE.has(name)
          ? (id: string) => words.people.get(id)
          : undefined;
      const said =
        wordOf === undefined
          ? value
          : value
              .split(/, ?/)
              .map((word) => wordOf(word) ?? word)
              .join(', ');
      return `${words.names[name] ?? name}: ${said}`;
    });
}
