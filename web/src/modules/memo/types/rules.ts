/** A kind of conversation as it is kept and offered. */
export interface Offered {
  readonly id: number;
  readonly communicationType: string;
}

/** A kind of conversation as it is edited. */
export interface Edited {
  /** Tells it from others; stays when it is saved and read anew, so that whoever types in it goes on typing. */
  readonly key: string;
  /** Null while it is new. */
  readonly id: number | null;
  /** As it is kept; empty while it is new. */
  readonly kept: string;
  /** As it is called where it is edited. */
  readonly name: string;
}

export type ListFault = { readonly why: 'name' | 'none' } | { readonly why: 'twice'; readonly name: string };

/** What keeps a list from being saved; undefined for nothing. */
export function faultOf(list: readonly Edited[]): ListFault | undefined {
  if (list.length === 0) return { why: 'none' };
  if (list.some(({ name }) => name.trim() === '')) return { why: 'name' };
  const seen = new Set<string>();
  for (const { name } of list) {
    const same = name.trim().toLocaleLowerCase();
    if (seen.has(same)) return { why: 'twice', name: name.trim() };
    seen.add(same);
  }
  return undefined;
}

/** A list as it is edited. */
export interface TypesDraft {
  readonly list: readonly Edited[];
  /** What the server had when the list was begun with or last saved. */
  readonly known: readonly Offered[];
}

/** Edits that begin with what is kept. */
export const begunWith = (kept: readonly Offered[], nameOf: (communicationType: string) => string): TypesDraft => ({
  list: kept.map(({ id, communicationType }) => ({
    key: String(id),
    id,
    kept: communicationType,
    name: nameOf(communicationType),
  })),
  known: kept,
});

const withoutKeys = ({ list }: TypesDraft): string =>
  JSON.stringify(list.map(({ id, kept, name }) => [id, kept, name]));

/** Whether lists differ in more than keys. */
export const isChanged = (one: TypesDraft, other: TypesDraft): boolean => withoutKeys(one) !== withoutKeys(other);

/** What is edited, after what is stored has changed: edits stay as they are; a list without any is the stored one, under the keys that it had. */
export function followed(draft: TypesDraft, before: TypesDraft, stored: TypesDraft): TypesDraft {
  if (isChanged(before, draft)) return draft;
  const keys = new Map(draft.list.map(({ id, key }) => [id, key]));
  return { ...stored, list: stored.list.map((type) => ({ ...type, key: keys.get(type.id) ?? type.key })) };
}

/** A draft after `sent` was saved as `kept`, in the same order: what was new has its number, what was changed meanwhile is to be saved. */
export function savedAs({ list }: TypesDraft, sent: TypesDraft, kept: readonly Offered[]): TypesDraft {
  const rows = new Map(sent.list.map(({ key }, index) => [key, kept[index]]));
  return {
    list: list.map((type) => {
      const row = rows.get(type.key);
      return row === undefined ? type : { ...type, id: row.id, kept: row.communicationType };
    }),
    known: kept,
  };
}
