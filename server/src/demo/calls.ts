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

/** What is talked of fits what the mails of those days say. */
export const CALLS: readonly DemoCall[] = [
  call('0 08:12', 'adomeit', 'ben', 6, 'Sonntag 7 Uhr passt. Ben sagt ihm bis 16 Uhr, wer kommt.', {
    callback: ['ben', '0 16:00'],
  }),
  missed('0 09:02', 'luehrsen'),
  missed('0 09:47', 'hoffmeister', SALES),
  call('0 10:20', 'bartels', 'anna', 4, 'Die Drucker haben die neue Adresse, die alte Firewall geht zurück.'),
  missed('0 10:41', ''),
  call(
    '0 11:05',
    'degroot',
    'chris',
    14,
    'Water is off until 11. He wants to hear today whether we can stay a day longer.',
    {
      ...SALES,
      callback: ['chris', '0 17:00'],
    },
  ),
  missed('0 13:05', 'pike', { outcome: 'voice', reason: 'Bittet um Rückruf wegen des Servicecodes, bis 18 Uhr.' }),
  call('1 08:34', 'ohm', 'anna', 3, 'Aufstellung des Mehraufwands kommt gleich per Mail. Sagt, das Magazin läuft.'),
  missed('1 09:10', '040 66969 640', { calledBack: '1 09:55' }),
  call('1 09:30', 'priess', 'ben', 5, 'Ist zurück. Die unterschriebene Mängelliste bringt sie Herrn Aydın mit.'),
  call(
    '1 11:40',
    'thornton',
    'chris',
    22,
    'Price is close to theirs. She takes it to the board and writes about the terms.',
    SALES,
  ),
  missed('2 15:22', 'wulff', { outcome: 'voice', reason: 'Bittet um Rückruf: Kalibrierung der Siegelmaschine.' }),
  call('2 09:30', 'kollwitz', 'ben', 5, 'Drei Wellendichtringe für den PL 4 gehen heute raus.'),
  call('2 12:10', '0171 39200 61', 'anna', 8, 'Fragt nach dem Stand ihrer Bewerbung.'),
  call('2 15:30', 'osei', 'chris', 25, 'Pouches are not ours. He tells of a second project, 250 ml in glass.', SALES),
  missed('3 09:00', '089 99998 412'),
  call('3 09:15', 'pike', 'ben', 18, 'Swapped the cable by a bypass as Ben said: no more E-304.'),
  call('3 11:00', 'mehring', 'chris', 6, 'Wartet auf seine Bank, meldet sich morgen wegen des Vorführgeräts.', SALES),
  call('3 15:30', 'bartels', 'anna', 3, 'Der Absender ist gesperrt, Frau Lindner hat richtig gehandelt.', OUT),
  call('4 08:30', 'luehrsen', 'ben', 6, 'Maschine läuft. Wegen der 1.920 Becher schreibt sie noch.'),
  missed('4 10:11', 'ahlers', { calledBack: '4 10:40' }),
  missed('4 10:58', 'behn', { calledBack: '4 11:18' }),
  call(
    '4 14:10',
    'ohm',
    'chris',
    9,
    'Deckelmagazin: Herr Reents kommt selbst. Ärger über die Rückrufe ist verraucht.',
    SALES,
  ),
  call('5 06:20', 'wulff', 'ben', 12, 'Deckel lösen sich. Er misst Ecke für Ecke und schreibt die Werte.'),
  call('5 09:05', 'hotel', 'anna', 3, 'Zwei Einzelzimmer für die Monteure bestätigt.', OUT),
  missed('5 09:41', 'sievers', { outcome: 'busy' }),
  call('5 13:40', 'dispo', 'anna', 2, 'Abholung morgen ab 7 ist bestätigt, Tor 3.', OUT),
  call('6 09:40', 'behn', 'anna', 6, 'Freitag 14 Uhr ist fest. Haarnetze liegen bereit.'),
  call('6 14:05', 'bos', 'chris', 12, 'Talked about the spare parts package. She waits for the visit.', SALES),
  call('6 15:00', 'reinigung', 'anna', 2, 'Schlüssel für die Vertretung, Freitag 14:30.'),
  call('7 08:55', 'wendt', 'ben', 7, 'Neue Bleche in 2,0 mm sind in Arbeit, Wagen kommt früh.'),
  missed('7 12:30', '0221 4710 318'),
  call('7 14:50', 'behn', 'ben', 9, 'Es streut nur Düse 2. Herr Aydın sagt ihr, wie das Ventil herauskommt.'),
  call('8 08:20', 'lange', 'anna', 4, 'Mietwagen steht bereit, bis der Kastenwagen kommt.'),
  call('8 11:20', 'hoffmeister', 'anna', 9, 'Besuch und Förderung: Antrag vor der Bestellung stellen.'),
  call('8 16:02', 'nair', 'chris', 16, 'Hummus and raita, 900 tubs a day. A bench-top doser may do.', SALES),
  call('9 10:10', 'dispo', 'anna', 6, 'Transportschaden an NE-771204. Sie schickt die Anzeige schriftlich.', OUT),
  call('9 14:20', 'ketels', 'ben', 4, 'Etiketten kleben schief. Er misst das Glas oben und unten.'),
  call('9 16:05', 'kjaer', 'chris', 13, 'Lift-assist first, robot later. He wants the weekend in writing.', SALES),
  missed('10 08:15', 'mehring', { calledBack: '10 08:40' }),
  call(
    '10 13:05',
    'woermann',
    'anna',
    5,
    'Voranmeldung ist vollständig. Unterlagen für den Jahresabschluss bis Monatsende.',
    {
      callback: ['anna'],
    },
  ),
  call('10 14:00', 'adomeit', 'anna', 4, '24 Dichtringe fehlen. Sie gehen heute per Express raus.'),
  call('11 09:30', 'tacke', 'anna', 3, 'Toner ist auf dem Weg, die Stühle auch.'),
  call('11 10:40', 'thornton', 'chris', 15, 'There is a frame from a cancelled project: 16 weeks.', SALES),
  call('12 09:20', 'sievers', 'ben', 8, 'E-217: Kolben hakt, Abrieb an der Buchse. Herr Reents fährt heute hin.'),
  call('13 09:40', 'adomeit', 'anna', 4, 'Füllventile: Lieferung in zwei Teilen ist in Ordnung.', OUT),
  missed('13 16:48', '030 23125 810', { outcome: 'refused' }),
  call('14 11:15', 'luehrsen', 'anna', 6, 'Schulung: eine Kurzanleitung auf Polnisch, bitte laminiert.'),
  call('15 09:10', 'woermann', 'anna', 3, 'Es fehlen noch Kreditkarte und Fährticket.'),
  call('16 13:30', 'bos', 'chris', 8, 'New address for the conversion kit: gate 5.', SALES),
  call('17 09:20', 'thornton', 'chris', 19, 'Second line in Shrewsbury: six lanes, 95 mm.', SALES),
  call('18 10:45', 'virtanen', 'chris', 11, 'A skin of dried jam at the nozzle. Steam collar offered.', SALES),
  call('19 14:25', 'lange', 'anna', 5, 'Leasing des Servicewagens endet zum Monatsende.'),
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

/** The company of somebody in the phone book: where they work, else what their signature says; empty for nobody's. */
function companyOf(key: PersonKey): string {
  const { name, signature } = person(key);
  const known = COMPANIES.find(({ people }) => key in people)?.name;
  return known ?? signature.find((line) => line !== name && COMPANY.test(line)) ?? '';
}
const COMPANY = /\b(?:GmbH|AG|KG|eG|OHG|e\. ?K\.|Ltd|B\.V\.)|Medien$|^Tischlerei /;

/** The phone book: our own people, those who call without being in a record, and more; with the company where that is not the name. */
export const PHONE_BOOK: readonly (readonly [name: string, number: string, company?: string])[] = [
  ...OWN.map(([key, extension]) => [person(key).name, `040 66969 ${extension}`, 'Brookmann Fülltechnik'] as const),
  ...(Object.entries(NUMBERS) as [PersonKey, string][]).map(([key, number]) => {
    const company = companyOf(key);
    return company === '' || company === person(key).name
      ? ([person(key).name, number] as const)
      : ([person(key).name, number, company] as const);
  }),
  ...MORE,
];
