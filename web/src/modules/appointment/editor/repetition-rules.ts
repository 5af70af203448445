import {
  MAX_TACT,
  MAX_TIMES,
  MONTH_RULES,
  type AppointmentRepetition,
  type AppointmentWeekday,
} from '@kontor/contract/appointment';

export type RepetitionEnd = 'never' | 'date' | 'times';

/** A rule while it is typed. */
export interface TypedRule {
  readonly repetitionType: AppointmentRepetition['repetitionType'];
  readonly tact: string;
  readonly weekdays: readonly AppointmentWeekday[];
  /** Empty for the day of the first occurrence. */
  readonly monthDate: string;
  readonly end: RepetitionEnd;
  readonly durationEnd: string;
  readonly times: string;
}

const DEFAULT_TIMES = '10';

/** What the form of a rule begins with. */
export function typedRule(rule: AppointmentRepetition | null): TypedRule {
  if (rule === null)
    return {
      repetitionType: 'weekly',
      tact: '1',
      weekdays: [],
      monthDate: '',
      end: 'never',
      durationEnd: '',
      times: DEFAULT_TIMES,
    };
  const { repetitionType, tact, weekdays, monthDate, hasAnEnd, durationEnd, nTimes } = rule;
  return {
    repetitionType,
    tact: String(tact),
    weekdays,
    monthDate: monthDate === null ? '' : String(monthDate),
    end: !hasAnEnd ? 'never' : durationEnd === null ? 'times' : 'date',
    durationEnd: durationEnd ?? '',
    times: String(nTimes ?? DEFAULT_TIMES),
  };
}

const isWhole = (typed: string, max: number): boolean =>
  /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max;

export type RuleFault = 'tact' | 'durationEnd' | 'times';

/** What is wrong with a rule. `firstDate`: the day of the first occurrence. */
export const ruleFaults = (
  { repetitionType, tact, end, durationEnd, times }: TypedRule,
  firstDate: string,
): readonly RuleFault[] =>
  repetitionType === 'custom'
    ? []
    : [
        ...(isWhole(tact, MAX_TACT) ? [] : (['tact'] as const)),
        ...(end === 'date' && durationEnd < firstDate ? (['durationEnd'] as const) : []),
        ...(end === 'times' && !isWhole(times, MAX_TIMES) ? (['times'] as const) : []),
      ];

const monthDateOf = (text: string): AppointmentRepetition['monthDate'] =>
  MONTH_RULES.find((rule) => rule === text) ?? (text === '' ? null : Number(text));

/** A rule that has no faults, as it is saved. `before`: what the series has; a rule from outside stays as it is. */
export function ruleOf(typed: TypedRule, before: AppointmentRepetition | null): AppointmentRepetition {
  const { repetitionType, tact, weekdays, monthDate, end, durationEnd, times } = typed;
  if (repetitionType === 'custom' && before !== null) return before;
  return {
    repetitionType,
    tact: Number(tact),
    weekdays: repetitionType === 'weekly' ? [...weekdays] : [],
    firstDate: before?.firstDate ?? null,
    hasAnEnd: end !== 'never',
    durationEnd: end === 'date' ? durationEnd : null,
    nTimes: end === 'times' ? Number(times) : null,
    monthDate: repetitionType === 'monthly' || repetitionType === 'yearly' ? monthDateOf(monthDate) : null,
    groupId: before?.groupId ?? 0,
    rule: '',
  };
}
