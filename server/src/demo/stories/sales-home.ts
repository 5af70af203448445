/** Inquiries and orders of German customers, mostly through info@. */
import { pdf, picture } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const salesHome: Story[] = [
  story(
    'Anfrage Abfüllanlage für Frischkäse',
    mail(
      'hoffmeister',
      'info',
      '11 16:44',
      `
Sehr geehrte Damen und Herren,

wir sind eine handwerkliche Käserei mit zwölf Mitarbeitern und füllen Frischkäse bisher mit einer Handpresse in 150-g-Becher. Wir denken über eine kleine Maschine nach, etwa 1.000 Becher pro Stunde, mit Aromaschutzdeckel. Kräuter bis 5 mm müssen durch.

Was kostet so etwas ungefähr, und kann man die Maschine irgendwo laufen sehen, am liebsten bei einem Betrieb unserer Größe?
`,
    ),
    mail(
      'anna',
      'hoffmeister',
      '11 17:10',
      `
Sehr geehrter Herr Hoffmeister,

vielen Dank für Ihre Anfrage. Für 1.000 Becher pro Stunde ist unser BF 240 in der einbahnigen Ausführung gedacht, Richtpreis mit Deckelaufsetzer 58.000 bis 64.000 EUR netto. Herr Okafor aus dem Vertrieb meldet sich bei Ihnen wegen der Einzelheiten.

Ansehen können Sie die Maschine bei der Heidehonig eG, dort füllt sie zwar Honig, aber die Betriebsgröße passt. Ich frage gern nach einem Termin.
`,
    ),
    mail(
      'hoffmeister',
      'anna',
      '9 19:30',
      `
Sehr geehrte Frau Berger,

das klingt machbar. Ein Besuch in zwei bis drei Wochen wäre uns recht, freitags nachmittags können wir am besten weg. Wir kämen zu dritt.

Gibt es für solche Maschinen eigentlich Fördermittel? Unser Steuerberater meinte, die Landwirtschaftskammer habe da ein Programm.
`,
    ),
    mail(
      'anna',
      'behn',
      '8 09:15',
      `
Liebe Frau Behn,

dürften wir Ihnen an einem Freitagnachmittag drei Besucher von der Moorkäserei Hoffmeister vorbeischicken, die sich den BF 240 ansehen möchten? Eine halbe Stunde reicht. Herr Aydın wäre dabei und nähme sich Ihre Maschine bei der Gelegenheit gleich mit vor – kostenlos, versteht sich.
`,
      { answers: 'none', subject: 'Kleine Bitte: Besuch an Ihrer Maschine' },
    ),
    mail(
      'behn',
      'anna',
      '7 10:02',
      `
Liebe Frau Berger,

gern, für Herrn Aydın immer. Freitag, {fr}, 14 Uhr? Wir füllen dann Heide, das riecht besonders gut. Haarnetze liegen bereit.
`,
    ),
    mail(
      'anna',
      'hoffmeister',
      '7 11:30',
      `
Sehr geehrter Herr Hoffmeister,

es hat geklappt: Freitag, {fr}, 14 Uhr bei der Heidehonig eG, unser Techniker Herr Aydın ist dort. Zur Förderung: Es gibt das Programm für Verarbeitung und Vermarktung, der Antrag muss vor der Bestellung gestellt sein. Das Merkblatt habe ich angehängt.
`,
      {
        answers: 2,
        files: [
          pdf(
            'Merkblatt_Fördermittel_Ernährungshandwerk.pdf',
            'Merkblatt Investitionsförderung',
            'Zuschuss bis 30 % der förderfähigen Kosten',
            'Antrag vor Vertragsabschluss, drei Vergleichsangebote',
            'Bearbeitungszeit: etwa acht Wochen',
            'Zweckbindung der Maschine: fünf Jahre',
          ),
        ],
      },
    ),
    mail(
      'hoffmeister',
      'anna',
      '0 09:12',
      `
Sehr geehrte Frau Berger,

eine Bitte noch: Für den Förderantrag brauchen wir ein förmliches Angebot mit Lieferzeit, und zwar spätestens bis {w+4}. Können Sie das ausstellen, auch wenn wir die Maschine erst am Freitag sehen? Der Besuchstermin bleibt natürlich.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Bestellung 450-2278 Verschleißteile Füllventile',
    mail(
      'adomeit',
      'info',
      '14 07:50',
      `
Guten Morgen,

hiermit bestellen wir gemäß Preisliste:

| Pos. | Artikel | Menge |
| 1 | 20-1140 Ventilteller PEEK | 24 |
| 2 | 20-1141 Dichtring EPDM | 48 |
| 3 | 20-1188 Zentrierglocke 28 mm | 12 |

Lieferung bitte bis {d+8} an Werk 2, Annahme bis 14 Uhr.
`,
      {
        files: [
          pdf(
            'Bestellung_450-2278.pdf',
            'Bestellung 450-2278',
            'Quellbrunn Mineralbrunnen GmbH, Werk 2;;{d}',
            '---',
            '24 x 20-1140 Ventilteller PEEK',
            '48 x 20-1141 Dichtring EPDM',
            '12 x 20-1188 Zentrierglocke 28 mm',
            '---',
            'Liefertermin: {d+8}, Annahme bis 14 Uhr',
          ),
        ],
      },
    ),
    mail(
      'info',
      'adomeit',
      '14 11:05',
      `
Guten Tag Herr Adomeit,

vielen Dank für Ihre Bestellung. Position 1 und 2 liefern wir am {d+3} ab Lager. Die Zentrierglocken kommen erst in KW {kw+10} aus der Fertigung, wir liefern sie frei Haus nach. Auftragsbestätigung 31882 liegt bei.
`,
      {
        files: [
          pdf(
            'Auftragsbestätigung_31882.pdf',
            'Auftragsbestätigung 31882',
            'Ihre Bestellung 450-2278;;{d}',
            '---',
            '24 x 20-1140 à 31,50;;756,00 EUR',
            '48 x 20-1141 à 4,20;;201,60 EUR',
            '12 x 20-1188 à 58,00;;696,00 EUR',
            '---',
            'Summe netto;;1.653,60 EUR',
          ),
        ],
      },
    ),
    mail(
      'adomeit',
      'info',
      '10 13:20',
      `
Guten Tag,

geliefert wurden 24 Ventilteller, aber nur 24 statt 48 Dichtringe. Auf dem Lieferschein 88190 stehen 48. Bitte nachliefern, ohne die Ringe kann ich nur die Hälfte der Ventile umbauen.
`,
      { files: [picture('Lieferung_unvollständig.jpg', 'pallet')] },
    ),
    mail(
      'anna',
      ['frauke', 'info'],
      '10 13:41',
      `
Frauke, kannst du zählen? Bei Quellbrunn fehlen 24 Dichtringe 20-1141 aus LS 88190.
`,
      { forward: true },
    ),
    mail(
      'frauke',
      'anna',
      '10 14:30',
      `
Stimmt, hier liegen 24 zu viel. Das waren zwei Beutel zu 24, einer ist in der Kiste geblieben. Geht heute noch per Flinkpost Express raus, auf meine Kappe.
`,
    ),
    mail(
      'info',
      'adomeit',
      '10 15:00',
      `
Guten Tag Herr Adomeit,

Sie haben recht, ein Beutel ist bei uns liegen geblieben. Die 24 Dichtringe sind heute per Express unterwegs und morgen vor 10 Uhr bei Ihnen. Die Versandkosten tragen selbstverständlich wir.
`,
      { answers: 2 },
    ),
  ),
];
