import type { PageLanguage } from '../../../platform/pages/index.ts';

const de = {
  title: 'Einladung',
  untitled: 'Termin',
  from: 'Von',
  when: 'Wann',
  where: 'Wo',
  meeting: 'Besprechung im Netz',
  series: 'ab dann regelmäßig',
  question: 'Kommen Sie?',
  answers: { accepted: 'Ich komme', tentative: 'Vielleicht', declined: 'Ich komme nicht' },
  said: {
    accepted: 'Sie haben zugesagt.',
    tentative: 'Sie haben mit Vielleicht geantwortet.',
    declined: 'Sie haben abgesagt.',
  },
  comment: 'Nachricht (freiwillig)',
  send: 'Antworten',
  missing: 'Bitte wählen Sie eine Antwort.',
  tooLong: 'Die Nachricht ist zu lang (höchstens 2000 Zeichen).',
  changed: 'Der Termin wurde inzwischen geändert. Bitte prüfen Sie ihn und antworten Sie noch einmal.',
  thanks: 'Danke für Ihre Antwort',
  again: 'Antwort ändern',
  gone: 'Dieser Link gilt nicht mehr',
  goneHint:
    'Der Termin ist vorbei oder abgesagt, Sie nehmen nicht mehr daran teil, oder es gibt eine neuere Mail zu diesem Termin. Dann gilt der Link, der dort steht.',
};
type AnswerTexts = typeof de;

const en: AnswerTexts = {
  title: 'Invitation',
  untitled: 'Appointment',
  from: 'From',
  when: 'When',
  where: 'Where',
  meeting: 'Meeting online',
  series: 'from then on regularly',
  question: 'Do you come?',
  answers: { accepted: 'I come', tentative: 'Maybe', declined: 'I do not come' },
  said: {
    accepted: 'You have accepted.',
    tentative: 'You have answered with maybe.',
    declined: 'You have declined.',
  },
  comment: 'Message (optional)',
  send: 'Answer',
  missing: 'Please choose an answer.',
  tooLong: 'The message is too long (at most 2000 characters).',
  changed: 'The appointment was changed meanwhile. Please look at it and answer once more.',
  thanks: 'Thank you for your answer',
  again: 'Change the answer',
  gone: 'This link is not valid any more',
  goneHint:
    'The appointment is over or cancelled, you do not take part in it any more, or there is a newer mail about it. Then the link in that mail is valid.',
};

/** What those outside read who answer without a calendar. */
export const answerTexts = { de, en } as const satisfies Record<PageLanguage, AnswerTexts>;
