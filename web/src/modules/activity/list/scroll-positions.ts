import * as v from 'valibot';
import type { Environment } from '../../../client/environment.ts';

/** Where a list was left: the first row on the screen, how far it was scrolled past its beginning, and the row that the keys were on. */
export interface ScrollPosition {
  readonly key: string;
  readonly offset: number;
  /** How many rows were above it: so far has to be loaded to find it. */
  readonly index: number;
  readonly active?: string | undefined;
}

export interface ScrollPositions {
  get(address: string): ScrollPosition | undefined;
  /** `undefined`: at the top, with nothing to come back to. */
  keep(address: string, position: ScrollPosition | undefined): void;
}

const KEY = 'kontor.places';
const MOST = 60;

/** Addresses hold what was looked for; what stays in the tab's storage must not tell it. FNV-1a. */
export function markOf(address: string): string {
  let mark = 0x811c9dc5;
  for (let index = 0; index < address.length; index += 1)
    mark = Math.imul(mark ^ address.charCodeAt(index), 0x01000193) >>> 0;
  return `${mark.toString(36)}.${address.length}`;
}

const PositionsSchema = v.array(
  v.tuple([
    v.string(),
    v.object({ key: v.string(), offset: v.number(), index: v.number(), active: v.optional(v.string()) }),
  ]),
);

function read(text: string | null): Map<string, ScrollPosition> {
  try {
    return new Map(v.parse(PositionsSchema, JSON.parse(text ?? '[]')));
  } catch {
    // Somebody else's text.
    return new Map();
  }
}

/** The places of a page's lists, by address, kept for as long as the tab lives. */
export function createScrollPositions({ tab, onHide }: Pick<Environment, 'tab' | 'onHide'>): ScrollPositions {
  const positions = read(tab.getItem(KEY));
  onHide(() => {
    try {
      tab.setItem(KEY, JSON.stringify([...positions].slice(-MOST)));
    } catch {
      // No room, or none allowed: the lists begin at the top after a reload.
    }
  });
  return {
    get: (address) => positions.get(markOf(address)),
    keep(address, position) {
      const mark = markOf(address);
      // The last one that was left is the last one to be forgotten.
      positions.delete(mark);
      if (position !== undefined) positions.set(mark, position);
    },
  };
}

const known = new WeakMap<Environment, ScrollPositions>();

/** The page's own; one for all lists. */
export function scrollPositionsOf(env: Environment): ScrollPositions {
  let positions = known.get(env);
  if (positions === undefined) known.set(env, (positions = createScrollPositions(env)));
  return positions;
}
