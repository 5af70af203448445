/** The house: neighbours, training, meetings, electricity. */
import { docx, invitation, pdf } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const officeHouse: Story[] = [
  story(
    'Ihr Lkw-Verkehr am Samstag',
    mail(
      'hollmann',
      'info',
      '11 07:05',
      `
Guten Morgen,

am Samstag stand von 6 bis kurz vor 9 ein Sattelzug mit laufendem Motor vor unserer Einfahrt, Aufschrift Norderelbe, wollte zu Ihnen. Wir hatten Kundschaft und niemand kam durch. Mit Ihnen hatten wir nie Ärger, deshalb zuerst eine Mail und kein Zettel. Können Sie das abstellen?

Gruß von nebenan
Ines Hollmann
`,
    ),
    mail(
      'anna',
      'hollmann',
      '11 08:30',
      `
Liebe Frau Hollmann,

das tut mir leid. Der Fahrer war zwei Stunden zu früh und kannte unsere zweite Einfahrt nicht. Ich habe der Spedition geschrieben: Anlieferung am Samstag nur noch nach Anmeldung, Wartende fahren über Tor 3 auf den Hof. Wenn es noch einmal vorkommt, rufen Sie mich bitte direkt an, 040 66969 112.
`,
    ),
    mail(
      'hollmann',
      'anna',
      '11 12:02',
      `
Das nenne ich Nachbarschaft, danke. Wenn Sie mal eine Thekenplatte brauchen: wir hätten noch ein schönes Stück Esche.
`,
    ),
  ),
  story(
    'Beschulung Lena Vogt – Blockplan und Zeugnis',
    mail(
      'schule',
      'anna',
      '8 10:10',
      `
Sehr geehrte Damen und Herren,

anbei der Blockplan für das zweite Ausbildungsjahr. Frau Vogt hat den nächsten Block ab {d+10}. Bitte senden Sie uns den unterschriebenen Ausbildungsnachweis der letzten acht Wochen zurück.
`,
      {
        files: [
          pdf(
            'Blockplan_2._Ausbildungsjahr.pdf',
            'Blockplan Industriekaufleute, 2. Jahr',
            'Block 1: {d+10} bis {d+24}',
            'Block 2: {d+70} bis {d+84}',
            'Unterricht: 8:00 bis 14:45 Uhr, Raum 212',
          ),
        ],
      },
    ),
    mail(
      'anna',
      'lena',
      '8 11:00',
      `
Lena, dein Block fängt am {k+10} an. Bring mir bitte bis dahin deine Nachweise, ich unterschreibe sie dann in einem Rutsch. Und übergib vorher die Postliste an Frauke.
`,
      { forward: true },
    ),
    mail(
      'lena',
      'anna',
      '6 15:20',
      `
Hallo Anna,

hier sind die acht Wochen. In Woche 5 war ich im Lager und in Woche 6 bei Silke im Einkauf, ist das so richtig formuliert? Postliste hat Frauke schon.
`,
      {
        status: 'seen',
        files: [
          docx(
            'Ausbildungsnachweis_Wochen_1–8.docx',
            'Ausbildungsnachweis Lena Vogt',
            'Woche 5: Wareneingang, Prüfung von Lieferscheinen, Buchung im Bestand',
            'Woche 6: Angebotsvergleich Normteile, Bestellung ausgelöst, Terminüberwachung',
            'Woche 7: Postein- und -ausgang, Reisekosten',
          ),
        ],
      },
    ),
  ),
  story(
    'Betriebsversammlung und Jahresgespräche',
    mail(
      'henrike',
      'anna',
      '5 19:45',
      `
Liebe Anna,

die Betriebsversammlung legen wir auf {w+8}, {k+8}, 14 Uhr in Halle 2. Themen: Auftragslage, Foodtec, neue Arbeitszeiterfassung. Bestellst du Suppe für 80 und etwas Süßes? Und bitte trag mir für die Jahresgespräche mit Ben, Chris, Silke und Jens je eine Stunde ein, nicht freitags.
`,
    ),
    mail(
      'anna',
      ['ben', 'chris', 'henrike'],
      '4 08:40',
      `
Ihr Lieben,

Einladung zur Betriebsversammlung anbei. Die Jahresgespräche stehen in euren Kalendern, wer verschieben muss, sagt mir bis morgen Bescheid.
`,
      {
        files: [
          invitation('Betriebsversammlung_Einladung.ics', {
            summary: 'Betriebsversammlung',
            location: 'Halle 2',
            organizer: 'anna@brookmann.example',
            attendees: ['ben@brookmann.example', 'chris@brookmann.example', 'h.brookmann@brookmann.example'],
            inDays: 7,
            start: '14:00',
            end: '15:30',
            notes: 'Auftragslage, Foodtec Nord, Arbeitszeiterfassung. Danach Suppe.',
          }),
        ],
      },
    ),
    mail(
      'ben',
      'anna',
      '4 09:55',
      `
Anna, an dem Tag sind Timo und Murat beide draußen. Könnt ihr sie zuschalten? Und für mein Gespräch bitte die Woche danach, ich bin in Workum.
`,
      { status: 'seen' },
    ),
  ),
  story(
    'Stromlieferung: Ihr Vertrag endet',
    mail(
      'energie',
      'anna',
      '7 09:00',
      `
Sehr geehrte Frau Berger,

Ihr Liefervertrag für die Abnahmestelle Brookwerder Ring 14 (Verbrauch zuletzt 312.480 kWh) endet in drei Monaten. Wir bieten Ihnen die Fortführung zu 17,84 ct/kWh Arbeitspreis für 24 Monate an, 100 % Wasserkraft. Der Preis ist tagesaktuell und gilt bis {w+3}, 12 Uhr. Danach rechnen wir neu.
`,
    ),
    mail(
      'anna',
      'katja',
      '7 09:25',
      `
Katja, hast du die Vergleichszahlen vom letzten Jahr? 17,84 klingt besser als die 19,2, aber der Grundpreis fehlt mir.
`,
      { forward: true },
    ),
    mail(
      'katja',
      'anna',
      '7 11:45',
      `
Grundpreis war 96 EUR im Monat, den haben sie in der Mail "vergessen". Mit 17,84 sparen wir rund 4.250 EUR im Jahr, wenn der Grundpreis bleibt. Frag den bitte schriftlich ab, bevor Henrike unterschreibt.
`,
    ),
    mail(
      'anna',
      'energie',
      '6 09:10',
      `
Guten Tag,

wir nehmen das Angebot zu 17,84 ct/kWh für 24 Monate an, sofern der Grundpreis unverändert bei 96,00 EUR im Monat bleibt. Bitte bestätigen Sie das und senden Sie den Vertrag zur Unterschrift an Frau Dr. Brookmann.
`,
      { answers: 0 },
    ),
    mail(
      'energie',
      'anna',
      '5 14:00',
      `
Sehr geehrte Frau Berger,

gern bestätigen wir 17,84 ct/kWh und 96,00 EUR Grundpreis. Der Vertrag liegt bei, bitte unterschrieben zurück bis {d+10}.
`,
      {
        status: 'seen',
        files: [
          pdf(
            'Stromliefervertrag_Brookwerder_Ring.pdf',
            'Stromliefervertrag',
            'Abnahmestelle: Brookwerder Ring 14, 21035 Hamburg',
            'Arbeitspreis: 17,84 ct/kWh, Grundpreis: 96,00 EUR/Monat',
            'Laufzeit: 24 Monate',
            '---',
            'Datum, Unterschrift Kunde: ______________________',
          ),
        ],
      },
    ),
  ),
];
