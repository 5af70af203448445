/** Four weeks of the telephone at Brookmann Fülltechnik. Numbers are of the ranges that are kept for films and books. */
import { COMPANIES } from './companies.ts';
import type { Colleague } from './messages.ts';
import { person, type PersonKey } from './people.ts';

export type DemoCallList = 'Zentrale' | 'Vertrieb';

/** The lists, with who belongs to them, and what an answered call is for who took it. */
export const CALL_LISTS: readonly {
  readonly name: DemoCallList;
  readonly people: readonly Colleague[];
  readonly answered: 'seen' | 'ready';
}[] = [
  { name: 'Zentrale', people: ['anna', 'ben', 'chris'], answered: 'ready' },
  { name: 'Vertrieb', people: ['anna', 'chris'], answered: 'seen' },
];

export interface DemoCall {
  /** Working days before now, and a time, as the demo's calendar has it. */
  readonly at: string;
  /** Somebody of the demo, or a number of the phone book, or of nobody. */
  readonly with: PersonKey | `0${string}` | '';
  /** Who took it or called; left out: nobody. */
  readonly by?: Colleague;
  readonly list?: DemoCallList;
  readonly isOut?: true;
  /** Minutes. */
  readonly minutes?: number;
  readonly reason?: string;
  /** Who is to call back, and by when. */
  readonly callback?: readonly [by: Colleague, until?: string];
  /** When somebody called back, and spoke. */
  readonly calledBack?: string;
  readonly outcome?: 'missed' | 'busy' | 'voice' | 'refused';
}

const call = (
  at: string,
  who: DemoCall['with'],
  by: Colleague | undefined,
  minutes: number,
  reason: string,
  more: Partial<DemoCall> = {},
): DemoCall => ({ at, with: who, minutes, reason, ...(by === undefined ? {} : { by }), ...more });
const missed = (at: string, who: DemoCall['with'], more: Partial<DemoCall> = {}): DemoCall => ({
  at,
  with: who,
  outcome: 'missed',
  ...more,
});
const OUT = { isOut: true } as const;
const SALES = { list: 'Vertrieb' } as const;

