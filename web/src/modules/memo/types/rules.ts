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

/** A list as it is edited, and what its edits are compared with. */
export interface Editing {
  readonly list: readonly Edited[];
  /** `list` as it was begun with or last saved: another one is to be saved. */
  readonly base: readonly Edited[];
  /** What the server had at that time. */
  readonly known: readonly Offered[];
}

/** Edits that begin with what is kept. `before`: what was edited up to now. */
export function begunWith(
  kept: readonly Offered[],
  nameOf: (communicationType: string) => string,
  before: readonly Edited[] = [],
): Editing {
  const keys = new Map(before.map(({ id, key }) => [id, key]));
  const list = kept.map(({ id, communicationType }) => ({
    key: keys.get(id) ?? String(id),
    id,
    kept: communicationType,
    name: nameOf(communicationType),
  }));
  return { list, base: list, known: kept };
}

/** Edits that `sent` was saved of as `kept`, in the same order: what was new has its number, what was changed meanwhile is to be saved. */
export function savedAs({ list }: Editing, sent: readonly Edited[], kept: readonly Offered[]): Editing {
  const rows = new Map(sent.map(({ key }, index) => [key, kept[index]]));
  const numbered = (types: readonly Edited[]): readonly Edited[] =>
    types.map((type) => {
      const row = rows.get(type.key);
      return row === undefined ? type : { ...type, id: row.id, kept: row.communicationType };
    });
  const base = numbered(sent);
  return { list: list === sent ? base : numbered(list), base, known: kept };
}
