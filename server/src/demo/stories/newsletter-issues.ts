/** The newsletters' senders and the words of the trade's; newsletters.ts gives them their shape. */
import type { PersonKey } from '../people.ts';
import type { Mailbox, Status } from '../story.ts';

export type Item = [title: string, text: string, picture: string];

const senders = {
  abfuellen: {
    key: 'newsAbfuellen',
    name: 'Abfüllen heute',
    host: 'abfuellen-heute.example',
    color: '#1f5f8b',
    imprint: 'Abfüllen heute · Fachverlag Alsterkamp, Hamburg',
    english: false,
  },
  foodtec: {
    key: 'newsFoodtec',
    name: 'Foodtec Nord',
    host: 'foodtec-nord.example',
    color: '#2e7d32',
    imprint: 'Foodtec Nord · Messegesellschaft Förde, Kiel',
    english: false,
  },
  tacke: {
    key: 'newsTacke',
    name: 'Bürobedarf Tacke',
    host: 'buero-tacke.example',
    color: '#8e2430',
    imprint: 'Bürobedarf Tacke, Lübeck · Preise zzgl. MwSt.',
    english: false,
  },
  dairy: {
    key: 'newsDairy',
    name: 'Dairy Line Weekly',
    host: 'dairyline.example',
    color: '#3949ab',
    imprint: 'Dairy Line Weekly, Leeds',
    english: true,
  },
  norm: {
    key: 'newsNorm',
    name: 'Normteile-Kontor',
    host: 'normteile-nord.example',
    color: '#455a64',
    imprint: 'Normteile-Kontor Nord, Bremen',
    english: false,
  },
  recht: {
    key: 'newsRecht',
    name: 'Personal & Recht',
    host: 'personal-recht.example',
    color: '#6d4c41',
    imprint: 'Personal & Recht kompakt · Verlag Lindenhof',
    english: false,
  },
  kammer: {
    key: 'newsKammer',
    name: 'Wirtschaftskreis Elbe',
    host: 'wirtschaftskreis-elbe.example',
    color: '#00695c',
    imprint: 'Wirtschaftskreis Elbe e. V., Hamburg',
    english: false,
  },
  bahn: {
    key: 'newsBahn',
    name: 'Nordbahn Business',
    host: 'nordbahn-reisen.example',
    color: '#b71c1c',
    imprint: 'Nordbahn Reisen · Geschäftskunden',
    english: false,
  },
} satisfies Record<
  string,
  { key: PersonKey; name: string; host: string; color: string; imprint: string; english: boolean }
>;

export type SenderKey = keyof typeof senders;
export const sender = (
  key: SenderKey,
): { key: PersonKey; name: string; host: string; color: string; imprint: string; english: boolean } => senders[key];

export interface Issue {
  from: SenderKey;
  to: Mailbox;
  at: string;
  number: number;
  subject: string;
  lead: string;
  items: Item[];
  status?: Status;
}

