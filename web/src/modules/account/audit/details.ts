/** Words for what stands with an entry. */
export interface DetailWords {
  readonly names: Readonly<Record<string, string>>;
  /** Words that the server uses; texts of people are not among them. */
  readonly values: Readonly<Record<string, string>>;
}

/** Which details hold words of the server's; all others hold what people wrote, and are shown as they are. */
const WORDED = new Set([
  'by',
  'reason',
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

/** The details of an entry as people read them: `Grund: falsches Passwort`. */
export function tellDetails(details: Readonly<Record<string, string>>, words: DetailWords): readonly string[] {
  return Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const said = WORDED.has(name)
        ? value
            .split(/, ?/)
            .map((word) => words.values[word] ?? word)
            .join(', ')
        : value;
      return `${words.names[name] ?? name}: ${said}`;
    });
}
