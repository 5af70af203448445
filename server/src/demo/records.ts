/** The records of the demo's company: whom it sells to, whom it knows, what it builds, and what stands at its customers. */
import { COMPANIES, CONTACTS } from './companies.ts';
import { person, type PersonKey } from './people.ts';

export interface DemoRecord {
  readonly values: Readonly<Record<string, string>>;
  readonly persons?: readonly Readonly<Record<string, string>>[];
}

export interface DemoRecords {
  readonly Kunden: readonly DemoRecord[];
  readonly Kontakte: readonly DemoRecord[];
  readonly Projekte: readonly DemoRecord[];
  readonly Maschinen: readonly DemoRecord[];
}

const COUNTS = { Kunden: 600, Kontakte: 1200, Projekte: 150, Maschinen: 300 } as const;
/** So many more are of the years before: they come when all else is there. */
const EARLIER = { Kunden: 2400, Kontakte: 4800, Projekte: 1850, Maschinen: 2700 } as const;
/** Of those that are made at once. */
const AT_ONCE = 150;

const FIRST_WOMEN =
  'Anke Birgit Christa Dörte Elke Frauke Gesa Hanna Imke Jana Karin Lena Maren Nele Petra Renate Silke Tanja Ute Wiebke'.split(
    ' ',
  );
const FIRST_MEN =
  'Arne Bernd Carsten Dirk Enno Frank Gerd Hauke Ingo Jens Kai Lars Malte Nils Olaf Peter Rolf Sönke Thorsten Volker'.split(
    ' ',
  );
const LAST =
  'Ahrens Behrens Claußen Detlefsen Ehlers Friedrichsen Gerdes Hansen Ibsen Jessen Kröger Lorenzen Martens Nissen Oldenburg Paulsen Quast Rathjen Sörensen Thomsen Uhlig Voß Wiese Zander Bruhn Dreyer Grote Hinrichs Kühl Lüders Möller Ohlsen Petersen Reimers Schröder Tönnies Wulf Bahr Fock Heitmann Jürgens Lübbe Mohr Plath Rohwer Stahl Timm Witt Böttcher Drews'.split(
    ' ',
  );
const TRADES: readonly (readonly [name: string, industry: string])[] = [
  ['Molkerei', 'Lebensmittel'],
  ['Käserei', 'Lebensmittel'],
  ['Feinkost', 'Lebensmittel'],
  ['Gewürzmühle', 'Lebensmittel'],
  ['Konservenfabrik', 'Lebensmittel'],
  ['Fischräucherei', 'Lebensmittel'],
  ['Ölmühle', 'Lebensmittel'],
  ['Konfitüren', 'Lebensmittel'],
  ['Brauerei', 'Getränke'],
  ['Mosterei', 'Getränke'],
  ['Kelterei', 'Getränke'],
  ['Kaffeerösterei', 'Getränke'],
  ['Limonaden', 'Getränke'],
  ['Verpackungen', 'Handel'],
  ['Großhandel', 'Handel'],
  ['Anlagenbau', 'Maschinenbau'],
  ['Spedition', 'Logistik'],
  ['Elektrotechnik', 'Handwerk'],
];
const FORMS = ['GmbH', 'GmbH & Co. KG', 'KG', 'eG', 'AG', 'e. K.', 'OHG'];
const CITIES: readonly (readonly [zip: string, city: string])[] = [
  ['20095', 'Hamburg'],
  ['24103', 'Kiel'],
  ['23552', 'Lübeck'],
  ['28195', 'Bremen'],
  ['30159', 'Hannover'],
  ['18055', 'Rostock'],
  ['19053', 'Schwerin'],
  ['24937', 'Flensburg'],
  ['26122', 'Oldenburg'],
  ['27568', 'Bremerhaven'],
  ['21335', 'Lüneburg'],
  ['25746', 'Heide'],
  ['21682', 'Stade'],
  ['25524', 'Itzehoe'],
  ['48143', 'Münster'],
  ['39104', 'Magdeburg'],
  ['04109', 'Leipzig'],
  ['50667', 'Köln'],
  ['80331', 'München'],
  ['10115', 'Berlin'],
];
const STREETS =
  'Hafenstraße Bahnhofstraße Industrieweg Mühlenweg Deichstraße Lindenallee Speicherweg Werkstraße Gartenweg Marktplatz'.split(
    ' ',
  );
