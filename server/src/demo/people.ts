/** Everyone who writes to or from the demo's company, Brookmann Fülltechnik GmbH in Hamburg. */
import * as v from 'valibot';
import type { Language } from './calendar.ts';

/** The mail program decides about text, HTML and the kind of quote. */
export type Client = 'outlook' | 'html' | 'apple' | 'text' | 'mobile' | 'auto';

export interface Person {
  name: string;
  address: string;
  client: Client;
  language: Language;
  signature: string[];
}

type Entry = [name: string, address: string, client: Client, language: Language, signature?: string];

const firm = 'Brookmann Fülltechnik GmbH|Brookwerder Ring 14 · 21035 Hamburg|www.brookmann.example';
const firmEnglish = 'Brookmann Fülltechnik GmbH|Brookwerder Ring 14 · 21035 Hamburg · Germany|www.brookmann.example';

const entries = {
  // our own people and mailboxes
  anna: [
    'Anna Berger',
    'anna@brookmann.example',
    'outlook',
    'de',
    `Anna Berger|Büroleitung|Tel. 040 66969 112|${firm}`,
  ],
  ben: [
    'Ben Krüger',
    'ben@brookmann.example',
    'text',
    'de',
    `Ben Krüger|Leitung Service|Tel. 040 66969 130 · Mobil 0171 39200 14|${firm}`,
  ],
  chris: [
    'Chris Okafor',
    'chris@brookmann.example',
    'apple',
    'en',
    `Chris Okafor|Sales Manager International|Phone +49 40 66969 141|${firmEnglish}`,
  ],
  info: ['Brookmann Fülltechnik', 'info@brookmann.example', 'outlook', 'de', firm],
  service: [
    'Brookmann Service',
    'service@brookmann.example',
    'text',
    'de',
    `Service-Hotline 040 66969 133 (Mo–Fr 7–18 Uhr)|${firm}`,
  ],
  henrike: ['Dr. Henrike Brookmann', 'h.brookmann@brookmann.example', 'apple', 'de', 'Henrike Brookmann'],
  katja: [
    'Katja Lindner',
    'k.lindner@brookmann.example',
    'outlook',
    'de',
    'Katja Lindner|Buchhaltung · Durchwahl -118',
  ],
  timo: ['Timo Reents', 't.reents@brookmann.example', 'mobile', 'de'],
  murat: ['Murat Aydın', 'm.aydin@brookmann.example', 'mobile', 'de'],
  silke: ['Silke Harms', 's.harms@brookmann.example', 'outlook', 'de', 'Silke Harms|Einkauf · Durchwahl -121'],
  jens: ['Jens Petersen', 'j.petersen@brookmann.example', 'text', 'de', 'Jens Petersen|Konstruktion · Durchwahl -150'],
  frauke: [
    'Frauke Tietjen',
    'f.tietjen@brookmann.example',
    'outlook',
    'de',
    'Frauke Tietjen|Lager und Versand · Durchwahl -160',
  ],
  lena: ['Lena Vogt', 'l.vogt@brookmann.example', 'outlook', 'de', 'Lena Vogt|Auszubildende'],
  olaf: ['Olaf Stein', 'o.stein@brookmann.example', 'text', 'de', 'Olaf Stein|Montage'],
  // customers
  sievers: [
    'Dirk Sievers',
    'd.sievers@meierei-geestland.example',
    'outlook',
    'de',
    'Dirk Sievers|Leiter Technik|Meierei Geestland eG|Tel. 030 23125 210',
  ],
  ohm: [
    'Marlies Ohm',
    'm.ohm@meierei-geestland.example',
    'outlook',
    'de',
    'Marlies Ohm|Einkauf|Meierei Geestland eG|Tel. 030 23125 217',
  ],
  wulff: ['Torben Wulff', 't.wulff@luehrsen-feinkost.example', 'mobile', 'de'],
  luehrsen: [
    'Sabine Lührsen',
    's.luehrsen@luehrsen-feinkost.example',
    'html',
    'de',
    'Sabine Lührsen|Geschäftsführung|Feinkost Lührsen GmbH & Co. KG|Telefon 040 66969 480',
  ],
  priess: [
    'Johanna Prieß',
    'johanna.priess@ostseekorn.example',
    'apple',
    'de',
    'Johanna Prieß|Ostseekorn Müsli GmbH|Projektleitung Abfüllung',
  ],
  ketels: ['Fiete Ketels', 'fiete@senf-ketels.example', 'text', 'de', 'Fiete Ketels|Senfmanufaktur Ketels'],
  adomeit: [
    'Stefan Adomeit',
    'adomeit@quellbrunn.example',
    'outlook',
    'de',
    'Stefan Adomeit|Betriebsleiter|Quellbrunn Mineralbrunnen GmbH|Tel. 030 23125 640',
  ],
  behn: [
    'Renate Behn',
    'r.behn@heidehonig.example',
    'text',
    'de',
    'Renate Behn|Heidehonig eG · Abfüllung Süd|Tel. 030 23125 455',
  ],
  mehring: ['Uwe Mehring', 'uwe.mehring@backhaus-mehring.example', 'mobile', 'de'],
  degroot: [
    'Pieter de Groot',
    'p.degroot@vandermeer-zuivel.example',
    'outlook',
    'en',
    'Pieter de Groot|Technical Manager|Vandermeer Zuivel B.V.|Workum, The Netherlands',
  ],
  bos: [
    'Marieke Bos',
    'm.bos@vandermeer-zuivel.example',
    'outlook',
    'en',
    'Marieke Bos|Procurement|Vandermeer Zuivel B.V.',
  ],
  kjaer: ['Søren Kjær', 'sk@limfjord-mejeri.example', 'apple', 'en', 'Søren Kjær|Plant Manager|Limfjord Mejeri ApS'],
  lund: ['Mette Lund', 'ml@limfjord-mejeri.example', 'text', 'en', 'Mette Lund|Finance · Limfjord Mejeri ApS'],
  thornton: [
    'Emily Thornton',
    'emily.thornton@hartwellfoods.example',
    'outlook',
    'en',
    'Emily Thornton|Head of Engineering|Hartwell Foods Ltd|Shrewsbury',
  ],
  pike: [
    'Graham Pike',
    'graham.pike@hartwellfoods.example',
    'html',
    'en',
    'Graham Pike|Maintenance Supervisor|Hartwell Foods Ltd',
  ],
  nair: ['Priya Nair', 'priya@caldervalleydips.example', 'apple', 'en', 'Priya Nair|Founder, Calder Valley Dips'],
  // suppliers and services
  hinz: [
    'Thomas Hinz',
    't.hinz@pneumatik-rohde.example',
    'outlook',
    'de',
    'Thomas Hinz|Vertrieb Innendienst|Pneumatik Rohde GmbH|Tel. 030 23125 330',
  ],
  wendt: ['Carmen Wendt', 'c.wendt@edelstahl-wendt.example', 'text', 'de', 'Carmen Wendt|Edelstahl Wendt KG'],
  kollwitz: [
    'Bernd Kollwitz',
    'bernd@kollwitz-antriebe.example',
    'outlook',
    'de',
    'Bernd Kollwitz|Kollwitz Antriebstechnik|Tel. 030 23125 705',
  ],
  ahlers: [
    'Nadine Ahlers',
    'n.ahlers@sensorik-ahlers.example',
    'outlook',
    'de',
    'Nadine Ahlers|Sensorik Ahlers GmbH · Auftragszentrum',
  ],
  dispo: [
    'Disposition Spedition Norderelbe',
    'dispo@spedition-norderelbe.example',
    'text',
    'de',
    'Spedition Norderelbe · Disposition|Tel. 040 66969 710',
  ],
  bartels: [
    'Jörg Bartels',
    'j.bartels@alsternetz.example',
    'text',
    'de',
    'Jörg Bartels|Alsternetz Systemhaus|Hotline 040 66969 900',
  ],
  woermann: [
    'Gesine Wörmann',
    'woermann@kanzlei-woermann.example',
    'outlook',
    'de',
    'Gesine Wörmann|Steuerberaterin|Wörmann & Partner|Tel. 040 66969 555',
  ],
  tacke: ['Bürobedarf Tacke', 'service@buero-tacke.example', 'html', 'de', 'Ihr Team von Bürobedarf Tacke'],
  lange: [
    'Meike Lange',
    'm.lange@fuhrpark-lange.example',
    'outlook',
    'de',
    'Meike Lange|Fuhrpark Lange GmbH|Tel. 040 66969 820',
  ],
  assekuranz: [
    'Holger Dierks',
    'h.dierks@hanse-assekuranz.example',
    'outlook',
    'de',
    'Holger Dierks|Technische Versicherungen|Hanse-Assekuranz Makler GmbH',
  ],
  messe: [
    'Ausstellerservice Foodtec Nord',
    'aussteller@foodtec-nord.example',
    'html',
    'de',
    'Ausstellerservice Foodtec Nord',
  ],
  hotel: ['Hotel am Deich', 'empfang@hotel-amdeich.example', 'text', 'de', 'Hotel am Deich · Empfang'],
  pruefdienst: [
    'Prüfdienst Nordmark',
    'termine@pruefdienst-nordmark.example',
    'text',
    'de',
    'Prüfdienst Nordmark · Terminvergabe|Tel. 040 66969 640',
  ],
  reinigung: ['Agnieszka Nowak', 'nowak@glanz-gebaeude.example', 'mobile', 'de'],
  schule: [
    'Berufliche Schule Bergedorf-Süd',
    'sekretariat@bs-bergedorf-sued.example',
    'text',
    'de',
    'Sekretariat · Berufliche Schule Bergedorf-Süd',
  ],
  energie: [
    'Energie Elbmarsch Geschäftskunden',
    'geschaeftskunden@energie-elbmarsch.example',
    'html',
    'de',
    'Energie Elbmarsch · Geschäftskunden',
  ],
  // applicants, neighbours, strangers
  yilmaz: ['Elif Yılmaz', 'elif.yilmaz@postfach-hanse.example', 'apple', 'de', 'Elif Yılmaz · Tel. 0171 39200 61'],
  paulsen: ['Malte Paulsen', 'malte.paulsen@postfach-hanse.example', 'text', 'de', 'Malte Paulsen'],
  rickmers: ['Jule Rickmers', 'jule.rickmers@elbmail.example', 'mobile', 'de'],
  grabowski: ['Tomasz Grabowski', 'tomasz.grabowski@elbmail.example', 'text', 'de', 'Tomasz Grabowski'],
  hollmann: ['Ines Hollmann', 'hollmann@tischlerei-nebenan.example', 'text', 'de', 'Ines Hollmann|Tischlerei Hollmann'],
  agentur: ['Nils Freese', 'freese@kaiblick-medien.example', 'apple', 'de', 'Nils Freese|Kaiblick Medien'],
  steinweg: [
    'Corinna Steinweg',
    'c.steinweg@steinweg-personal.example',
    'outlook',
    'de',
    'Corinna Steinweg|Steinweg Personalberatung|Tel. 030 23125 810',
  ],
  osei: ['Daniel Osei', 'd.osei@goldcoast-juices.example', 'apple', 'en', 'Daniel Osei|Operations|Gold Coast Juices'],
  lemaire: ['Claire Lemaire', 'claire.lemaire@atelier-confit.example', 'apple', 'en', 'Claire Lemaire|Atelier Confit'],
  virtanen: ['Aino Virtanen', 'aino.virtanen@saimaa-berries.example', 'text', 'en', 'Aino Virtanen|Saimaa Berries Oy'],
  hoffmeister: [
    'Karsten Hoffmeister',
    'k.hoffmeister@moorkaeserei.example',
    'html',
    'de',
    'Karsten Hoffmeister|Moorkäserei Hoffmeister',
  ],
  // machines and systems
  brooklink: ['BrookLink Fernüberwachung', 'alarm@brooklink.example', 'auto', 'de'],
  shop: ['Brookmann Ersatzteilshop', 'bestellung@teile.brookmann.example', 'auto', 'de'],
  webform: ['Kontaktformular brookmann.example', 'formular@web.brookmann.example', 'auto', 'de'],
  ahlersShop: ['Sensorik Ahlers Onlineshop', 'noreply@sensorik-ahlers.example', 'auto', 'de'],
  schraubenShop: ['Normteile-Kontor', 'auftrag@normteile-nord.example', 'auto', 'de'],
  tackeShop: ['Bürobedarf Tacke', 'bestellung@buero-tacke.example', 'auto', 'de'],
  flinkpost: ['Flinkpost Sendungsinfo', 'sendungsinfo@flinkpost.example', 'auto', 'de'],
  backup: ['Datensicherung srv-hh-02', 'backup@srv-hh-02.alsternetz.example', 'auto', 'de'],
  scanner: ['Kopierer Flur 1', 'scan@drucker.brookmann.example', 'auto', 'de'],
  daemon: ['Mail Delivery Subsystem', 'mailer-daemon@mx.brookmann.example', 'auto', 'en'],
  bank: ['Deichbank Kontoservice', 'kontoservice@deichbank.example', 'auto', 'de'],
  phisher: ['IT-Support Brookmann', 'it-support@brookmann-mailcenter.example', 'auto', 'de'],
  bahn: ['Nordbahn Buchung', 'buchung@nordbahn-reisen.example', 'auto', 'de'],
  // newsletters
  newsAbfuellen: ['Abfüllen heute', 'redaktion@abfuellen-heute.example', 'auto', 'de'],
  newsFoodtec: ['Foodtec Nord', 'news@foodtec-nord.example', 'auto', 'de'],
  newsTacke: ['Bürobedarf Tacke Angebote', 'angebote@buero-tacke.example', 'auto', 'de'],
  newsDairy: ['Dairy Line Weekly', 'weekly@dairyline.example', 'auto', 'en'],
  newsNorm: ['Normteile-Kontor News', 'news@normteile-nord.example', 'auto', 'de'],
  newsRecht: ['Personal & Recht kompakt', 'brief@personal-recht.example', 'auto', 'de'],
  newsKammer: ['Wirtschaftskreis Elbe', 'rundbrief@wirtschaftskreis-elbe.example', 'auto', 'de'],
  newsBahn: ['Nordbahn Business', 'business@nordbahn-reisen.example', 'auto', 'de'],
} satisfies Record<string, Entry>;

export type PersonKey = keyof typeof entries;

export const PersonSchema = v.custom<PersonKey>(
  (key) => typeof key === 'string' && Object.hasOwn(entries, key),
  'Nobody of the demo is called so',
);

const address: Record<PersonKey, Entry> = entries;

export function person(key: PersonKey): Person {
  const [name, mailAddress, client, language, signature = ''] = address[key];
  return { name, address: mailAddress, client, language, signature: signature ? signature.split('|') : [] };
}

/** Somebody by their address; undefined for people whom the demo does not know. */
export function personOf(mailAddress: string): Person | undefined {
  const key = (Object.keys(entries) as PersonKey[]).find((one) => address[one][1] === mailAddress.toLowerCase());
  return key && person(key);
}

export const ownMailboxes = ['anna', 'ben', 'chris', 'info', 'service'] as const;
