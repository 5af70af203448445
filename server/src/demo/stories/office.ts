/** The office: taxes, insurance, the fair, cars. */
import { pdf, picture, xlsx } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const office: Story[] = [
  story(
    'Unterlagen Umsatzsteuer-Voranmeldung {mon-1}',
    mail(
      'woermann',
      'anna',
      '15 08:35',
      `
Guten Morgen Frau Berger,

für die Voranmeldung {mon-1} fehlen uns noch:

- Kreditkartenabrechnung (Endziffern 4471)
- der Beleg zur Position "Fährticket 186,00"
- die Gelangensbestätigung für die Lieferung an Limfjord Mejeri, sonst müssen wir die Lieferung als steuerpflichtig behandeln

Abgabefrist mit Dauerfristverlängerung ist der {d+6}. Bitte möglichst zwei Tage vorher.
`,
    ),
    mail(
      'anna',
      'woermann',
      '14 13:30',
      `
Guten Tag Frau Wörmann,

anbei Abrechnung und Fährbeleg (Herr Okafor, Messe Aarhus). Die Gelangensbestätigung habe ich heute in Dänemark angemahnt und reiche sie nach.
`,
      {
        files: [
          pdf(
            'Kreditkartenabrechnung_4471.pdf',
            'Kreditkartenabrechnung',
            'Karte endet auf 4471;;{mon-1}',
            '---',
            'Fährlinie Belt;;186,00 EUR',
            'Hotel Aarhus, 2 Nächte;;274,50 EUR',
            'Parkhaus Messe;;32,00 EUR',
            '---',
            'Summe;;492,50 EUR',
          ),
          picture('Beleg_Fährticket.jpg', 'label'),
        ],
      },
    ),
    mail(
      'woermann',
      'anna',
      '12 09:50',
      `
Vielen Dank. Auf dem Fährbeleg fehlt der Name der Firma, bei 186 EUR brauche ich noch keine Rechnung mit Anschrift, das reicht also. Dann fehlt nur die Gelangensbestätigung.
`,
    ),
    mail(
      'anna',
      'woermann',
      '11 15:05',
      `
Da ist sie, unterschrieben von Frau Lund. Damit müssten Sie alles haben.
`,
      {
        files: [
          pdf(
            'Gelangensbestätigung_Limfjord.pdf',
            'Gelangensbestätigung',
            'Abnehmer: Limfjord Mejeri ApS',
            'Gegenstand: 2 x Siegelplatte 48-5512',
            'Ort und Monat des Erhalts: Nordjütland, {mon-1}',
            '---',
            'Unterschrift des Abnehmers: M. Lund',
          ),
        ],
      },
    ),
  ),
  story(
    'Maschinenversicherung: Nachtrag Vorführmaschine',
    mail(
      'assekuranz',
      'anna',
      '10 11:40',
      `
Sehr geehrte Frau Berger,

wenn Sie den BF 240 (Vorführgerät) verkaufen, fällt er zum Verkaufstag aus dem Vertrag. Bitte teilen Sie mir Käufer und Datum mit. Für die neue Vorführmaschine, die Sie im letzten Gespräch erwähnten, brauche ich Neuwert und Aufstellort, auch für Messen. Solange nichts gemeldet ist, besteht nur die Vorsorgedeckung bis 50.000 EUR.
`,
    ),
    mail(
      'anna',
      'henrike',
      '10 12:15',
      `
Henrike, entscheidest du, was als neue Vorführmaschine kommt? Ohne Meldung sind wir auf der Messe unterversichert, siehe unten.
`,
      { forward: true },
    ),
    mail(
      'henrike',
      'anna',
      '9 21:10',
      `
Wir nehmen die SV 80 Nr. 3, Neuwert 186.000. Aufstellort bei uns, zur Foodtec vier Tage in der Messehalle. Danke fürs Dranbleiben.
`,
    ),
    mail(
      'anna',
      'assekuranz',
      '8 08:55',
      `
Sehr geehrter Herr Dierks,

bitte nehmen Sie auf: SV 80, Nr. SV80-25-0003, Neuwert 186.000 EUR, Aufstellort Brookwerder Ring 14 sowie vier Tage Messehalle. Der Verkauf des BF 240 ist noch nicht abgeschlossen, ich melde mich dazu.
`,
      { answers: 0 },
    ),
    mail(
      'assekuranz',
      'anna',
      '2 14:22',
      `
Sehr geehrte Frau Berger,

Nachtrag 7 liegt bei, Mehrbeitrag 412,00 EUR im Jahr. Bitte prüfen Sie Seite 2: Der Transport zur Messe ist nur mitversichert, wenn eine Fachspedition fährt. Fährt bei Ihnen jemand selbst mit dem Anhänger, sagen Sie es mir bitte vorher.
`,
      {
        status: 'seen',
        files: [
          pdf(
            'Nachtrag_7_Maschinenversicherung.pdf',
            'Nachtrag 7 zum Vertrag MV-55102',
            'Versicherungsnehmer: Brookmann Fülltechnik GmbH;;{d}',
            '---',
            'Zugang: SV 80, Nr. SV80-25-0003;;186.000 EUR',
            'Mehrbeitrag jährlich;;412,00 EUR',
            'Selbstbehalt je Schaden;;1.000 EUR',
          ),
        ],
      },
    ),
  ),
  story(
    'Reinigung: Schlüssel und Vertretung',
    mail(
      'reinigung',
      'anna',
      '6 06:15',
      `
Guten Morgen Frau Berger, ich habe ab Montag Urlaub 2 Wochen. Meine Kollegin Danuta kommt für mich. Sie braucht Schlüssel von Halle und Code für Alarm. Wann kann sie holen? In Küche ist wieder Abfluss langsam, bitte Hausmeister sagen. Liebe Grüße Agnieszka
`,
    ),
    mail(
      'anna',
      'reinigung',
      '6 08:10',
      `
Liebe Frau Nowak,

einen schönen Urlaub! Danuta kann Schlüssel und Code am Freitag zwischen 14 und 16 Uhr bei mir abholen, bitte mit Ausweis. Den Abfluss sieht sich Olaf heute an.
`,
    ),
    mail(
      'reinigung',
      'anna',
      '6 08:14',
      `
Danke, sie kommt 14:30. Abfluss war Kaffeesatz, bitte Zettel an Maschine machen!
`,
    ),
  ),
  story(
    'Foodtec Nord: Standbau und Strom, Halle 4 Stand C 27',
    mail(
      'messe',
      'anna',
      '13 10:00',
      `
Sehr geehrte Frau Berger,

für Ihren Stand C 27 in Halle 4 (54 m², Eckstand) fehlen uns noch folgende Angaben:

- Stromanschluss: Anschlusswert und Steckerart
- Druckluft: Bedarf in l/min
- Höchste Flächenlast Ihrer Exponate
- Namen für acht Ausstellerausweise

Bitte senden Sie die Angaben bis {d+8} zurück. Danach berechnen wir einen Zuschlag von 25 %.
`,
    ),
    mail(
      'anna',
      ['ben', 'chris'],
      '13 10:35',
      `
Könnt ihr mir bis Freitag Strom, Luft und Gewicht für die SV 80 nennen? Und: Wer fährt mit? Ich habe bisher Chris, Henrike, Ben, Jens und mich.
`,
      { forward: true },
    ),
    mail(
      'ben',
      'anna',
      '13 13:20',
      `
Moin Anna,

SV 80: 400 V, CEE 32 A, 11 kW. Luft 480 l/min bei 6 bar. Gewicht 1.900 kg auf vier Füßen, also gut 600 kg pro Quadratmeter, in Halle 4 unkritisch. Bitte den Anschluss vorne links, sonst stolpern alle wieder über das Kabel.

Ich kann nur die ersten zwei Tage, danach Murat.
`,
    ),
    mail(
      'anna',
      'messe',
      '11 09:40',
      `
Guten Tag,

für C 27: CEE 32 A / 11 kW vorne links, Druckluft 480 l/min, höchste Last 1.900 kg auf vier Stellfüßen (je 150 x 150 mm). Die acht Namen stehen in der Liste. Bitte bestätigen Sie auch, dass wir am Aufbautag schon ab 7 Uhr mit dem Stapler hineinkönnen.
`,
      {
        answers: 0,
        files: [
          xlsx(
            'Ausstellerausweise_C27.xlsx',
            'Ausweise',
            ['Nr', 'Name', 'Tage'],
            [1, 'Dr. Henrike Brookmann', 'alle'],
            [2, 'Chris Okafor', 'alle'],
            [3, 'Anna Berger', 'alle'],
            [4, 'Ben Krüger', '1–2'],
            [5, 'Murat Aydın', '3–4'],
            [6, 'Jens Petersen', '2–3'],
            [7, 'Silke Harms', '1'],
            [8, 'Lena Vogt', '4'],
          ),
        ],
      },
    ),
    mail(
      'messe',
      'anna',
      '1 11:15',
      `
Sehr geehrte Frau Berger,

vielen Dank, alle Angaben sind vollständig. Zwei Hinweise: Der Stapler-Slot am Aufbautag beginnt um 7:30 Uhr (Tor 4B). Für Vorführungen mit Lebensmitteln benötigen wir außerdem die Belehrungsnachweise der Personen am Stand.

Die Rechnung über 4.318,00 EUR netto liegt bei.
`,
      {
        status: 'unseen',
        files: [
          pdf(
            'Rechnung_Messeanschlüsse_C27.pdf',
            'Rechnung FN-20418',
            'Stand C 27, Halle 4;;{d}',
            '---',
            'CEE 32 A einschl. Verbrauch;;1.480,00 EUR',
            'Druckluft 480 l/min;;1.238,00 EUR',
            'Stapler-Slot 2 h;;640,00 EUR',
            'Standreinigung 4 Tage;;960,00 EUR',
            '---',
            'Summe netto;;4.318,00 EUR',
          ),
        ],
      },
    ),
  ),
  story(
    'Leasingende HH-BF 1420 (Servicewagen Murat)',
    mail(
      'lange',
      'anna',
      '17 14:10',
      `
Hallo Frau Berger,

der Leasingvertrag für den Kastenwagen HH-BF 1420 endet zum Monatsende. Kilometerstand laut letzter Meldung 148.300, vereinbart waren 150.000, das passt also. Rückgabe bei uns am Hof, bitte besenrein und ohne Regale. Soll ich den Nachfolger wie gehabt anbieten, oder möchten Sie auf Elektro umstellen?
`,
    ),
    mail(
      'anna',
      'murat',
      '17 14:45',
      `
Murat, dein Bus muss Ende des Monats zurück. Elektro ja oder nein? Du fährst ja meist unter 200 km am Tag.
`,
      { forward: true },
    ),
    mail(
      'murat',
      'anna',
      '16 06:50',
      `
Elektro gern, wenn ich zuhause laden darf und die Anhängelast reicht (mind. 1,2 t). Regale bau ich am Samstag aus. Delle hinten rechts war schon, steht im Übergabeprotokoll!
`,
    ),
    mail(
      'anna',
      'lange',
      '16 10:20',
      `
Hallo Frau Lange,

bitte einmal Diesel und einmal Elektro anbieten, jeweils 48 Monate, 25.000 km im Jahr, Anhängelast mindestens 1.200 kg, Regaleinbau links. Eine Wallbox am Wohnort des Fahrers bitte als Option.
`,
      { answers: 0 },
    ),
    mail(
      'lange',
      'anna',
      '9 16:30',
      `
Hallo Frau Berger,

beide Angebote liegen bei. Kurz gefasst: Diesel 389 EUR, Elektro 436 EUR im Monat, dafür sparen Sie nach unserer Rechnung etwa 120 EUR Energie. Lieferzeit Elektro zehn Wochen, bis dahin stelle ich Ihnen einen Mietwagen zum Leasingpreis. Das gilt bis {d+15}.
`,
      {
        status: 'seen',
        files: [
          pdf(
            'Vergleich_Diesel_Elektro_für_Brookmann.pdf',
            'Leasingvergleich',
            '48 Monate, 25.000 km/Jahr;;{d}',
            '---',
            'Kastenwagen Diesel, Rate;;389,00 EUR',
            'Kastenwagen Elektro, Rate;;436,00 EUR',
            'Energiekosten Diesel/Monat;;268,00 EUR',
            'Energiekosten Elektro/Monat;;148,00 EUR',
          ),
        ],
      },
    ),
  ),
];
