import type { Language } from '../../../shell/index.ts';
import { attendanceTexts, namesOf, saidOfNames, type Attendants } from '../../activity/attendance/index.ts';

/** What is said beside an answer, which may be a draft that several have: who answers the same mail, who writes here, who looks on. */
export function atWriting(language: Language, ofMail: Attendants, ofDraft: Attendants): string[] {
  const t = attendanceTexts[language];
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
