import { WEEKDAYS, type Repetition } from '@kontor/contract/task';
import { LOCALES, type Language } from '../../../shell/language.ts';
import type { detailTexts } from './texts.ts';

type Texts = (typeof detailTexts)['de'];

/** Names of the days of a week, Monday first. */
export function weekdayNames(language: Language, length: 'long' | 'short'): readonly string[] {
  const format = new Intl.DateTimeFormat(LOCALES[language], { weekday: length, timeZone: 'UTC' });
  // A Monday.
  return WEEKDAYS.map((_, index) => format.format(Date.UTC(2026, 10, 23 + index)).replace('.', ''));
}

/** How a task repeats, in a few words. */
export function sayRepetition(repetition: Repetition, t: Texts, language: Language): string {
  const { type, cycleTime, end, countEnd, fixedEndDate, monthlyRule } = repetition;
  const names = weekdayNames(language, 'short');
  const days = type === 'weekly' ? names.filter((_, index) => repetition[WEEKDAYS[index] ?? 'monday']) : [];
  const rule =
    (type === 'monthly' || type === 'yearly') && monthlyRule !== 'dayOfMonth' ? t.monthlyRules[monthlyRule] : '';
  const until =
    end === 'count' && countEnd !== null
      ? t.timesInAll(countEnd)
      : end === 'date' && fixedEndDate !== null
        ? t.until(
            new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', dateStyle: 'medium' }).format(
              Date.parse(fixedEndDate),
            ),
          )
        : '';
  return [t.every[type](cycleTime), days.join(', '), rule, until].filter((part) => part !== '').join(' · ');
}
