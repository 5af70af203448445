/** Order confirmations and parcel notices, composed from data as shops do. */
import { pdf } from '../files.ts';
import type { PersonKey } from '../people.ts';
import { mail, story, type Mailbox, type Status, type Story } from '../story.ts';

const automatic = { 'Auto-Submitted': 'auto-generated' };

type Line = [quantity: number, article: string, name: string, cents: number];
type Order = [
  at: string,
  from: PersonKey,
  to: Mailbox,
  number: string,
  customer: string,
  lines: Line[],
  status?: Status,
];

const euro = (cents: number): string =>
  (cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/, '.');

const orders: Order[] = [
  [
    '18 07:12',
    'shop',
    'info',
    'ET-10581',
    'Heidehonig eG, Abfüllung Süd',
    [
      [4, '24-0818', 'O-Ring Düsenkörper', 380],
      [1, '24-0802', 'Düse 12 mm', 14200],
    ],
  ],
  ['17 13:44', 'shop', 'info', 'ET-10582', 'Feinkost Lührsen, Linie 1', [[2, '60-1120', 'Silikonmatte SV 60', 8650]]],
  [
    '15 22:03',
    'shop',
    'info',
    'ET-10583',
    'Backhaus Mehring',
    [
      [1, '08-4410', 'Umlenkrolle FB 8', 11900],
      [2, '08-4412', 'Rillenkugellager 6004', 1240],
    ],
  ],
  ['13 09:18', 'shop', 'info', 'ET-10584', 'Limfjord Mejeri', [[6, '24-7590', 'Dichtungssatz EPDM', 4890]]],
  ['11 16:27', 'shop', 'info', 'ET-10585', 'Quellbrunn, Werk 1', [[10, '20-1141', 'Dichtring EPDM', 420]]],
  [
    '8 10:36',
    'shop',
    'info',
    'ET-10586',
    'Ostseekorn Müsli',
    [
      [1, '12-0307', 'Spendekante ET 12', 16450],
      [3, '12-0311', 'Andruckbürste', 1870],
    ],
  ],
  ['6 15:51', 'shop', 'info', 'ET-10587', 'Senfmanufaktur Ketels', [[1, '12-0311', 'Andruckbürste', 1870]]],
  [
    '4 11:09',
    'shop',
    'info',
    'ET-10588',
    'Meierei Geestland, Linie 1',
    [
      [12, '48-1191', 'Abstreifring Kolben', 960],
      [6, '48-1107', 'Führungsbuchse', 14400],
    ],
  ],
  [
    '2 08:58',
    'shop',
    'info',
    'ET-10589',
    'Calder Valley Dips',
    [[1, '24-0890', 'Dip nozzle, stainless', 21500]],
    'seen',
  ],
  ['0 06:44', 'shop', 'info', 'ET-10590', 'Backhaus Mehring', [[1, '24-0871', 'Heizmanschette Düse', 13800]], 'unseen'],
  [
    '16 11:20',
    'ahlersShop',
    'info',
    'SA-772140',
    'Brookmann Fülltechnik',
    [[20, 'BL-18-S4', 'Induktiver Sensor M18', 2340]],
  ],
  [
    '12 10:47',
    'ahlersShop',
    'info',
    'SA-772388',
    'Brookmann Fülltechnik',
    [
      [4, 'TE-K-100', 'Thermoelement Typ K', 3120],
      [10, 'M12-5-2', 'Sensorkabel M12, 2 m', 890],
    ],
  ],
  [
    '5 09:31',
    'ahlersShop',
    'info',
    'SA-772901',
    'Brookmann Fülltechnik',
    [[150, 'BL-18-S4', 'Induktiver Sensor M18', 2290]],
  ],
  [
    '0 11:02',
    'ahlersShop',
    'info',
    'SA-773066',
    'Brookmann Fülltechnik',
    [[5, 'BN-18-S4', 'Induktiver Sensor M18, Sn 8', 2480]],
    'unseen',
  ],
  [
    '17 09:05',
    'schraubenShop',
    'info',
    'NN-30117',
    'Brookmann Fülltechnik',
    [
      [500, 'DIN912-M6x20-A4', 'Zylinderschraube', 14],
      [200, 'DIN125-6-A4', 'Scheibe', 4],
    ],
  ],
  [
    '10 14:52',
    'schraubenShop',
    'info',
    'NN-30290',
    'Brookmann Fülltechnik',
    [
      [100, 'DIN933-M10x30-A4', 'Sechskantschraube', 58],
      [40, 'SF-M16', 'Stellfuß M16, Edelstahl', 1165],
    ],
  ],
  [
    '3 13:08',
    'schraubenShop',
    'info',
    'NN-30421',
    'Brookmann Fülltechnik',
    [[300, 'DIN7991-M5x12-A4', 'Senkschraube', 11]],
  ],
  [
    '14 10:12',
    'tackeShop',
    'anna',
    'BT-88104',
    'Brookmann, Anna Berger',
    [
      [2, 'ST-SYLT-DB', 'Bürostuhl Sylt dunkelblau', 24900],
      [2, 'TN-221-K', 'Toner schwarz', 7890],
    ],
  ],
  [
    '9 11:33',
    'tackeShop',
    'anna',
    'BT-88371',
    'Brookmann, Anna Berger',
    [
      [20, 'PA-80-A4', 'Kopierpapier A4, 500 Blatt', 489],
      [5, 'OR-8-BL', 'Ordner 8 cm blau', 279],
    ],
  ],
  [
    '1 15:40',
    'tackeShop',
    'anna',
    'BT-88590',
    'Brookmann, Anna Berger',
    [[8, 'NA-STAND', 'Namensschild magnetisch', 345]],
    'unseen',
  ],
];

