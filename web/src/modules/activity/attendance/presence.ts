import type { Doing } from '@kontor/contract/activity';
import type { Language } from '../../../shell/index.ts';
import { attendanceTexts } from './attendance-texts.ts';
import type { Attendants } from './use-attendance.ts';

/** The names of those who are doing this, each once: people have several devices. */
export const namesOf = (people: Attendants, doing: Doing, but: readonly string[] = []): string[] =>
  [...new Set(people.filter((one) => one.doing === doing).map(({ name }) => name))].filter(
    (name) => !but.includes(name),
  );

/** A sentence about people in a language; it is given their names as one phrase, and how many they are. */
export const saidOfNames = (
  language: Language,
  sentence: (names: string, count: number) => string,
  names: readonly string[],
): string => sentence(new Intl.ListFormat(language, { type: 'conjunction' }).format(names), names.length);

/** What is said of who else is at an item: who answers it, who writes in it, and who only reads. */
export function atItem(language: Language, people: Attendants): string[] {
  const t = attendanceTexts[language];
  const said: string[] = [];
  const named: string[] = [];
  for (const doing of ['answering', 'writing', 'reading'] as const) {
    const names = namesOf(people, doing, named);
    named.push(...names);
    if (names.length > 0) said.push(saidOfNames(language, t[doing], names));
  }
  return said;
}