export const CALLS: readonly DemoCall[] = [
  call(
    '0 08:12',
    'sievers',
    'ben',
    6,
    'Füllstand der Linie 2 springt seit heute früh. Ben meldet sich mit einem Termin.',
    {
      callback: ['ben', '0 16:00'],
    },
  ),
  missed('0 09:02', 'luehrsen'),
  missed('0 09:47', 'adomeit', SALES),
  call('0 10:20', 'bartels', 'anna', 4, 'Sicherung von gestern ist durchgelaufen, die alten Bänder dürfen weg.'),
  missed('0 10:41', ''),
  call('0 11:05', 'degroot', 'chris', 14, 'Price list for five years. Chris sends it this week.', {
    ...SALES,
    callback: ['chris', '0 17:00'],
  }),
  call('1 08:34', 'ohm', 'anna', 3, 'Bestellnummer zur Rechnung fehlt, schickt sie per Mail.'),
  missed('1 09:10', '040 66969 640', { calledBack: '1 09:55' }),
  call('1 10:15', 'hinz', 'ben', 7, 'Ventilblöcke kommen erst übernächste Woche. Teillieferung angeboten.'),
  call(
    '1 11:40',
    'thornton',
    'chris',
    22,
    'Line speed after the change of format. She wants somebody on site in the new year.',
    SALES,
  ),
  call('1 13:05', 'woermann', 'anna', 5, 'Unterlagen für den Jahresabschluss bis Monatsende.', {
    callback: ['anna'],
  }),
  missed('1 15:22', 'wulff', { outcome: 'voice', reason: 'Bittet um Rückruf wegen der Verschließer.' }),
  call('1 16:10', 'dispo', 'anna', 2, 'Abholung morgen zwischen 9 und 11.', OUT),
  call('2 08:05', 'priess', 'chris', 11, 'Abnahme der Dosieranlage: Termin in der zweiten Woche passt.', SALES),
  call('2 09:30', 'kollwitz', 'ben', 5, 'Getriebe ist repariert und geht heute raus.'),
  missed('2 10:02', 'behn', { calledBack: '2 11:18' }),
  call('2 12:10', '0171 39200 61', 'anna', 8, 'Fragt nach dem Stand ihrer Bewerbung.'),
  call(
    '2 14:45',
    'hoffmeister',
    'chris',
    9,
    'Kommt am Freitag zu dritt. Wünscht eine Führung durch die Montage.',
    SALES,
  ),
  call('3 08:20', 'lange', 'anna', 4, 'Der Transporter ist am Donnerstag zurück.'),
  missed('3 09:00', '089 99998 412'),
  call('3 09:15', 'pike', 'ben', 18, 'Sensor at head 4. Ben talked him through the reset.'),
  call('3 11:00', 'mehring', 'chris', 6, 'Will ein Angebot für einen zweiten Füller.', SALES),
  call('3 15:30', 'ketels', 'anna', 3, 'Etiketten sind da, danke.', OUT),
  call('4 08:30', 'sievers', 'ben', 6, 'Störung geklärt, der Sensor war verschmutzt.'),
  missed('4 10:11', 'ahlers', { calledBack: '4 10:40' }),
  call('4 13:20', 'nair', 'chris', 16, 'Cups instead of jars. She asks what has to be changed.', SALES),
  call('5 09:05', 'hotel', 'anna', 3, 'Zwei Einzelzimmer für die Monteure bestätigt.', OUT),
  missed('5 09:41', 'sievers', { outcome: 'busy' }),
  call('5 11:25', 'assekuranz', 'anna', 10, 'Maschinenbruch: Gutachter kommt nächste Woche.'),
  call('6 14:05', 'degroot', 'chris', 12, 'Talked about the spare parts list.', SALES),
  call('6 15:00', 'reinigung', 'anna', 2, 'Fensterreinigung auf Mittwoch verlegt.'),
  call('7 08:55', 'wendt', 'ben', 7, 'Bleche in 1.4404 sind lieferbar.'),
  missed('7 12:30', '0221 4710 318'),
  call('8 11:20', 'hoffmeister', 'anna', 9, 'Besuch und Förderung: Antrag vor der Bestellung stellen.'),
  call('8 16:02', 'kjaer', 'chris', 13, 'Commissioning in week 3.', SALES),
  call('9 10:10', 'luehrsen', 'anna', 6, 'Reklamation wegen der Dichtungen. Ersatz ist unterwegs.'),
  call('9 10:50', 'luehrsen', 'ben', 4, 'Dichtungen passen.', OUT),
  missed('10 08:15', 'ohm', { calledBack: '10 08:40' }),
  call('10 14:00', 'bos', 'chris', 8, 'Order confirmation with the new address.', SALES),
  call('11 09:30', 'tacke', 'anna', 3, 'Toner ist auf dem Weg.'),
  call('12 10:00', 'osei', 'chris', 25, 'First talk. Bottles of 250 ml, 4,000 an hour.', SALES),
  call('13 09:40', 'adomeit', 'anna', 4, 'Füllventile: Lieferung in zwei Teilen ist in Ordnung.', OUT),
  missed('13 16:48', '030 23125 810', { outcome: 'refused' }),
  call('14 11:15', 'agentur', 'anna', 12, 'Neue Bilder für die Website im Januar.'),
  call('15 08:10', 'behn', 'ben', 9, 'Honig zieht Fäden: Temperatur am Kopf zu niedrig.'),
  call('16 13:30', 'lemaire', 'chris', 15, 'Sample jars have arrived.', SALES),
  call('17 09:20', 'schule', 'anna', 6, 'Praktikum im Frühjahr: zwei Plätze.'),
  call('18 10:45', 'virtanen', 'chris', 19, 'Asks for a machine that is easy to clean.', SALES),
  call('19 14:25', 'sievers', 'ben', 8, 'Wartung für Dezember vereinbart.'),
];