export const tradeIssues: Issue[] = [
  {
    from: 'abfuellen',
    to: 'info',
    at: '18 06:00',
    number: 401,
    subject: 'Weniger Kunststoff im Becher: Was die neue Verordnung verlangt',
    lead: 'Dünnere Wände, höhere Rezyklatquoten: Wir zeigen, worauf Sie beim Siegeln achten müssen.',
    items: [
      [
        '0,32 mm – geht das noch?',
        'Drei Molkereien berichten, ab welcher Wandstärke der Becher am Entstapler kippt und was Luftpolster bringen.',
        'becher',
      ],
      [
        'Rezyklat riecht. Oder nicht?',
        'Ein Sensorikpanel hat 40 Becher blind geprüft. Das Ergebnis überrascht.',
        'panel',
      ],
    ],
  },
  {
    from: 'abfuellen',
    to: 'info',
    at: '13 06:00',
    number: 402,
    subject: 'CIP mit halber Wassermenge',
    lead: 'Ein Betrieb in Ostholstein spart 9.000 Liter am Tag. Die Rechnung dazu und die Grenzen.',
    items: [
      ['Schaum statt Schwall', 'Warum ein Sprühkopf mit 20 Grad weniger Öffnung mehr erreicht.', 'cip'],
      [
        'Leitwert messen, früher abschalten',
        'Die Nachspülung endet meist zwei Minuten zu spät. So finden Sie den Punkt.',
        'leitwert',
      ],
    ],
    status: 'unseen',
  },
  {
    from: 'abfuellen',
    to: 'info',
    at: '8 06:00',
    number: 403,
    subject: 'Servo oder Pneumatik? Zahlen aus fünf Linien',
    lead: 'Druckluft ist die teuerste Energie im Haus. Wann sich der Umbau lohnt.',
    items: [
      ['Amortisation nach 19 Monaten', 'Fünf Betriebe, fünf Rechnungen, ein Ausreißer nach unten.', 'servo'],
      [
        'Leckagen finden mit dem Ohr',
        'Ein Ultraschallgerät kostet 900 EUR und hat sich am ersten Tag bezahlt gemacht.',
        'ohr',
      ],
      ['Leserfrage', 'Darf H1-Öl in die Wartungseinheit? Unsere Fachleute antworten.', 'oel'],
    ],
    status: 'unseen',
  },
  {
    from: 'abfuellen',
    to: 'info',
    at: '3 06:00',
    number: 405,
    subject: 'Honig, Senf, Pesto: Dosieren, was nicht fließen will',
    lead: 'Hochviskose Produkte brauchen Wärme, Zeit und die richtige Düse. Ein Schwerpunkt.',
    items: [
      ['Der Faden muss reißen', 'Rücksaugung, Heizkragen, Drehschieber: drei Wege zum sauberen Glasrand.', 'honig'],
      ['Grobe Körner, feine Waage', 'Wie eine Senfmühle mit 1.000 Gläsern am Tag eichfähig wurde.', 'senf'],
    ],
    status: 'seen',
  },
  {
    from: 'foodtec',
    to: 'anna',
    at: '17 10:00',
    number: 120,
    subject: 'Ausstellerbrief: noch 60 Tage',
    lead: 'Die Hallenpläne stehen, der Ticketcode für Ihre Kunden ist freigeschaltet.',
    items: [
      ['Ihr Einladungspaket', '100 Gutscheine für Ihre Kunden, kostenlos bis zur Einlösung.', 'tickets'],
      ['Aufbau leicht gemacht', 'Alle Zufahrten und Zeitfenster auf einer Karte.', 'aufbau'],
    ],
  },
  {
    from: 'foodtec',
    to: 'anna',
    at: '10 10:00',
    number: 121,
    subject: 'Ausstellerbrief: Vortragsprogramm und Pressefächer',
    lead: 'Noch acht Plätze im Forum "Hygienisch konstruieren". Anmeldung in dieser Woche.',
    items: [
      ['Sprechen Sie selbst', '20 Minuten, 80 Zuhörer, Themen rund um Reinigung und Konstruktion.', 'forum'],
      ['Pressefach digital', 'Laden Sie bis zu fünf Meldungen und zehn Bilder hoch.', 'presse'],
    ],
    status: 'unseen',
  },
  {
    from: 'foodtec',
    to: 'chris',
    at: '1 10:00',
    number: 122,
    subject: 'Fachbesucher-Vorschau: 14.000 Anmeldungen',
    lead: 'Jede dritte Anmeldung kommt aus dem Ausland, vor allem aus Dänemark und den Niederlanden.',
    items: [
      ['Termine vorab vereinbaren', 'Mit der Messe-App füllen sich Ihre Gespräche schon jetzt.', 'app'],
      ['Abend am Hafen', 'Get-together am zweiten Messetag, Boote ab Steg 3.', 'hafen'],
    ],
    status: 'unseen',
  },
  {
    from: 'tacke',
    to: 'anna',
    at: '18 09:30',
    number: 77,
    subject: '20 % auf Ordner, Register und Rücken',
    lead: 'Das Jahresende kommt, die Ablage auch. Nur bis Samstag.',
    items: [
      ['Ordner "Klassik" 8 cm', 'Im Zehnerpack 2,49 EUR je Stück, in sieben Farben.', 'ordner'],
      ['Register A–Z', 'Karton, 230 g, gelocht. Jetzt 1,19 EUR.', 'register'],
    ],
  },
  {
    from: 'tacke',
    to: 'anna',
    at: '13 09:30',
    number: 78,
    subject: 'Ihr Rücken wird es Ihnen danken',
    lead: 'Steh-Sitz-Tische im Test: unsere drei Favoriten.',
    items: [
      ['"Hiddensee" 160 x 80', 'Zwei Motoren, 62 bis 128 cm, leise genug für Telefonate.', 'tisch'],
      ['Matte "Düne"', 'Weich unter den Füßen, rutschfest, abwischbar.', 'matte'],
    ],
    status: 'unseen',
  },
  {
    from: 'tacke',
    to: 'anna',
    at: '8 09:30',
    number: 79,
    subject: 'Toner-Wochen: zwei kaufen, Papier geschenkt',
    lead: 'Zu jedem Doppelpack gibt es 500 Blatt Recyclingpapier dazu.',
    items: [
      ['Welcher Toner passt?', 'Gerätenamen eingeben, passende Kartusche sehen.', 'toner'],
      ['Leergut zurück', 'Unser Fahrer nimmt leere Kartuschen kostenlos mit.', 'leergut'],
    ],
    status: 'unseen',
  },
  {
    from: 'tacke',
    to: 'anna',
    at: '2 09:30',
    number: 81,
    subject: 'Weihnachtskarten mit Ihrem Logo – bis Freitag bestellen',
    lead: '50 Karten mit Umschlag ab 69 EUR, geliefert in sieben Tagen.',
    items: [
      ['Motiv "Elbe im Schnee"', 'Naturpapier, Blindprägung, Platz für Unterschriften.', 'karte'],
      ['Adventsteller fürs Büro', 'Zwölf Sorten, alle aus Lübeck.', 'teller'],
    ],
    status: 'seen',
  },
];
