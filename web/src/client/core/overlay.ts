import { STATES, userCountsOf, type EntryRow } from '@kontor/contract/activity';

/** What a command changes about an item before the server has said so. */
export type Patch = Partial<Pick<EntryRow, 'status' | 'archived' | 'trashed' | 'snoozedUntil' | 'globalized'>> & {
  /** Those of its extras that become others. */
  readonly extras?: EntryRow['extras'];
  /** Numbers among its extras that become no larger than this. Where the server has less by then, that holds. */
  readonly atMost?: Readonly<Record<string, number>>;
  /** The status becomes another only where the item is New. */
  readonly onlyNew?: true;
};
/** Patches of one command, by item key. */
export type Patches = readonly (readonly [key: string, patch: Patch])[];

function withExtras(known: EntryRow['extras'], extras: Patch['extras'], atMost: Patch['atMost']): EntryRow['extras'] {
  if (extras === undefined && atMost === undefined) return known;
  const lowered = Object.entries(atMost ?? {}).map(
    ([name, most]) => [name, Math.min(Number(known[name] ?? 0), most)] as const,
  );
  return { ...known, ...extras, ...Object.fromEntries(lowered) };
}

/**
 * A row after a change of this person. Where all who see it were equally far, they may share one state, and are taken along: that a
 * colleague is behind is said only when the server has said so.
 */
export function withPatch(row: EntryRow, { extras, atMost, onlyNew, status: wanted, ...fields }: Patch): EntryRow {
  const status = onlyNew === true && row.status !== STATES.unseen ? undefined : wanted;
  const patched: EntryRow = {
    ...row,
    ...fields,
    ...(status === undefined ? {} : { status }),
    extras: withExtras(row.extras, extras, atMost),
  };
  if (status === undefined || userCountsOf(row.extras) !== undefined) return patched;
  if (!row.userList.every(([, one]) => one === row.status)) return patched;
  return { ...patched, userList: row.userList.map(([id]) => [id, status] as const) };
}

interface Layer {
  readonly processId: string;
  readonly patch: Patch;
  order: number;
}

const byOrder = (a: Layer, b: Layer): number =>
  a.order - b.order || (a.processId < b.processId ? -1 : a.processId > b.processId ? 1 : 0);

/** The changes that wait for the server, in the order in which they will be sent. */
export class Overlay {
  readonly #layers = new Map<string, Layer[]>();
  readonly #keys = new Map<string, readonly string[]>();

  /** Lays a command's patches over the items, at its place. A process id that is there already is left as it is. */
  add(processId: string, patches: Patches, order: number): readonly string[] {
    if (this.#keys.has(processId)) return [];
    for (const [key, patch] of patches) {
      const layers = this.#layers.get(key);
      const layer: Layer = { processId, patch, order };
      if (layers === undefined) this.#layers.set(key, [layer]);
      else layers.push(layer);
      layers?.sort(byOrder);
    }
    const keys = [...new Set(patches.map(([key]) => key))];
    this.#keys.set(processId, keys);
    return keys;
  }

  /** Puts a command that is pending to another place; returns the items that it concerns. */
  reorder(processId: string, order: number): readonly string[] {
    const keys = this.#keys.get(processId) ?? [];
    for (const key of keys) {
      const layers = this.#layers.get(key) ?? [];
      for (const layer of layers) if (layer.processId === processId) layer.order = order;
      layers.sort(byOrder);
    }
    return keys;
  }

  /** Takes a command's patches away again; returns what they were, and its place. */
  drop(processId: string): readonly (readonly [key: string, patch: Patch, order: number])[] {
    const dropped: (readonly [string, Patch, number])[] = [];
    for (const key of this.#keys.get(processId) ?? []) {
      const layers = this.#layers.get(key) ?? [];
      const rest = layers.filter((layer) => layer.processId !== processId);
      for (const layer of layers) if (layer.processId === processId) dropped.push([key, layer.patch, layer.order]);
      if (rest.length === 0) this.#layers.delete(key);
      else this.#layers.set(key, rest);
    }
    this.#keys.delete(processId);
    return dropped;
  }

  /** Keys of the items of which any change waits. */
  items(): Iterable<string> {
    return this.#layers.keys();
  }

  /** Place of a pending command. */
  orderOf(processId: string): number | undefined {
    const [key] = this.#keys.get(processId) ?? [];
    return key === undefined ? undefined : this.#layers.get(key)?.find((layer) => layer.processId === processId)?.order;
  }

  /** True where the command is pending. */
  isOptimistic(processId: string): boolean {
    return this.#keys.has(processId);
  }

  /** True where any change of the item waits. */
  has(key: string): boolean {
    return this.#layers.has(key);
  }

  /** The row as the person sees it: the server's, with all that waits laid over it in order. */
  apply(key: string, row: EntryRow): EntryRow {
    const layers = this.#layers.get(key);
    if (layers === undefined) return row;
    let patched: EntryRow = row;
    for (const { patch } of layers) patched = withPatch(patched, patch);
    return patched;
  }
}
