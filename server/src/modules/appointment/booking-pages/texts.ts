import type { PageLanguage } from '../../../platform/pages/index.ts';

const LOCALES = { de: 'de-DE', en: 'en-GB' } as const;

/** Moments in words, by the clock of a zone. */
export const momentsIn = (language: PageLanguage, zone: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(LOCALES[language], { timeZone: zone, ...options });
    return (moment: number) => formatter.format(moment);
  };
  const day = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const clock = format({ hour: '2-digit', minute: '2-digit' });
  return {
    day,
    clock,
    shortDay: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    span: (start: number, end: number) => `${day(start)}, ${clock(start)}–${clock(end)} (${zone})`,
  };
};

const de = {
  notFound: 'Diese Seite gibt es nicht',
  notFoundHint: 'Die Adresse ist falsch, oder hier kann nichts mehr gebucht werden.',
  noMail: 'Zurzeit kann hier nichts gebucht werden.',
  duration: 'Dauer',
  minutes: (count: number) => `${count} Minuten`,
  day: 'Tag',
  none: 'Zurzeit ist kein Termin frei.',
  noneThatDay: 'An diesem Tag ist nichts mehr frei. Bitte wählen Sie einen anderen Tag.',
  time: 'Uhrzeit',
  zone: (zone: string) => `Alle Zeiten gelten in der Zeitzone ${zone}.`,
  where: 'Ort',
  when: 'Wann',
  what: 'Was',
  who: 'Name',
  name: 'Ihr Name',
  address: 'Ihre E-Mail-Adresse',
  words: 'Nachricht (freiwillig)',
  trap: 'Bitte leer lassen',
  book: 'Termin anfragen',
  nameMissing: 'Bitte nennen Sie Ihren Namen (höchstens 100 Zeichen).',
  addressWrong: 'Bitte geben Sie eine gültige E-Mail-Adresse an.',
  wordsWrong: 'Die Nachricht ist zu lang (höchstens 1000 Zeichen).',
  slotMissing: 'Bitte wählen Sie eine Uhrzeit.',
  gone: 'Diese Zeit ist nicht mehr frei. Bitte wählen Sie eine andere.',
  tooManyHolds: 'Für diese Adresse warten schon drei Termine auf ihre Bestätigung. Bitte bestätigen Sie diese zuerst.',
  tooMany: 'Das waren zu viele Anfragen. Bitte versuchen Sie es in einer Viertelstunde noch einmal.',
  tooManyTitle: 'Zu viele Anfragen',
  broken: 'Das hat nicht geklappt. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
  brokenTitle: 'Das hat nicht geklappt',
  sentTitle: 'Bitte bestätigen Sie Ihren Termin',
  sent: (address: string, until: string) =>
    `Wir haben eine E-Mail an ${address} gesendet. Öffnen Sie den Link darin bis ${until} Uhr, dann ist der Termin gebucht. Solange halten wir ihn für Sie frei.`,
  confirmTitle: 'Termin bestätigen',
  confirm: 'Termin verbindlich buchen',
  bookedTitle: 'Ihr Termin ist gebucht',
  booked: 'Eine Bestätigung mit einem Link zum Absagen ist per E-Mail unterwegs.',
  expiredTitle: 'Dieser Link gilt nicht mehr',
  expired: 'Die Zeit zum Bestätigen ist abgelaufen, oder der Termin wurde abgesagt.',
  again: 'Eine andere Zeit wählen',
  cancelTitle: 'Termin absagen',
  cancel: 'Termin absagen',
  cancelledTitle: 'Der Termin ist abgesagt',
  cancelled: 'Dieser Termin findet nicht statt.',
  over: 'Dieser Termin hat schon begonnen und kann hier nicht mehr abgesagt werden.',
};

/** What guests read. */
export type BookingTexts = typeof de;

const en: BookingTexts = {
  notFound: 'There is no such page',
  notFoundHint: 'The address is wrong, or nothing can be booked here any more.',
  noMail: 'Nothing can be booked here at the moment.',
  duration: 'Duration',
  minutes: (count) => `${count} minutes`,
  day: 'Day',
  none: 'No time is free at the moment.',
  noneThatDay: 'Nothing is free on this day any more. Please choose another day.',
  time: 'Time',
  zone: (zone) => `All times are in the time zone ${zone}.`,
  where: 'Where',
  when: 'When',
  what: 'What',
  who: 'Name',
  name: 'Your name',
  address: 'Your e-mail address',
  words: 'Message (optional)',
  trap: 'Please leave empty',
  book: 'Request this time',
  nameMissing: 'Please enter your name (at most 100 characters).',
  addressWrong: 'Please enter a valid e-mail address.',
  wordsWrong: 'The message is too long (at most 1000 characters).',
  slotMissing: 'Please choose a time.',
  gone: 'This time is not free any more. Please choose another one.',
  tooManyHolds: 'Three times already wait to be confirmed for this address. Please confirm those first.',
  tooMany: 'Too many requests. Please try again in a quarter of an hour.',
  tooManyTitle: 'Too many requests',
  broken: 'That did not work. Please go back and try again.',
  brokenTitle: 'That did not work',
  sentTitle: 'Please confirm your appointment',
  sent: (address, until) =>
    `We have sent an e-mail to ${address}. Open the link in it by ${until} to book the time. Until then we keep it free for you.`,
  confirmTitle: 'Confirm your appointment',
  confirm: 'Book this appointment',
  bookedTitle: 'Your appointment is booked',
  booked: 'A confirmation with a link to cancel is on its way by e-mail.',
  expiredTitle: 'This link is not valid any more',
  expired: 'The time to confirm is over, or the appointment was cancelled.',
  again: 'Choose another time',
  cancelTitle: 'Cancel your appointment',
  cancel: 'Cancel the appointment',
  cancelledTitle: 'The appointment is cancelled',
  cancelled: 'This appointment does not take place.',
  over: 'This appointment has already begun and cannot be cancelled here any more.',
};

export const bookingTexts = { de, en } as const satisfies Record<PageLanguage, BookingTexts>;
