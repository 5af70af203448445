/** A kind of conversation as it is edited. */
export interface Edited {
  /** Tells it from others while it has no number. */
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
