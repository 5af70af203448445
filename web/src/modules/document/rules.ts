import type { DocumentDetail } from '@kontor/contract/document';
import { mergeFields } from '../../client/core/merge.ts';

/** What of a document is written in its form. */
export type Fields = {
  readonly title: string;
  readonly filename: string;
  readonly buzzwords: string;
  readonly categories: readonly number[];
  readonly postboxId: number;
};
export type FieldName = keyof Fields;
export const FIELD_NAMES = ['title', 'filename', 'postboxId', 'buzzwords', 'categories'] as const;

/** The fields of a document, and the number of the edit that they were stored by. */
export interface Stored extends Fields {
  readonly aggregateVersion: number;
}

export const storedOf = (details: DocumentDetail): Stored => ({
  title: details.title,
  filename: details.filename,
  buzzwords: details.buzzwords,
  categories: details.categories.map(({ idoInstanceId }) => idoInstanceId),
  postboxId: details.postboxId,
  aggregateVersion: details.aggregateVersion,
});

/** Fields as they are compared and stored: of categories the order says nothing, of texts what blanks are around them. */
const plain = ({ title, filename, buzzwords, categories, postboxId }: Fields): Fields => ({
  title: title.trim(),
  filename: filename.trim(),
  buzzwords: buzzwords.trim(),
  categories: categories.toSorted((one, other) => one - other),
  postboxId,
});

/** Whether a field says the same in both. */
export const isSame = (name: FieldName, one: Fields, other: Fields): boolean =>
  JSON.stringify(plain(one)[name]) === JSON.stringify(plain(other)[name]);

export const changedFields = (before: Fields, now: Fields): readonly FieldName[] =>
  FIELD_NAMES.filter((name) => !isSame(name, before, now));

/**
 * What two people have made of the same fields: each one's changes together, and the fields that both have changed, to something else
 * each. In those it is one's own that stands.
 */
export function mergeEdits(
  before: Fields,
  mine: Fields,
  theirs: Fields,
): { readonly merged: Fields; readonly conflicts: readonly FieldName[] } {
  const { value, conflicts } = mergeFields(plain(before), plain(mine), plain(theirs));
  const names = new Set(conflicts.map(({ field }) => field));
  return { merged: value, conflicts: FIELD_NAMES.filter((name) => names.has(name)) };
}

/** Whose a document is that lies in no box, for a person: their own alone, theirs and shared, somebody else's, or nobody can say whose. */
export function noBoxOf(
  { owner, entry }: Pick<DocumentDetail, 'owner'> & { readonly entry: { readonly globalized: boolean } },
  userId: number | undefined,
): 'own' | 'shared' | 'others' | 'unknown' {
  if (owner === undefined || userId === undefined) return 'unknown';
  if (owner.userId === userId) return entry.globalized ? 'shared' : 'own';
  return owner.fullName === '' ? 'unknown' : 'others';
}
