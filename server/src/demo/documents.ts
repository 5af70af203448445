import { docx, pdf, picture, plain, xlsx, type DemoFile } from './files.ts';

/** A document of the demo. */
export interface DemoDocument {
  readonly file: DemoFile;
  readonly title: string;
  readonly keywords: string;
  readonly box: DemoBox;
  readonly by: 'anna' | 'ben' | 'chris';
  /** Days before now. */
  readonly age: number;
}
export type DemoBox = keyof typeof BOXES;

/** Where the demo's documents lie, and who sees them. */
export const BOXES = {
  Verträge: ['anna', 'ben'],
  Technik: ['anna', 'ben', 'chris'],
  Vertrieb: ['anna', 'chris'],
} as const;

/** What a company of some years keeps, the newest first. */
export const DOCUMENTS: readonly DemoDocument[] = [
  {
    file: pdf(
      'Preisliste 2027.pdf',
      'Preisliste 2027',
      'Gültig ab 1. Januar 2027, alle Preise netto',
      '---',
      'Zahnkupplung ZK 80 ;; 418,00 €',
      'Zahnkupplung ZK 120 ;; 596,00 €',
      'Spindelhubgetriebe SH 25 ;; 1.240,00 €',
      'Stunde Monteur ;; 86,50 €',
    ),
    title: 'Preisliste 2027',
    keywords: 'Preise, Katalog',
    box: 'Vertrieb',
    by: 'chris',
    age: 2,
  },
  {
    file: docx(
      'Allgemeine Lieferbedingungen.docx',
      'Allgemeine Lieferbedingungen',
      'Lieferungen erfolgen ab Werk, die Gefahr geht mit der Übergabe an den Frachtführer über.',
      'Zahlbar innerhalb von 30 Tagen ohne Abzug.',
    ),
    title: 'Allgemeine Lieferbedingungen',
    keywords: 'AGB, Lieferung',
    box: 'Vertrieb',
    by: 'anna',
    age: 6,
  },
  {
    file: pdf(
      'Wartungsvertrag Meierei Geestland.pdf',
      'Wartungsvertrag',
      'zwischen der Meierei Geestland eG und der Nordwerk GmbH',
      '---',
      'Zwei Wartungen im Jahr, Reaktion innerhalb von acht Stunden',
      'Laufzeit drei Jahre, danach jährlich kündbar',
    ),
    title: 'Wartungsvertrag Meierei Geestland',
    keywords: 'Wartung, Meierei, Laufzeit',
    box: 'Verträge',
    by: 'anna',
    age: 11,
  },
  {
    file: xlsx(
      'Ersatzteile.xlsx',
      'Ersatzteile',
      ['Nummer', 'Bezeichnung', 'Bestand'],
      ['4711-08', 'Lagerschale', 34],
      ['4711-12', 'Dichtsatz', 12],
      ['5020-01', 'Steuerplatine', 3],
    ),
    title: 'Ersatzteile am Lager',
    keywords: 'Lager, Bestand',
    box: 'Technik',
    by: 'ben',
    age: 15,
  },
  {
    file: picture('Typenschild.jpg', 'plate'),
    title: 'Typenschild Presse 3',
    keywords: 'Presse, Seriennummer',
    box: 'Technik',
    by: 'ben',
    age: 24,
  },
  {
    file: plain(
      'Übergabe Spätschicht.txt',
      'Presse 2 läuft wieder.\nÖl an Station 4 nachfüllen.\nSchlüssel liegt im Büro.\n',
    ),
    title: 'Übergabe Spätschicht',
    keywords: 'Schicht',
    box: 'Technik',
    by: 'chris',
    age: 37,
  },
  {
    file: pdf(
      'Rahmenvertrag Spedition.pdf',
      'Rahmenvertrag',
      'über Stückgut und Teilladungen im Fernverkehr',
      '---',
      'Abholung werktags bis 16 Uhr, Haftung nach ADSp',
    ),
    title: 'Rahmenvertrag Spedition',
    keywords: 'Fracht, Spedition',
    box: 'Verträge',
    by: 'ben',
    age: 58,
  },
  {
    file: pdf(
      'Betriebsanleitung SH 25.pdf',
      'Betriebsanleitung Spindelhubgetriebe SH 25',
      'Nur von unterwiesenem Personal zu bedienen.',
      '---',
      'Schmierung alle 500 Betriebsstunden',
      'Größte Last 25 kN',
    ),
    title: 'Betriebsanleitung SH 25',
    keywords: 'Anleitung, Spindel',
    box: 'Technik',
    by: 'ben',
    age: 93,
  },
];
