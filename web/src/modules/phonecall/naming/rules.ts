import type { Candidate, Naming, NamingReason } from '@kontor/contract/phonecall';

/** What stands where a name is expected: one that is sure, those of whom it may be one, or nothing. */
export type Named =
  | { readonly kind: 'sure' | 'theirs'; readonly name: string; readonly candidate: Candidate | undefined }
  | { readonly kind: 'maybe'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'none' };

/** Names that are offered side by side at most. */
export const MAX_GUESSES = 2;

export function namedBy({ sureness, name, candidates }: Pick<Naming, 'sureness' | 'name' | 'candidates'>): Named {
  if (sureness === 'sure' && name !== '') return { kind: 'sure', name, candidate: candidates[0] };
  if (sureness === 'maybe' && candidates.length > 0)
    return { kind: 'maybe', candidates: candidates.slice(0, MAX_GUESSES) };
  if (sureness === 'theirs' && name !== '') return { kind: 'theirs', name, candidate: candidates[0] };
  return { kind: 'none' };
}

/** The reason that a candidate is named by: the most telling one. */
export const reasonOf = (candidate: Candidate | undefined): NamingReason | undefined => candidate?.reasons[0];

/** What the card, the head of a call and a screen reader call who it is with: guesses with `or` between them; empty where nobody is known. */
export function nameText(naming: Pick<Naming, 'sureness' | 'name' | 'candidates'>, or: string): string {
  const named = namedBy(naming);
  switch (named.kind) {
    case 'sure':
    case 'theirs':
      return named.name;
    case 'maybe':
      return named.candidates.map(({ name }) => name).join(` ${or} `);
    case 'none':
      return '';
  }
}
