import type { Taken } from '@kontor/contract/appointment';
import { DAY_MINUTES, localOf } from '../local-time.ts';

/** A part of a day, in minutes of its clock. */
export interface Part {
  readonly from: number;
  readonly to: number;
}
export interface Block extends Part {
  readonly kind: 'busy' | 'tentative';
}

/** Hours that the strip shows at least. */
const SHOWN: Part = { from: 8 * 60, to: 18 * 60 };
const STEP = 15;

/** What of the times at which a calendar is taken lies on a day. */
export const blocksOn = (times: Taken['times'], day: string, zone: string): readonly Block[] =>
  times.flatMap(({ start, end, kind }) => {
    const [begins, ends] = [localOf(start, zone), localOf(end, zone)];
    if (begins.day > day || ends.day < day) return [];
    const from = begins.day < day ? 0 : begins.minutes;
    const to = ends.day > day ? DAY_MINUTES : ends.minutes;
    return to > from ? [{ from, to, kind }] : [];
  });

/** The same without a part: what an appointment takes itself does not stand in its own way. */
export const without = (blocks: readonly Block[], part: Part | undefined): readonly Block[] =>
  part === undefined
    ? blocks
    : blocks.flatMap((block) =>
        [
          { ...block, to: Math.min(block.to, part.from) },
          { ...block, from: Math.max(block.from, part.to) },
        ].filter(({ from, to }) => to > from),
      );

/** The first time of the shown hours that is free for all and long enough, from `since` on. */
export function firstGap(rows: readonly (readonly Block[])[], minutes: number, since = 0): Part | undefined {
  const taken = rows.flat().toSorted((a, b) => a.from - b.from);
  let from = Math.max(SHOWN.from, Math.ceil(since / STEP) * STEP);
  for (const block of taken) {
    if (block.from - from >= minutes) break;
    if (block.to > from) from = Math.ceil(block.to / STEP) * STEP;
  }
  return from + minutes <= SHOWN.to ? { from, to: from + minutes } : undefined;
}

/** The hours that a strip shows: whole ones, with the chosen time among them. */
export const hoursShown = (chosen: Part | undefined): Part => ({
  from: Math.min(SHOWN.from, Math.floor((chosen?.from ?? SHOWN.from) / 60) * 60),
  to: Math.max(SHOWN.to, Math.ceil((chosen?.to ?? SHOWN.to) / 60) * 60),
});

/** The beginning that is meant at a share of the shown hours, so that all of it lies on that day. */
export function beginAt(share: number, hours: Part, minutes: number): number {
  const at = hours.from + Math.min(1, Math.max(0, share)) * (hours.to - hours.from);
  return Math.max(0, Math.min(Math.floor(at / STEP) * STEP, DAY_MINUTES - minutes));
}