const DOING = [
  'Einkauf',
  'Technik',
  'Geschäftsführung',
  'Produktion',
  'Instandhaltung',
  'Qualitätssicherung',
  'Buchhaltung',
];
/** More of them, so that of several thousand contacts each has a name of their own. */
const MORE_FIRST =
  'Adelheid Beate Cornelia Dagmar Edith Friederike Gudrun Heidemarie Irmgard Jacqueline Katharina Liselotte Margarethe Nadine Ottilie Pauline Roswitha Stefanie Theresia Ulrike Veronika Walburga Alexander Benedikt Christoph Dominik Eberhard Ferdinand Gottfried Heinrich Immanuel Joachim Konstantin Leopold Maximilian Norbert Oliver Philipp Quentin Reinhard Sebastian Tobias Valentin Wolfgang'.split(
    ' ',
  );
/** Numbers that are given to nobody; behind them stand three digits and an extension of two. */
const LINES = ['030 23125', '069 90009', '040 66969', '0221 4710', '089 99998'];
const STATUS = ['Aktiv', 'Aktiv', 'Aktiv', 'Interessent', 'Ruhend', 'Ehemalig'];
const WORKS = [
  'Abfülllinie',
  'Umbau',
  'Erweiterung',
  'Modernisierung',
  'Verschließstation',
  'Etikettierung',
  'Reinigungsanlage',
];
const PROJECT_STATUS = ['Angebot', 'Geplant', 'In Arbeit', 'Abgeschlossen', 'Abgebrochen'];
const OVER = ['Abgeschlossen', 'Abgeschlossen', 'Abgeschlossen', 'Abgebrochen'];
const MANAGERS = ['Ben Krüger', 'Chris Okafor', 'Jens Petersen'];
const MACHINES: readonly (readonly [name: string, type: string])[] = [
  ['BF 400 Kolbenfüller', 'Füllmaschine'],
  ['BF 800 Linearfüller', 'Füllmaschine'],
  ['BF 1200 Rundläufer', 'Füllmaschine'],
  ['BV 20 Schraubverschließer', 'Verschließer'],
  ['BV 45 Twist-off', 'Verschließer'],
  ['BE 10 Etikettierer', 'Etikettierer'],
  ['BT 6 Zuführband', 'Förderanlage'],
  ['BP 3 Traypacker', 'Verpackungsmaschine'],
  ['BR 2 CIP-Anlage', 'Reinigungsanlage'],
];

/** Last names of contacts, those of two names among them. */
const MAX_LAST = 2 * LAST.length;

/** Random numbers that are the same each time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Whose numbers and names of contacts are whose: those of today and of the years before have none in common. */
interface Share {
  readonly extensions: readonly [from: number, to: number];
  readonly mobiles: readonly [from: number, to: number];
  readonly contactsFrom: number;
}
const TODAY: Share = { extensions: [10, 50], mobiles: [0, 450], contactsFrom: 0 };
const BEFORE: Share = { extensions: [50, 100], mobiles: [450, 1000], contactsFrom: COUNTS.Kontakte };

/** The numbers below `size` one after the other, scattered, none of them twice; `stride` has no divisor in common with it. */
function scattered(size: number, stride: number, from = 0): () => number {
  let next = from;
  return () => (next++ * stride) % size;
}

const SIGNS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[äöüß]/g, (sign) => SIGNS[sign] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Of a company what it is called in speech. */
const withoutForm = (name: string): string => name.replace(/ (GmbH.*|KG|eG|AG|e\. K\.|OHG)$/, '');

