/** What a page says of a failure, by its code. */
export const saidOf = (problems: Readonly<Record<string, string>> & { readonly other: string }, code: string): string =>
  problems[code] ?? problems.other;
