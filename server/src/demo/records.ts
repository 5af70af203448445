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

const FIRST_WOMEN =
  'Anke Birgit Christa Dörte Elke Frauke Gesa Hanna Imke Jana Karin Lena Maren Nele Petra Renate Silke Tanja Ute Wiebke'.split(
    ' ',
  );
const FIRST_MEN =
  'Arne Bernd Carsten Dirk Enno Frank Gerd Hauke Ingo Jens Kai Lars Malte Nils Olaf Peter Rolf Sönke Thorsten Uwe'.split(
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
/** Numbers that are given to nobody. */
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

/** Chance that is the same each time. */
function createChance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const SIGNS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[äöüß]/g, (sign) => SIGNS[sign] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Name and address of somebody whose mails the demo has, in the parts that records have. */
function known(key: PersonKey) {
  const { name, address, signature } = person(key);
  const [firstName = '', ...last] = name.replace('Dr. ', '').split(' ');
  const phone = signature.map((line) => /Tel(?:efon|\.)? ([\d ]+\d)/.exec(line)?.[1]).find((number) => number);
  return { name, firstName, lastName: last.join(' '), email: address, phone: phone ?? '' };
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

/** All records of the demo, the same for the same now. Those that write mails are the last ones: they were changed last. */
export function demoRecords(now: Date): DemoRecords {
  const chance = createChance(20_261_119);
  const of = <T>(some: readonly T[]): T => some[chance(some.length)] as T;
  const phone = () => `${of(LINES)} ${String(chance(1000)).padStart(3, '0')}`;
  const mobile = () => `0171 39200 ${String(chance(100)).padStart(2, '0')}`;
  const dayFrom = (least: number, most: number) =>
    day(new Date(now.getTime() + (least + chance(most - least)) * 86_400_000));
  const somebody = () => {
    const isWoman = chance(2) === 0;
    return {
      firstName: of(isWoman ? FIRST_WOMEN : FIRST_MEN),
      lastName: of(LAST),
      salutation: isWoman ? 'Frau' : 'Herr',
    };
  };

  const taken = new Set<string>();
  const freshCompany = () => {
    for (;;) {
      const [trade, industry] = of(TRADES);
      const name = `${trade} ${of(LAST)} ${of(FORMS)}`;
      const host = slug(name.replace(/ (GmbH.*|KG|eG|AG|e\. K\.|OHG)$/, ''));
      if (taken.has(host)) continue;
      taken.add(host);
      return { name, industry, host: `${host}.example` };
    }
  };
  const customers = Array.from(
    { length: COUNTS.Kunden - COMPANIES.length },
    (_, index): DemoRecord & { host: string } => {
      const { name, industry, host } = freshCompany();
      const [zip, city] = of(CITIES);
      return {
        host,
        values: {
          name,
          number: `K-${10_000 + index}`,
          industry,
          status: of(STATUS),
          street: `${of(STREETS)} ${1 + chance(120)}`,
          zip,
          city,
          country: 'Deutschland',
          phone: phone(),
          email: `info@${host}`,
          website: `https://www.${host}`,
        },
        persons: Array.from({ length: 1 + chance(2) }, () => {
          const { firstName, lastName, salutation } = somebody();
          const email = `${slug(firstName)}.${slug(lastName)}@${host}`;
          return { salutation, name: `${firstName} ${lastName}`, function: of(DOING), email, phone: phone() };
        }),
      };
    },
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
  const [contactKeys, customerOf] = [Object.keys(CONTACTS) as PersonKey[], () => of(customers)];
  const contacts = Array.from({ length: COUNTS.Kontakte - contactKeys.length }, (): DemoRecord => {
    const { firstName, lastName } = somebody();
    const { host, values } = customerOf();
    const email = `${slug(firstName).slice(0, 1)}.${slug(lastName)}${1 + chance(99)}@${host}`;
    return {
      values: {
        firstName,
        lastName,
        company: values['name'] ?? '',
        function: of(DOING),
        email,
        phone: phone(),
        mobile: mobile(),
      },
    };
  });
  const Kunden = [...customers.map(({ values, persons = [] }) => ({ values, persons })), ...companies];
  const buyer = () => of(Kunden).values;
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
    Projekte: Array.from({ length: COUNTS.Projekte }, (_, index) => {
      const { name: customer = '', city = '', email = '' } = buyer();
      const status = of(PROJECT_STATUS);
      return {
        values: {
          name: `${of(WORKS)} ${city}`,
          number: `P-${String(1000 + index)}`,
          status,
          manager: of(MANAGERS),
          begin: dayFrom(-500, 60),
          end: dayFrom(70, 400),
          customer,
          // Mails of a customer are about what is being worked on.
          email: status === 'In Arbeit' ? email : '',
          budget: `${(2 + chance(90)) * 5}.000 €`,
        },
      };
    }),
    Maschinen: Array.from({ length: COUNTS.Maschinen }, (_, index) => {
      const { name: customer = '', city = '' } = buyer();
      const [name, type] = of(MACHINES);
      return {
        values: {
          name,
          serialNumber: `BR-${String(4000 + index)}`,
          type,
          site: city,
          yearBuilt: String(2008 + chance(18)),
          nextService: dayFrom(-30, 365),
          customer,
        },
      };
    }),
  };
}
