import type { DocumentDetail } from '@kontor/contract/document';

/** What of a document is written in its form. */
export interface Fields {
  readonly title: string;
  readonly filename: string;
  readonly buzzwords: string;
  readonly categories: readonly number[];
  readonly postboxId: number;
}
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

/** Whether two values of a field say the same: of categories the order says nothing, of texts what blanks are around them. */
export function isSame(one: Fields[FieldName], other: Fields[FieldName]): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return one.length === other.length && one.every((id) => other.includes(id));
}

export const changedFields = (before: Fields, now: Fields): readonly FieldName[] =>
  FIELD_NAMES.filter((name) => !isSame(before[name], now[name]));

/**
 * What two people have made of the same fields: each one's changes together, and the fields that both have changed, to something else
 * each. In those it is one's own that stands.
 */
export function mergeFields(
  before: Fields,
  mine: Fields,
  theirs: Fields,
): { readonly merged: Fields; readonly conflicts: readonly FieldName[] } {
  const own = changedFields(before, mine);
  const other = changedFields(before, theirs);
  const conflicts = own.filter((name) => other.includes(name) && !isSame(mine[name], theirs[name]));
  const pick = <N extends FieldName>(name: N): Fields[N] => (own.includes(name) ? mine[name] : theirs[name]);
  return {
    merged: {
      title: pick('title'),
      filename: pick('filename'),
      buzzwords: pick('buzzwords'),
      categories: pick('categories'),
      postboxId: pick('postboxId'),
    },
    conflicts,
  };
}

/** The title that a document has where none is given: its file's name without its ending. */
export const titleOfFile = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '');