const orderSubjects: Partial<Record<PersonKey, (number: string) => string>> = {
  shop: (number) => `Neue Bestellung ${number} im Ersatzteilshop`,
  ahlersShop: (number) => `Auftragsbestätigung ${number}`,
  schraubenShop: (number) => `Ihre Bestellung ${number} ist eingegangen`,
  tackeShop: (number) => `Bestellbestätigung ${number} – vielen Dank, Anna Berger`,
};

const orderStories = orders.map(([at, from, to, number, customer, lines, status]) => {
  const total = lines.reduce((sum, [quantity, , , cents]) => sum + quantity * cents, 0);
  const rows = lines.map(
    ([quantity, article, name, cents]) =>
      `| ${quantity} | ${article} | ${name} | ${euro(cents)} | ${euro(quantity * cents)} |`,
  );
  const intro =
    from === 'shop'
      ? `Im Ersatzteilshop ist eine Bestellung eingegangen.\n\nKunde: ${customer}\nZahlung: Rechnung, 14 Tage\nVersand: Flinkpost Standard`
      : `Guten Tag,\n\nvielen Dank für Ihre Bestellung ${number}. Wir liefern an: ${customer}, Brookwerder Ring 14, 21035 Hamburg.`;
  const body = `${intro}\n\n| Menge | Artikel | Bezeichnung | Preis EUR | Summe EUR |\n${rows.join('\n')}\n\nWarenwert netto: ${euro(total)} EUR\nUmsatzsteuer 19 %: ${euro(Math.round(total * 0.19))} EUR\nGesamt: ${euro(Math.round(total * 1.19))} EUR\n\n${from === 'shop' ? 'Versandziel: {w+1}' : 'Voraussichtliche Lieferung: {w+2}, {d+2}'}`;
  const title = orderSubjects[from]?.(number) ?? number;
  const confirmation = pdf(
    `Auftragsbestätigung_${number}.pdf`,
    `Auftragsbestätigung ${number}`,
    ...lines.map(
      ([quantity, article, name, cents]) => `${quantity} x ${article} ${name};;${euro(quantity * cents)} EUR`,
    ),
    '---',
    `Summe netto;;${euro(total)} EUR`,
  );
  return story(
    title,
    mail(from, to, at, body, {
      headers: automatic,
      ...(from === 'ahlersShop' ? { files: [confirmation] } : {}),
      ...(status ? { status } : {}),
    }),
  );
});

type Parcel = [at: string, number: string, sender: string, event: string, to: Mailbox, status?: Status];

const parcels: Parcel[] = [
  ['17 18:20', 'FP 4410 2281', 'Sensorik Ahlers', 'Ihr Paket kommt {w+1} zwischen 9:30 und 11:30 Uhr.', 'info'],
  ['16 11:02', 'FP 4410 2281', 'Sensorik Ahlers', 'Zugestellt an der Warenannahme, Unterschrift: TIETJEN.', 'info'],
  ['14 17:45', 'FP 4410 7716', 'Bürobedarf Tacke', 'Ihre Sendung (2 Packstücke, 31 kg) kommt {w+3} ganztags.', 'anna'],
  ['12 08:12', 'FP 4411 0034', 'Senfmanufaktur Ketels', 'Ihr Päckchen kommt heute zwischen 10 und 12 Uhr.', 'ben'],
  [
    '10 14:55',
    'FP 4411 3520',
    'Kollwitz Antriebstechnik',
    'Zustellung nicht möglich: Tor geschlossen. Neuer Versuch {w+1}.',
    'service',
  ],
  [
    '9 09:48',
    'FP 4411 3520',
    'Kollwitz Antriebstechnik',
    'Zugestellt an der Warenannahme, Unterschrift: TIETJEN.',
    'service',
  ],
  ['8 19:10', 'FP 4411 9002', 'Bürobedarf Tacke', 'Ihr Paket kommt {w+1} zwischen 13 und 15 Uhr.', 'anna'],
  [
    '5 07:31',
    'FP 4412 0458',
    'Calder Valley Dips',
    'Kühlsendung: bitte unverzüglich annehmen. Zustellung heute vor 10 Uhr.',
    'chris',
  ],
  ['4 16:16', 'FP 4412 2217', 'Sensorik Ahlers', 'Teillieferung 1 von 2: Ihr Paket kommt {w+1} vormittags.', 'info'],
  [
    '2 18:02',
    'FP 4412 6630',
    'Kollwitz Antriebstechnik',
    'Ihr Paket (3 kg) kommt {w+1} zwischen 8 und 10 Uhr.',
    'service',
    'seen',
  ],
  [
    '1 09:20',
    'FP 4412 6630',
    'Kollwitz Antriebstechnik',
    'Zugestellt an der Warenannahme, Unterschrift: VOGT.',
    'service',
    'unseen',
  ],
  ['-52', 'FP 4412 9915', 'Sensorik Ahlers', 'Teillieferung 2 von 2 ist im Zustellfahrzeug.', 'info', 'unseen'],
];

const parcelStories = parcels.map(([at, number, sender, event, to, status]) =>
  story(
    `Sendung ${number}: ${event.startsWith('Zugestellt') ? 'zugestellt' : event.startsWith('Zustellung nicht') ? 'Zustellversuch' : 'unterwegs'}`,
    mail(
      'flinkpost',
      to,
      at,
      `Sendung ${number} von ${sender}\n\n${event}\n\nVerfolgen: https://track.flinkpost.example/${number.replaceAll(' ', '')}`,
      { headers: automatic, ...(status ? { status } : {}) },
    ),
  ),
);

export const shops: Story[] = [...orderStories, ...parcelStories];
