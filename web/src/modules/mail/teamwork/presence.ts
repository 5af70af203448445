import type { ResultOf } from '@kontor/contract/kernel';
import type { teamworkQueries } from '@kontor/contract/mail';
import type { Language } from '../../../shell/index.ts';
import { teamTexts } from './texts.ts';

export type Attendants = ResultOf<typeof teamworkQueries.attendance>;

/** The names of those who are doing this, each once: people have several devices. */
const namesOf = (people: Attendants, doing: Attendants[number]['doing'], but: readonly string[] = []): string[] =>
  [...new Set(people.filter((one) => one.doing === doing).map(({ name }) => name))].filter(
    (name) => !but.includes(name),
  );

/** A sentence about people in a language; it is given their names as one phrase, and how many they are. */
export const saidOfNames = (
  language: Language,
  sentence: (names: string, count: number) => string,
  names: readonly string[],
): string => sentence(new Intl.ListFormat(language, { type: 'conjunction' }).format(names), names.length);

/** What is said of who else is at a mail: who answers it, and who only reads. */
export function atMail(language: Language, people: Attendants): string[] {
  const t = teamTexts[language];
  const answering = namesOf(people, 'answering');
  const reading = namesOf(people, 'reading', answering);
  return [
    ...(answering.length === 0 ? [] : [saidOfNames(language, t.answering, answering)]),
    ...(reading.length === 0 ? [] : [saidOfNames(language, t.reading, reading)]),
  ];
}

/** What is said beside an answer, which may be a draft that several have: who answers the same mail, who writes here, who looks on. */
export function atWriting(language: Language, ofMail: Attendants, ofDraft: Attendants): string[] {
  const t = teamTexts[language];
  const writing = namesOf(ofDraft, 'answering');
  const reading = namesOf(ofDraft, 'reading', writing);
  // Who is at this very draft answers the mail by it.
  const answering = namesOf(ofMail, 'answering', [...writing, ...reading]);
  return [
    ...(answering.length === 0 ? [] : [saidOfNames(language, t.answering, answering)]),
    ...(writing.length === 0 ? [] : [saidOfNames(language, t.writing, writing)]),
    ...(reading.length === 0 ? [] : [saidOfNames(language, t.reading, reading)]),
  ];
}
