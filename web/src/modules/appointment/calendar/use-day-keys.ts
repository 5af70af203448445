import type { Span } from '@kontor/contract/appointment';
import { useEffect, type RefObject } from 'react';
import { useZone } from '../../../shell/index.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { dayStep, movedByDays, stretchedByDays, type DayKeys } from './day-moves.ts';
import type { Times } from './pending.ts';
import { readGrip } from './use-day-hand.ts';

/** What can be done with what stands on days. */
export interface DayActs {
  readonly keys: DayKeys;
  /** The calendars that are beside each other, in their order. */
  readonly calendars: readonly number[];
  /** Those that may be moved, by their keys. */
  readonly spanOf: (key: string) => Span | undefined;
  readonly onPlace: (span: Span, to: Times, calendarId: number) => void;
  /** Puts something that has no hours among those of its first day, where there are some. */
  readonly onHours?: (span: Span) => void;
  readonly onRemove: (span: Span) => void;
  /** Says that keys are about to move something. */
  readonly onKeys: (span: Span) => void;
}

/** Moves, lengthens and removes by keys what stands on days within a frame: what has the focus and bears a grip. One listener for all of them. */
export function useDayKeys(frame: RefObject<HTMLElement | null>, acts: DayActs): void {
  const zone = useZone();
  const { press } = useSteady({
    press(event: KeyboardEvent): void {
      const { target } = event;
      if (!(target instanceof HTMLElement) || event.metaKey || event.altKey) return;
      const { grip, key } = readGrip(target);
      const step = grip === 'move' ? dayStep(event, acts.keys) : undefined;
      const span = step && acts.spanOf(key);
      if (step === undefined || span === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (step.kind === 'remove') return acts.onRemove(span);
      if (step.kind === 'hours') return span.timeMode === 'fixedTime' ? undefined : acts.onHours?.(span);
      const to =
        step.kind === 'end' ? stretchedByDays(span, 'end', step.days, zone) : movedByDays(span, step.days, zone);
      const at = acts.calendars.indexOf(span.calendarId) + step.calendars;
      const calendarId = step.calendars === 0 ? span.calendarId : acts.calendars[at];
      if (to === undefined || calendarId === undefined) return;
      acts.onKeys(span);
      acts.onPlace(span, to, calendarId);
    },
  });
  useEffect(() => {
    const root = frame.current;
    if (root === null) return undefined;
    root.addEventListener('keydown', press);
    return () => root.removeEventListener('keydown', press);
  }, [frame, press]);
}
