import { hasOccurrence } from '../series-rules.ts';
import { slotAt } from '../times.ts';
import type { IcalAppointment, IcalEvent } from './model.ts';
import { repetitionOf } from './rule-reading.ts';

/** Times beside its rule that one series may have: each is an appointment of its own. */
const MAX_ADDED = 200;
/** The rule of what has times of its own alone: its first one. */
const ONCE = 'FREQ=DAILY;COUNT=1';

/**
 * An appointment as it is kept: each time that was added beside its rule is a changed occurrence, and what has such times and no rule has one that gives the first. Returns
 * undefined where there are more than 200.
 */
export function withAddedKept(appointment: IcalAppointment): IcalAppointment | undefined {
  const { master, changed } = appointment;
  if (master === null || master.added.length === 0) return appointment;
  const rule = master.rule ?? ONCE;
  const series = { rule, start: master.slot.start, cut: null, excluded: [] };
  const known = new Set([...master.excluded, ...changed.map(({ original }) => original)]);
  const added = master.added.filter((time) => !known.has(time) && !hasOccurrence(series, time));
  if (added.length > MAX_ADDED) return undefined;
  const occurrences = added.map((original): IcalEvent => ({
    ...master,
    original,
    slot: slotAt(master.slot, original),
    rule: null,
    repetition: null,
    excluded: [],
    added: [],
  }));
  return {
    ...appointment,
    master: {
      ...master,
      rule,
      repetition: master.repetition ?? repetitionOf(rule, master.slot.start),
      added: [],
    },
    changed: [...changed, ...occurrences].toSorted((one, other) =>
      (one.original ?? '') < (other.original ?? '') ? -1 : 1,
    ),
  };
}

/** Times of changed occurrences that a series' rule does not give. */
export const besideRule = (
  { rule, slot }: Pick<IcalEvent, 'rule' | 'slot'>,
  changed: readonly Pick<IcalEvent, 'original'>[],
): readonly string[] =>
  changed.flatMap(({ original }) =>
    original === null || rule === null || hasOccurrence({ rule, start: slot.start, cut: null, excluded: [] }, original)
      ? []
      : [original],
  );