/** Name and address of somebody whose mails the demo has, in the parts that records have. */
function known(key: PersonKey) {
  const { name, address, signature } = person(key);
  const [firstName = '', ...last] = name.replace('Dr. ', '').split(' ');
  const phone = signature.map((line) => /Tel(?:efon|\.)? ([\d ]+\d)/.exec(line)?.[1]).find((number) => number);
  return { name, firstName, lastName: last.join(' '), email: address, phone: phone ?? '' };
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

type Random = ReturnType<typeof createRandom>;
interface Customer extends DemoRecord {
  readonly host: string;
}

/** Makes records one by one, each time the same for the same random numbers and now. */
function createMakers(now: Date, random: Random, { extensions, mobiles, contactsFrom }: Share) {
  const of = <T>(some: readonly T[]): T => some[random(some.length)] as T;
  const [firstExtension, lastExtension] = extensions;
  const lines = scattered(LINES.length * 1000 * (lastExtension - firstExtension), 7919);
  const phone = () => {
    const line = lines();
    const number = Math.floor(line / LINES.length) % 1000;
    const extension = firstExtension + Math.floor(line / (LINES.length * 1000));
    return `${LINES[line % LINES.length] ?? ''} ${String(number).padStart(3, '0')}-${extension}`;
  };
  const [firstMobile, lastMobile] = mobiles;
  let nextMobile = firstMobile;
  /** Of some, as long as there are any. */
  const mobile = () =>
    random(3) > 0 || nextMobile === lastMobile ? '' : `0171 39200${String(nextMobile++).padStart(3, '0')}`;
  const firstNames = [...FIRST_WOMEN, ...FIRST_MEN, ...MORE_FIRST];
  const names = scattered(firstNames.length * MAX_LAST, 1009, contactsFrom);
  const dayFrom = (least: number, most: number) =>
    day(new Date(now.getTime() + (least + random(most - least)) * 86_400_000));
  const somebody = () => {
    const isWoman = random(2) === 0;
    return {
      firstName: of(isWoman ? FIRST_WOMEN : FIRST_MEN),
      lastName: of(LAST),
      salutation: isWoman ? 'Frau' : 'Herr',
    };
  };
  const somebodyElse = () => {
    const name = names();
    const [one, two] = [name % LAST.length, Math.floor(name / LAST.length) % (MAX_LAST / LAST.length)];
    const lastName = two === 0 ? LAST[one] : `${LAST[one] ?? ''}-${LAST[(one + two * 7) % LAST.length] ?? ''}`;
    return { firstName: firstNames[Math.floor(name / MAX_LAST)] ?? '', lastName: lastName ?? '' };
  };
  const taken = new Set<string>();
  /** `middle`: between name and form, where there are so many that names alone would not do. */
  const freshCompany = (middle: string) => {
    for (;;) {
      const [trade, industry] = of(TRADES);
      const name = `${trade} ${of(LAST)}${middle} ${of(FORMS)}`;
      const host = slug(withoutForm(name));
      if (taken.has(host)) continue;
      taken.add(host);
      return { name, industry, host: `${host}.example` };
    }
  };
  return {
    of,
    customer(number: number, isPlaced: boolean): Customer {
      const [zip, city] = of(CITIES);
      const { name, industry, host } = freshCompany(isPlaced ? ` ${city}` : '');
      return {
        host,
        values: {
          name,
          number: `K-${number}`,
          industry,
          status: of(STATUS),
          street: `${of(STREETS)} ${1 + random(120)}`,
          zip,
          city,
          country: 'Deutschland',
          phone: phone(),
          email: `info@${host}`,
          website: `https://www.${host}`,
        },
        persons: Array.from({ length: 1 + random(2) }, () => {
          const { firstName, lastName, salutation } = somebody();
          const email = `${slug(firstName)}.${slug(lastName)}@${host}`;
          return { salutation, name: `${firstName} ${lastName}`, function: of(DOING), email, phone: phone() };
        }),
      };
    },
    contact({ host, values }: Customer): DemoRecord {
      const { firstName, lastName } = somebodyElse();
      const email = `${slug(firstName)}.${slug(lastName)}@${host}`;
      const company = values['name'] ?? '';
      return {
        values: { firstName, lastName, company, function: of(DOING), email, phone: phone(), mobile: mobile() },
      };
    },
    /** `isOver`: of years that are gone. */
    project({ values: { name: customer = '', email = '' } }: DemoRecord, number: number, isOver: boolean) {
      const from = random(WORKS.length);
      const works = [...WORKS.slice(from), ...WORKS.slice(0, from)].map((work) => `${work} ${withoutForm(customer)}`);
      const name = works.find((work) => !taken.has(work)) ?? `${customer} ${number}`;
      taken.add(name);
      const status = isOver ? of(OVER) : of(PROJECT_STATUS);
      const begin = isOver ? dayFrom(-2500, -700) : dayFrom(-500, 60);
      return {
        values: {
          name,
          number: `P-${number}`,
          status,
          manager: of(MANAGERS),
          begin,
          end: isOver ? dayFrom(-700, -510) : dayFrom(70, 400),
          customer,
          // Mails of a customer are about what is being worked on.
          email: status === 'In Arbeit' ? email : '',
          budget: `${(2 + random(90)) * 5}.000 €`,
        },
      };
    },
    machine({ values: { name: customer = '', city = '' } }: DemoRecord, number: number): DemoRecord {
      const [name, type] = of(MACHINES);
      return {
        values: {
          name: `${name} ${number}`,
          serialNumber: `BR-${number}`,
          type,
          site: city,
          yearBuilt: String(2008 + random(18)),
          nextService: dayFrom(-30, 365),
          customer,
        },
      };
    },
  };
}

type Change = (name: string, known: DemoRecord['values']) => DemoRecord['values'];
/** Customers that were written down a second time by somebody who did not look: what of them stands there then, and how. */
const AGAIN: readonly Change[] = [
  (name, { city = '', phone = '' }) => ({ name: withoutForm(name), city, phone }),
  (name, { city = '', zip = '' }) => ({ name: withoutForm(name).replace(/.(?=.$)/, ''), city, zip }),
  (name, { email = '', city = '' }) => ({ name: `Fa. ${withoutForm(name)}`, email, city }),
  (name, { city = '' }) => ({ name: withoutForm(name).split(' ').toReversed().join(' '), city }),
  (name, { phone = '', email = '', website = '' }) => ({ name: name.toUpperCase(), phone, email, website }),
];

/** The demo's records of today, the same for the same now. Those that write mails are the last ones: they were changed last. */
export function demoRecords(now: Date): DemoRecords {
  const make = createMakers(now, createRandom(20_261_119), TODAY);
  const count = (most: number, own = 0) => Array.from({ length: most - own }, (_, index) => index);
  const customers = count(COUNTS.Kunden, COMPANIES.length + AGAIN.length).map((index) =>
    make.customer(10_000 + index, false),
  );
  const companies = COMPANIES.map(({ people, ...values }, index): DemoRecord => {
    const keys = Object.keys(people) as PersonKey[];
    const host = known(keys[0] ?? 'info').email.split('@')[1] ?? '';
    return {
      values: { ...values, number: `K-${20_000 + index}`, email: `info@${host}`, website: `https://www.${host}` },
      persons: keys.map((key) => {
        const { name, email, phone } = known(key);
        return { name, email, phone, function: people[key] ?? '' };
      }),
    };
  });
  const contactKeys = Object.keys(CONTACTS) as PersonKey[];
  const contacts = count(COUNTS.Kontakte, contactKeys.length).map(() => make.contact(make.of(customers)));
  const again = AGAIN.map((change, index): DemoRecord => {
    const { name = '', industry = '', ...values } = customers[20 + index * 40]?.values ?? {};
    return { values: { ...change(name, values), industry, number: `K-${21_000 + index}`, status: 'Interessent' } };
  });
  const Kunden = [...customers.map(({ values, persons = [] }) => ({ values, persons })), ...again, ...companies];
  return {
    Kunden,
    Kontakte: [
      ...contacts,
      ...contactKeys.map((key): DemoRecord => {
        const [company = '', doing = ''] = CONTACTS[key] ?? [];
        const { name: _, ...values } = known(key);
        return { values: { ...values, company, function: doing } };
      }),
    ],
    Projekte: count(COUNTS.Projekte).map((index) => make.project(make.of(Kunden), 1000 + index, false)),
    Maschinen: count(COUNTS.Maschinen).map((index) => make.machine(make.of(Kunden), 4000 + index)),
  };
}

export interface EarlierRecords {
  readonly kind: keyof DemoRecords;
  /** How many of the kind there are before these, and after all. */
  readonly from: number;
  readonly of: number;
  readonly records: readonly DemoRecord[];
}

/** The demo's records of the years before, some at a time, the same for the same now. */
export function* earlierRecords(now: Date): Generator<EarlierRecords> {
  const make = createMakers(now, createRandom(20_241_119), BEFORE);
  const customers = Array.from({ length: EARLIER.Kunden }, (_, index) => make.customer(30_000 + index, true));
  const one: Readonly<Record<keyof DemoRecords, (index: number) => DemoRecord>> = {
    Kunden: (index) => {
      const { values, persons = [] } = customers[index] as Customer;
      return { values, persons };
    },
    Kontakte: () => make.contact(make.of(customers)),
    Projekte: (index) => make.project(make.of(customers), 5000 + index, true),
    Maschinen: (index) => make.machine(make.of(customers), 7000 + index),
  };
  for (const kind of Object.keys(one) as (keyof DemoRecords)[]) {
    const most = EARLIER[kind];
    for (let from = 0; from < most; from += AT_ONCE) {
      const records = Array.from({ length: Math.min(AT_ONCE, most - from) }, (_, index) => one[kind](from + index));
      yield { kind, from: COUNTS[kind] + from, of: COUNTS[kind] + most, records };
    }
  }
}
