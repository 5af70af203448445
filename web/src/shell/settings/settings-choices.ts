/** What a person has chosen for one setting, as this device knows it. */
export interface Choice {
  /** Left out: as usual. */
  readonly value?: unknown;
  /** When it was chosen, see the contract. */
  readonly version: number;
  /** Newest version that the server is known to have; 0 for none. */
  readonly known: number;
}
export type Choices = Readonly<Record<string, Choice>>;

/** Chooses now; a value of undefined is the usual one. Every choice is newer than the one that is known, whatever the clock says. */
export function chosen(choices: Choices, part: Readonly<Record<string, unknown>>, now: number): Choices {
  const next = Object.entries(part).map(([key, value]) => {
    const { version = 0, known = 0 } = choices[key] ?? {};
    return [key, { value, version: Math.max(now, version + 1), known }] as const;
  });
  return { ...choices, ...Object.fromEntries(next) };
}
