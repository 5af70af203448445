/** Who of those that write to the demo's company is known to it as a customer or a contact. */
import type { PersonKey } from './people.ts';

export interface Company {
  readonly name: string;
  readonly industry: 'Lebensmittel' | 'Getränke';
  readonly status: 'Interessent' | 'Aktiv';
  readonly street: string;
  readonly zip: string;
  readonly city: string;
  readonly country: string;
  readonly phone: string;
  /** Those of it who write, with what they do there. */
  readonly people: Partial<Record<PersonKey, string>>;
}

const company = (
  name: string,
  [street, zip, city, country = 'Deutschland']: readonly [string, string, string, string?],
  phone: string,
  people: Company['people'],
  more: Partial<Company> = {},
): Company => ({
  name,
  street,
  zip,
  city,
  country,
  phone,
  people,
  industry: 'Lebensmittel',
  status: 'Aktiv',
  ...more,
});

/** Customers among the senders of the demo's mails. */
export const COMPANIES: readonly Company[] = [
  company('Meierei Geestland eG', ['Molkereiweg 3', '27607', 'Geestland'], '030 23125 200', {
    sievers: 'Leiter Technik',
    ohm: 'Einkauf',
  }),
  company('Feinkost Lührsen GmbH & Co. KG', ['Am Fischmarkt 21', '22767', 'Hamburg'], '040 66969 480', {
    luehrsen: 'Geschäftsführung',
    wulff: 'Produktion',
  }),
  company('Ostseekorn Müsli GmbH', ['Kornspeicher 8', '24937', 'Flensburg'], '030 23125 270', {
    priess: 'Projektleitung Abfüllung',
  }),
  company('Senfmanufaktur Ketels', ['Dorfstraße 12', '25899', 'Niebüll'], '030 23125 288', { ketels: 'Inhaber' }),
  company(
    'Quellbrunn Mineralbrunnen GmbH',
    ['Brunnenallee 1', '31812', 'Bad Pyrmont'],
    '030 23125 640',
    { adomeit: 'Betriebsleiter' },
    { industry: 'Getränke' },
  ),
  company('Heidehonig eG', ['Imkerweg 5', '29640', 'Schneverdingen'], '030 23125 455', { behn: 'Abfüllung Süd' }),
  company('Backhaus Mehring', ['Mühlenstraße 40', '21335', 'Lüneburg'], '030 23125 512', { mehring: 'Inhaber' }),
  company('Moorkäserei Hoffmeister', ['Am Moor 2', '26655', 'Westerstede'], '030 23125 530', {
    hoffmeister: 'Inhaber',
  }),
  company('Vandermeer Zuivel B.V.', ['Zuiveldijk 17', '8711', 'Workum', 'Niederlande'], '030 23125 561', {
    degroot: 'Technical Manager',
    bos: 'Procurement',
  }),
  company('Limfjord Mejeri ApS', ['Havnevej 4', '7900', 'Nykøbing', 'Dänemark'], '030 23125 577', {
    kjaer: 'Plant Manager',
    lund: 'Finance',
  }),
  company('Hartwell Foods Ltd', ['Mill Lane 9', 'SY1 2AB', 'Shrewsbury', 'Großbritannien'], '030 23125 583', {
    thornton: 'Head of Engineering',
    pike: 'Maintenance Supervisor',
  }),
  company('Calder Valley Dips', ['Canal Street 31', 'HX7 8AA', 'Hebden Bridge', 'Großbritannien'], '030 23125 590', {
    nair: 'Founder',
  }),
  company(
    'Gold Coast Juices',
    ['Harbour Road 6', 'GA-100', 'Accra', 'Ghana'],
    '030 23125 601',
    { osei: 'Operations' },
    { industry: 'Getränke', status: 'Interessent' },
  ),
  company(
    'Atelier Confit',
    ['Rue des Vergers 14', '67000', 'Straßburg', 'Frankreich'],
    '030 23125 610',
    { lemaire: 'Inhaberin' },
    { status: 'Interessent' },
  ),
  company(
    'Saimaa Berries Oy',
    ['Satamatie 2', '53100', 'Lappeenranta', 'Finnland'],
    '030 23125 622',
    { virtanen: 'Managing Director' },
    { status: 'Interessent' },
  ),
];

/** Contacts among them: suppliers, services, and people of customers who are looked up by themselves. */
export const CONTACTS: Partial<Record<PersonKey, readonly [company: string, doing: string]>> = {
  sievers: ['Meierei Geestland eG', 'Leiter Technik'],
  priess: ['Ostseekorn Müsli GmbH', 'Projektleitung Abfüllung'],
  thornton: ['Hartwell Foods Ltd', 'Head of Engineering'],
  hinz: ['Pneumatik Rohde GmbH', 'Vertrieb Innendienst'],
  wendt: ['Edelstahl Wendt KG', 'Inhaberin'],
  kollwitz: ['Kollwitz Antriebstechnik', 'Inhaber'],
  ahlers: ['Sensorik Ahlers GmbH', 'Auftragszentrum'],
  bartels: ['Alsternetz Systemhaus', 'Betreuung'],
  woermann: ['Wörmann & Partner', 'Steuerberaterin'],
  lange: ['Fuhrpark Lange GmbH', 'Kundenbetreuung'],
  assekuranz: ['Hanse-Assekuranz Makler GmbH', 'Technische Versicherungen'],
  agentur: ['Kaiblick Medien', 'Inhaber'],
  steinweg: ['Steinweg Personalberatung', 'Inhaberin'],
  hollmann: ['Tischlerei Hollmann', 'Inhaberin'],
};

/** Whose mails are linked with their company already, and how many of each of them. */
export const LINKED: readonly PersonKey[] = ['sievers', 'luehrsen', 'adomeit', 'degroot', 'pike', 'hoffmeister'];