/** Extensions of our own people behind 040 66969. */
const OWN: readonly (readonly [PersonKey, number])[] = [
  ['anna', 112],
  ['ben', 130],
  ['chris', 141],
  ['henrike', 100],
  ['katja', 118],
  ['silke', 121],
  ['jens', 150],
  ['frauke', 160],
  ['lena', 113],
  ['olaf', 171],
  ['timo', 131],
  ['murat', 172],
];

/** People with a number of their own that stands in no signature. */
const NUMBERS: Partial<Record<PersonKey, string>> = {
  wulff: '0171 39200 33',
  priess: '030 23125 271',
  ketels: '030 23125 288',
  mehring: '0171 39200 48',
  ahlers: '069 90009 220',
  wendt: '069 90009 418',
  tacke: '040 66969 730',
  assekuranz: '040 66969 750',
  messe: '0221 4710 200',
  hotel: '0221 4710 551',
  reinigung: '0171 39200 77',
  schule: '040 66969 870',
  energie: '040 66969 888',
  paulsen: '0171 39200 62',
  rickmers: '0171 39200 63',
  grabowski: '0171 39200 64',
  hollmann: '040 66969 905',
  agentur: '069 90009 777',
};

/** The number that somebody calls from: their own, else their company's. Empty for who has none. */
export function numberOf(key: PersonKey): string {
  const line = person(key).signature.map((text) => /(?:Tel(?:efon)?\.?|Hotline) ([\d ]+\d)/.exec(text)?.[1]);
  return (
    NUMBERS[key] ??
    line.find((number) => number !== undefined) ??
    COMPANIES.find(({ people }) => key in people)?.phone ??
    ''
  );
}

/** Names of the phone book beside those of people: some of them sound alike. */
const MORE: readonly (readonly [name: string, number: string])[] = [
  ['Prüfdienst Nordmark', '040 66969 640'],
  ['Zahnarzt Dr. Wiese', '040 66969 311'],
  ['Taxi Bergedorf', '040 66969 222'],
  ['Pizzeria Da Enzo', '040 66969 345'],
  ['Meike Lange', '040 66969 820'],
  ['Maike Lange', '0171 39200 82'],
  ['Jens Petersen privat', '0171 39200 15'],
  ['Yens Peterson', '040 66969 150'],
  ['Schlosserei Schmidt', '030 23125 901'],
  ['Schlosserei Schmitt', '030 23125 902'],
  ['Kran Möller', '030 23125 931'],
  ['Kran Moeller', '030 23125 932'],
  ['Druckluft Hansen', '030 23125 941'],
  ['Gabelstapler Röhrs', '030 23125 951'],
  ['Elektro Brandt', '030 23125 961'],
  ['Elektro Brand', '030 23125 962'],
  ['Werkzeugbau Stahmer', '069 90009 101'],
  ['Kunststoff Ehlers', '069 90009 112'],
  ['Laborglas Fink', '069 90009 123'],
  ['Messtechnik Ibsen', '069 90009 134'],
  ['Verpackung Jessen', '069 90009 145'],
  ['Bäckerei Kröger', '040 66969 356'],
  ['Blumen Lüders', '040 66969 367'],
  ['Schlüsseldienst Marx', '040 66969 378'],
  ['Autohaus Nissen', '040 66969 389'],
  ['Betriebsarzt Dr. Otte', '040 66969 390'],
  ['Feuerlöscher Pohl', '040 66969 401'],
  ['Gebäudetechnik Quast', '040 66969 412'],
  ['Heizung Rohwer', '040 66969 423'],
  ['Aufzug Sönnichsen', '040 66969 434'],
];

/** The phone book: our own people, those who call without being in a record, and more. */
export const PHONE_BOOK: readonly (readonly [name: string, number: string])[] = [
  ...OWN.map(([key, extension]) => [person(key).name, `040 66969 ${extension}`] as const),
  ...(Object.entries(NUMBERS) as [PersonKey, string][]).map(([key, number]) => [person(key).name, number] as const),
  ...MORE,
];
