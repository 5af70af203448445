import type { PermittedCalendar } from '@kontor/contract/appointment';
import type { Shown } from './address.ts';
import type { Slot } from './grid-rules.ts';
import type { ShownSpan } from './pending.ts';
import type { Bar, LocalMinute, Piece } from './pieces.ts';

/** Where something is being made. */
export interface Making {
  readonly day: string;
  readonly calendarId: number;
  readonly slot: Slot;
  readonly anchor: DOMRect;
}

/** What the calendar shows of its spans. */
export interface Content {
  readonly pieces: readonly Piece[];
  readonly bars: readonly Bar[];
  readonly waiting: ReadonlyMap<string, ShownSpan>;
}

export interface ViewProps {
  readonly shown: Shown;
  readonly calendars: readonly number[];
  readonly permitted: readonly PermittedCalendar[];
  readonly ownId: number;
  readonly now: LocalMinute;
  readonly weekStart: number;
  readonly making: Making | undefined;
  readonly onShow: (part: Partial<Shown>) => void;
  readonly onMake: (making: Making) => void;
}
