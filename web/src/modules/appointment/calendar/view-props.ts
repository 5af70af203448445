import type { Shown } from './address.ts';
import type { LocalMinute } from '../local-time.ts';
import type { Slot } from './grid-rules.ts';
import type { KnownCalendar } from './known.tsx';
import type { ShownSpan } from './pending.ts';
import type { DueByDay, DueEntry } from './due.ts';
import type { Bar, Piece } from './pieces.ts';

/** Where something is being made. */
export interface Making {
  readonly day: string;
  readonly calendarId: number;
  readonly slot: Slot;
  readonly anchor: DOMRect;
  /** What it is made of, and is called as. */
  readonly of?: DueEntry;
}

/** What the calendar shows of its spans. */
export interface Content {
  readonly pieces: readonly Piece[];
  readonly bars: readonly Bar[];
  readonly waiting: ReadonlyMap<string, ShownSpan>;
  /** What the person has to do, by the day on which it is due. */
  readonly due: DueByDay;
}

export interface ViewProps {
  readonly shown: Shown;
  readonly calendars: readonly number[];
  /** All that can be shown. */
  readonly known: readonly KnownCalendar[];
  readonly ownId: number;
  readonly now: LocalMinute;
  readonly weekStart: number;
  readonly making: Making | undefined;
  readonly onShow: (part: Partial<Shown>) => void;
  readonly onMake: (making: Making) => void;
}
