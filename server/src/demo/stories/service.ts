/** The service's everyday life: maintenance, visits, complaints about bills, internal questions. */
import { docx, invitation, pdf, picture, xlsx } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const service: Story[] = [
  story(
    'Wartungsvertrag: Termin Jahreswartung BF 240 und ET 12',
    mail(
      'priess',
      'service',
      '15 09:40',
      `
Liebes Brookmann-Team,

laut Vertrag WV-0193 wäre unsere Jahreswartung in KW {kw+18} fällig. Wir ziehen in dieser Zeit aber mit der Linie in Halle B um. Können wir den Termin nutzen, um die Maschine nach dem Umzug gleich neu auszurichten? Zwei Fliegen mit einer Klappe.

Strom und Druckluft liegen in Halle B ab {k+17} bereit.
`,
    ),
    mail(
      'ben',
      'priess',
      '15 14:15',
      `
Hallo Frau Prieß,

gute Idee, das machen wir so. Ich plane zwei Tage ein: am ersten Tag Aufstellen, Nivellieren und Abnahme der Sicherheitskreise, am zweiten die eigentliche Wartung. Der Umzug selbst ist im Wartungsvertrag nicht enthalten, dafür käme ein Technikertag (1.120 EUR) dazu.

Wichtig: Bitte die Maschine nur an den vier gelben Punkten anheben und die Füllventile vorher ausbauen, sonst verzieht sich der Rahmen. Eine Skizze liegt bei.
`,
      {
        files: [
          pdf(
            'Anschlagpunkte_BF240.pdf',
            'BF 240 – Anschlagpunkte und Schwerpunkt',
            'Masse ohne Füllventile: 1.340 kg',
            'Anschlagpunkte: 4 x gelb markiert, Gurtlänge mindestens 2,5 m',
            'Schwerpunkt: 180 mm links der Mitte, Höhe 910 mm',
            'Gabelstapler: nur von der Bedienseite, Zinkenlänge 1.600 mm',
          ),
        ],
      },
    ),
    mail(
      'priess',
      'ben',
      '14 08:22',
      `
Perfekt, der Zusatztag ist freigegeben. Unser Haustechniker Herr Voß kümmert sich um den Transport, er ruft Sie wegen der Bodenanker noch an.
`,
    ),
    mail(
      'ben',
      'priess',
      '14 10:02',
      `
Anbei die Einladung für beide Tage. Herr Aydın kommt, er kennt die Maschine von der Inbetriebnahme.
`,
      {
        files: [
          invitation('Einladung_Jahreswartung.ics', {
            summary: 'Umzug und Jahreswartung BF 240 / ET 12',
            location: 'Ostseekorn Müsli GmbH, Halle B',
            organizer: 'ben@brookmann.example',
            attendees: ['johanna.priess@ostseekorn.example', 'm.aydin@brookmann.example'],
            inDays: 17,
            start: '07:30',
            end: '16:00',
            notes: 'Tag 1 Aufstellen und Abnahme, Tag 2 Wartung nach WV-0193',
          }),
        ],
      },
    ),
  ),
  story(
    'Rechnung 60412 – Fahrzeit nicht nachvollziehbar',
    mail(
      'ohm',
      'service',
      '6 10:48',
      `
Guten Tag,

in der Rechnung 60412 zum Einsatz auf Linie 2 berechnen Sie 2 x 1,75 Stunden Fahrzeit. Ihr Techniker kam laut Servicebericht aus Itzehoe, nicht aus Hamburg. Das sind 25 Minuten. Bitte korrigieren Sie die Position, vorher kann ich die Rechnung nicht freigeben.
`,
    ),
    mail(
      'ben',
      'katja',
      '6 11:30',
      `
Katja, Frau Ohm hat recht. Timo kam von der Baustelle in Itzehoe, ich habe im Auftrag die Standardfahrzeit stehen lassen. Bitte 1 x 0,5 h und 1 x 1,75 h (Rückfahrt nach Hamburg). Gutschrift oder Storno, wie es für dich einfacher ist.
`,
      { forward: true, box: 'ben' },
    ),
    mail(
      'katja',
      ['ben', 'service'],
      '6 14:05',
      `
Hallo Ben,

ich storniere und schreibe neu, das ist sauberer. Neue Rechnungsnummer 60431, Betrag 748,50 statt 861,00 netto. Geht heute Nachmittag an Frau Ohm.

Trag doch bitte künftig den tatsächlichen Startort in den Auftrag ein, das ist diesen Monat schon die dritte.
`,
    ),
    mail(
      'service',
      'ohm',
      '6 15:12',
      `
Guten Tag Frau Ohm,

Sie haben recht, die Hinfahrt erfolgte von Itzehoe. Wir haben die Rechnung 60412 storniert, die korrigierte Rechnung 60431 hängt an. Bitte entschuldigen Sie den Fehler.
`,
      {
        answers: 0,
        files: [
          pdf(
            'Rechnung_60431_Korrektur.pdf',
            'Rechnung 60431',
            'Ersetzt Rechnung 60412;;{d}',
            'Meierei Geestland eG, Einkauf',
            '---',
            'Arbeitszeit 3,5 h x 98,00;;343,00 EUR',
            'Fahrzeit 0,5 h + 1,75 h x 74,00;;166,50 EUR',
            'Führungsbuchse 48-1107;;144,00 EUR',
            'Dichtsatz 48-1190;;95,00 EUR',
            '---',
            'Summe netto;;748,50 EUR',
            'Zahlbar bis {d+10} ohne Abzug.',
          ),
        ],
      },
    ),
    mail(
      'ohm',
      'service',
      '5 08:30',
      `
Vielen Dank für die schnelle Korrektur, so passt es. Zahlung geht mit dem Lauf am {w+4} raus.

Zur Angebotssache Führungsbuchsen (AN-4471): Wenn Herr Reents am selben Tag bei uns ist wie bei Nachbarn von Ihnen, erwarte ich nur eine anteilige Anfahrt. Können wir uns auf 1.000 EUR für den Technikertag einigen?
`,
      { status: 'seen' },
    ),
  ),
  story(
    'Bremsenquietschen am Auslaufband',
    mail(
      'mehring',
      'service',
      '10 05:20',
      `
Moin. Auslaufband vom Brötchenbeutler quietscht wie Sau, hört man bis in den Laden. FB 8 steht drauf, Nummer FB8-14-0122. Läuft aber. Uwe Mehring, Backhaus
`,
    ),
    mail(
      'murat',
      'mehring',
      '10 07:35',
      `
Moin Herr Mehring, das klingt nach dem Lager an der Umlenkrolle, bei Mehlstaub der Klassiker. Bitte nichts reinsprühen, das Mehl wird sonst zu Kleister. Ich bin Donnerstag eh in Bergedorf und komme um 6:30 mit zwei Lagern vorbei, dauert eine Stunde. Kaffee nehme ich schwarz ;-)
`,
      { cc: ['service'] },
    ),
    mail(
      'mehring',
      'service',
      '10 07:58',
      `
Donnerstag 6:30 passt. Kaffee und Franzbrötchen stehen bereit.
`,
    ),
  ),
  story(
    'Termin wiederkehrende Prüfung Hallenkran und Druckbehälter',
    mail(
      'pruefdienst',
      ['anna', 'ben'],
      '13 11:00',
      `
Sehr geehrte Damen und Herren,

für folgende Anlagen an Ihrem Standort Brookwerder Ring 14 steht die wiederkehrende Prüfung an:

| Anlage | Fabriknummer | Frist |
| Hallenkran 3,2 t | HK-88431 | Ende {mon} |
| Druckbehälter 500 l | DB-20117 | Ende {mon+1} |
| Gabelstapler | GS-5520 | Ende {mon+1} |

Wir schlagen {w+17}, den {d+17}, 8:00 bis 11:00 Uhr vor. Bitte stellen Sie Prüfbücher und beim Kran die Prüflast (3.200 kg) bereit.
`,
    ),
    mail(
      'anna',
      'olaf',
      '13 11:25',
      `
Olaf, geht das bei dir mit dem Kran? Am {k+17} soll doch die Maschine für Bremen auf den Lkw. Und wo ist das Prüfbuch vom Stapler – in meinem Schrank ist nur die Hülle.
`,
      { forward: true },
    ),
    mail(
      'olaf',
      'anna',
      '13 15:40',
      `
Anna,

Verladung ist erst um 13 Uhr, wenn die um 11 fertig sind, geht das. Prüflast steht hinten am Zaun. Prüfbuch liegt bei Frauke im Versand, da war neulich der Staplerfahrer-Lehrgang.
`,
    ),
    mail(
      'anna',
      'pruefdienst',
      '12 08:50',
      `
Guten Tag,

der Termin am {k+16} von 8 bis 11 Uhr ist bestätigt. Bitte beginnen Sie mit dem Hallenkran, er wird ab 12 Uhr gebraucht. Ansprechpartner vor Ort ist Herr Stein (Tor 3).
`,
      { answers: 0 },
    ),
  ),
  story(
    'Wochenplan Service KW {kw+5}',
    mail(
      'ben',
      ['service', 'anna'],
      '2 16:10',
      `
Moin zusammen,

der Plan für nächste Woche:

| Wer | Mo | Di | Mi | Do | Fr |
| Timo | Geestland | Geestland | Büro/Berichte | Lührsen | Reserve |
| Murat | Ostseekorn | Ostseekorn | Lührsen | Backhaus | Urlaub |
| Ben | Büro | Lührsen (Gespräch) | Büro | Workum NL | Workum NL |

Bereitschaft hat Timo, ab Freitag 18 Uhr ich. Wer das Wärmebildgerät hat: bitte bis Montag in Schrank 4 zurück.
`,
      {
        status: 'seen',
        files: [
          xlsx(
            'Einsatzplan_Wärmebildgerät.xlsx',
            'Einsatzplan',
            ['Techniker', 'Kunde', 'Beginn', 'Stunden'],
            ['T. Reents', 'Meierei Geestland', '{d+3}', 16],
            ['M. Aydın', 'Ostseekorn Müsli', '{d+3}', 16],
            ['M. Aydın', 'Feinkost Lührsen', '{d+5}', 6],
            ['B. Krüger', 'Vandermeer Zuivel', '{d+5}', 14],
          ),
        ],
      },
    ),
    mail(
      'timo',
      'service',
      '1 07:02',
      `
Wärmebild ist bei mir im Auto, bring ich Montag mit. Falls Quellbrunn für Sonntag zusagt, brauch ich den großen Abzieher, ist der wieder aus der Reparatur da?
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Rückmeldung Gewährleistung Frequenzumrichter',
    mail(
      'ben',
      'kollwitz',
      '16 13:22',
      `
Moin Bernd,

der Umrichter FU 2,2 kW aus der PL 4 bei Quellbrunn (Seriennr. 4417-0098) ist nach sieben Monaten mit "Überspannung Zwischenkreis" gestorben. Bremswiderstand und Netz haben wir gemessen, beides in Ordnung. Ich schicke ihn dir heute zur Untersuchung, den Ersatz haben wir aus Lager gestellt. Bitte als Gewährleistung prüfen.
`,
      { files: [picture('FU_Typenschild_4417-0098.jpg', 'plate')] },
    ),
    mail(
      'kollwitz',
      'ben',
      '7 09:30',
      `
Hallo Ben,

Befund ist da: Ein Kondensator der Charge aus dem zweiten Quartal, kein Bedienfehler. Du bekommst ein Neugerät, Versand diese Woche. Ich würde dir raten, die anderen beiden aus derselben Lieferung (4417-0097 und -0099) bei Gelegenheit tauschen zu lassen, wir übernehmen die Geräte, leider nicht die Arbeitszeit.

Prüfbericht liegt bei.
`,
      {
        files: [
          pdf(
            'Prüfbericht_FU_4417-0098.pdf',
            'Prüfbericht 3312',
            'Gerät: FU 2,2 kW, Nr. 4417-0098;;{d}',
            '---',
            'Fehlerbild: Überspannung Zwischenkreis, Gerät ohne Funktion',
            'Ursache: Kapazitätsverlust C14 (Charge Q2)',
            'Ergebnis: Gewährleistung anerkannt, Ersatz 4417-0162',
            'Empfehlung: Austausch 4417-0097 und 4417-0099',
          ),
        ],
      },
    ),
    mail(
      'ben',
      ['timo', 'service'],
      '7 10:18',
      `
Timo, bitte beim nächsten Termin gucken, wo -0097 und -0099 verbaut sind. Ich meine, einer sitzt bei Lührsen im Stapler und einer in unserer Vorführmaschine.
`,
      { forward: true },
    ),
  ),
  story(
    'Schulung Bedienpersonal – Teilnehmerliste',
    mail(
      'luehrsen',
      'service',
      '14 13:11',
      `
Guten Tag,

für die Bedienerschulung an der neuen SV 80 melden wir sechs Personen an (Liste anbei). Zwei Kolleginnen sprechen wenig Deutsch, gibt es die Kurzanleitung auch auf Polnisch? Und bitte keinen Montag, da ist bei uns Grundreinigung.
`,
      {
        files: [
          docx(
            'Teilnehmerliste_Schulung_SV80.docx',
            'Bedienerschulung SV 80 – Feinkost Lührsen',
            'Torben Wulff (Schichtleiter)',
            'Yvonne Kröger',
            'Magdalena Zielińska',
            'Beata Wójcik',
            'Sven Ahrens',
            'Dennis Böttcher (Instandhaltung)',
          ),
        ],
      },
    ),
    mail(
      'service',
      'luehrsen',
      '14 16:02',
      `
Guten Tag Frau Lührsen,

vielen Dank für die Liste. Die Kurzanleitung gibt es auf Polnisch, wir drucken sie zweimal laminiert. Als Termin schlagen wir {w+24}, {d+24}, 13 bis 16 Uhr vor, also nach dem Schichtwechsel, damit beide Schichten teilnehmen können.
`,
    ),
    mail(
      'luehrsen',
      'service',
      '13 08:47',
      `
Einverstanden. Bitte planen Sie eine halbe Stunde mehr für die Reinigung der Siegelwerkzeuge ein, das ist bei uns erfahrungsgemäß das Thema.
`,
    ),
  ),
];
