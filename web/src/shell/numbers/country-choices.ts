/** Returns countries, given as their codes of two letters, with their names, in the order of the names. */
export function countryChoices(codes: readonly string[], language: string): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const named = codes.map((code) => [code, names.of(code) ?? code] as const);
  return named.toSorted(([, one], [, other]) => one.localeCompare(other, language));
}
