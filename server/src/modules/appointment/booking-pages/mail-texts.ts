import type { About } from './about.ts';
import { momentsIn } from './texts.ts';

interface Written {
  readonly subject: string;
  readonly text: string;
}

/** Titles are given by people; a line of a header holds no other lines. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const written = (subject: string, parts: readonly (string | false)[]): Written => ({
  subject: oneLine(subject),
  text: [...parts.filter((part) => part !== false), ''].join('\n'),
});

function facts({ language, title, location, zone, start, end }: About): readonly string[] {
  const [when, where] = language === 'de' ? ['Wann', 'Wo'] : ['When', 'Where'];
  const span = momentsIn(language, zone).span(start, end);
  return ['', oneLine(title), `${when}: ${span}`, ...(location === '' ? [] : [`${where}: ${oneLine(location)}`]), ''];
}

/** The mail with the link that confirms. It holds nothing that a guest has typed: whoever types an address may be a stranger to it. */
export function confirmMail(about: About, link: string, until: number): Written {
  const clock = momentsIn(about.language, about.zone).clock(until);
  return about.language === 'de'
    ? written(`Bitte bestätigen: ${about.title}`, [
        'Guten Tag,',
        '',
        'für diese Adresse wurde ein Termin gewählt:',
        ...facts(about),
        `Gebucht ist er erst, wenn Sie ihn bis ${clock} Uhr (${about.zone}) bestätigen:`,
        '',
        link,
        '',
        'Haben Sie das nicht angefordert, dann müssen Sie nichts tun.',
      ])
    : written(`Please confirm: ${about.title}`, [
        'Hello,',
        '',
        'an appointment was chosen for this address:',
        ...facts(about),
        `It is booked once you confirm it by ${clock} (${about.zone}):`,
        '',
        link,
        '',
        'If you did not ask for this, there is nothing to do.',
      ]);
}

/** The mail that says that it is booked, with whom, and by which link it is cancelled. */
export const bookedMail = (about: About, link: string, host: string): Written =>
  about.language === 'de'
    ? written(`Gebucht: ${about.title}`, [
        'Guten Tag,',
        '',
        `Ihr Termin mit ${oneLine(host)} ist gebucht:`,
        ...facts(about),
        'Können Sie nicht kommen, dann sagen Sie hier ab:',
        '',
        link,
      ])
    : written(`Booked: ${about.title}`, [
        'Hello,',
        '',
        `your appointment with ${oneLine(host)} is booked:`,
        ...facts(about),
        'If you cannot come, please cancel here:',
        '',
        link,
      ]);

/** The mail that says that a guest has cancelled, to them. */
export const cancelledMail = (about: About): Written =>
  about.language === 'de'
    ? written(`Abgesagt: ${about.title}`, ['Guten Tag,', '', 'Sie haben diesen Termin abgesagt:', ...facts(about)])
    : written(`Cancelled: ${about.title}`, ['Hello,', '', 'you have cancelled this appointment:', ...facts(about)]);

/** What the person in whose calendar it is hears of it. */
export function hostMail(
  about: About,
  guest: { readonly name: string; readonly address: string; readonly words: string },
  isCancelled: boolean,
): Written {
  const who = `${oneLine(guest.name)} <${guest.address}>`;
  const words = !isCancelled && guest.words !== '' ? ['', guest.words] : [];
  return about.language === 'de'
    ? written(`${isCancelled ? 'Abgesagt' : 'Gebucht'}: ${about.title}`, [
        'Guten Tag,',
        '',
        isCancelled ? `${who} hat einen Termin abgesagt:` : `${who} hat einen Termin gebucht:`,
        ...facts(about),
        ...words,
      ])
    : written(`${isCancelled ? 'Cancelled' : 'Booked'}: ${about.title}`, [
        'Hello,',
        '',
        isCancelled ? `${who} has cancelled an appointment:` : `${who} has booked an appointment:`,
        ...facts(about),
        ...words,
      ]);
}
