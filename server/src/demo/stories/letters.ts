/** Everything else: pictures, rooms, thanks, invitations, the questions of today. */
import { invitation, pdf, picture, vcard } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const letters: Story[] = [
  story(
    'Fotos für den Messekatalog',
    mail(
      'agentur',
      'chris',
      '7 17:00',
      `
Hallo Chris,

für die Doppelseite brauchen wir bis {w+8} drei Motive: SV 80 von schräg vorn, Hände am Bedienpanel, ein Becher im Gegenlicht. Die Bilder vom letzten Jahr sind zu dunkel, siehe Anhang. Können wir {w+3} zwei Stunden in die Halle? Ich bringe Licht mit, ihr bitte saubere Handschuhe und 20 Becher ohne Fingerabdrücke.
`,
      { files: [picture('Katalogseite_Vorjahr_zu_dunkel.jpg', 'machine')] },
    ),
    mail(
      'chris',
      'agentur',
      '6 09:10',
      `
Hi Nils, {w+2} from 16:00 works, the hall is quiet after the shift. Olaf promises gloves "so white you need sunglasses". Could you also send the English texts for the double page? Last year's "cup of the art" still haunts me.
`,
    ),
    mail(
      'agentur',
      'chris',
      '2 11:30',
      `
Hallo Chris,

Fotos sind im Kasten, eine Vorschau hängt an. Text englisch: "Filling, sealing, done. The SV 80 seals 80 cups a minute and changes formats in eleven minutes." Einverstanden? Druckschluss ist {w+5}, 12 Uhr.
`,
      { status: 'seen', files: [picture('Vorschau_SV80_für_Katalog.jpg', 'machine')] },
    ),
  ),
  story(
    'Zimmer für die Servicetechniker KW {kw+7}',
    mail(
      'anna',
      'hotel',
      '8 10:30',
      `
Guten Tag,

bitte reservieren Sie zwei Einzelzimmer von {w+7}, {d+7}, bis {w+9}, {d+9}, auf Reents und Aydın, Rechnung an uns. Frühstück bitte ab 5:30 Uhr, falls möglich als Lunchpaket.
`,
    ),
    mail(
      'hotel',
      'anna',
      '8 12:15',
      `
Guten Tag Frau Berger,

gern, zwei Zimmer zum Hof sind reserviert (92 EUR je Nacht mit Frühstück). Lunchpakete stehen ab 5 Uhr im Kühlschrank an der Rezeption. Den Transporter können die Herren hinter dem Haus abstellen, die Durchfahrt ist 2,40 m hoch.
`,
    ),
  ),
  story(
    'Werkstudent gesucht? Masterarbeit zu Restmengen in Bechern',
    mail(
      'paulsen',
      'info',
      '16 12:10',
      `
Sehr geehrte Damen und Herren,

ich studiere Verfahrenstechnik im dritten Mastersemester und suche ein Thema für meine Abschlussarbeit. Mich interessiert, wie viel Produkt beim Sortenwechsel in Kolben und Leitungen verloren geht. Meine überschlägige Rechnung für einen sechsbahnigen Füller kommt auf 4 bis 7 Liter je Wechsel. Hätten Sie Interesse, das gemeinsam zu messen?
`,
    ),
    mail(
      'info',
      'paulsen',
      '15 10:20',
      `
Sehr geehrter Herr Paulsen,

Ihre Schätzung liegt erstaunlich gut. Unser Konstruktionsleiter Herr Petersen möchte mit Ihnen sprechen; er schlägt Videotelefonat am {w+3} um 16 Uhr vor. Bringen Sie gern Ihre Rechnung mit.
`,
    ),
    mail(
      'paulsen',
      'info',
      '15 11:42',
      `
Vielen Dank, {w+3} um 16 Uhr passt. Die Rechnung schicke ich Herrn Petersen vorab.
`,
    ),
  ),
  story(
    'Vielen Dank für Samstag!',
    mail(
      'hollmann',
      'anna',
      '2 09:30',
      `
Liebe Frau Berger,

Ihr Herr Stein hat uns am Samstag mit dem Stapler die neue Formatsäge vom Lkw gehoben, obwohl er eigentlich Feierabend hatte. Bitte richten Sie ihm Grüße aus, die Thekenplatte aus Esche geht aufs Haus. Foto von der Säge anbei, sie ist schöner als jedes Auto.
`,
      { status: 'seen', files: [picture('Formatsäge_endlich_da.jpg', 'machine')] },
    ),
  ),
  story(
    'Neue Kontaktdaten Einkauf',
    mail(
      'ohm',
      'info',
      '16 09:00',
      `
Guten Tag,

ab sofort erreichen Sie mich unter der neuen Durchwahl -217, Visitenkarte anbei. Bestellungen unter 500 EUR laufen künftig über meine Kollegin Frau Brandes.
`,
      {
        files: [
          vcard(
            'Visitenkarte_Marlies_Ohm.vcf',
            'Marlies',
            'Ohm',
            'Meierei Geestland eG',
            'Einkauf',
            '030 23125 217',
            'm.ohm@meierei-geestland.example',
          ),
        ],
      },
    ),
  ),
  story(
    'Einladung: 50 Jahre Quellbrunn',
    mail(
      'adomeit',
      ['anna', 'chris', 'ben'],
      '5 11:11',
      `
Liebe Geschäftsfreunde,

aus einer Quelle und zwei gebrauchten Füllern ist in 50 Jahren ein Betrieb mit 140 Menschen geworden. Einer dieser Füller war von Brookmann und steht heute in unserem Foyer. Wir möchten mit Ihnen feiern und laden Sie herzlich ein: {w+20}, {d+20}, 17 Uhr, in der alten Abfüllhalle. Um Antwort bis {d+12} wird gebeten.
`,
      {
        status: 'seen',
        htmlOnly: true,
        files: [
          invitation('Einladung_50_Jahre_Quellbrunn_Jubiläum.ics', {
            summary: '50 Jahre Quellbrunn',
            location: 'Quellbrunn Mineralbrunnen, alte Abfüllhalle',
            organizer: 'adomeit@quellbrunn.example',
            attendees: ['anna@brookmann.example', 'ben@brookmann.example', 'chris@brookmann.example'],
            inDays: 20,
            start: '17:00',
            end: '22:00',
          }),
        ],
      },
    ),
  ),
  story(
    'Rückfrage CE-Erklärung',
    mail(
      'wulff',
      'service',
      '-17',
      `
Moin, Prüferin von der BG ist grad da und will die CE-Erklärung von der SV 60 (SV60-22-0519) sehen, im Ordner ist nur die von der alten. Könnt ihr die schnell als pdf schicken? Sie ist noch bis mittags da. Danke, Torben Wulff
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Kurze Frage zur Rechnung 60440',
    mail(
      'behn',
      'info',
      '-68',
      `
Guten Tag,

auf der Rechnung 60440 steht für den Ventileinsatz 24-0815 ein Preis von 49,60 EUR, am Telefon und in der Mail waren es 46,90 EUR. Sicher ein Zahlendreher. Soll ich einfach den richtigen Betrag überweisen, oder schreiben Sie neu?
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Spare key for the demo lorry?',
    mail(
      'chris',
      'anna',
      '-93',
      `
Hi Anna, I can't find the second key for the demo lorry and the carrier for Foodtec wants both. Did Murat take it when he swapped the van? Also: Søren approved step 1, so cake is on me on {W+1}.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Pumpe läuft trocken, Alarm quittiert sich selbst',
    mail(
      'timo',
      ['ben'],
      '-6',
      `
Ben, bin bei Geestland an Linie 1: Trockenlaufalarm der CIP-Pumpe quittiert sich nach 3 s selbst, Pumpe läuft weiter! Das ist Parameter P-118, steht hier auf "auto". Soll ich auf "manuell" stellen? Dann muss der Bediener jedes Mal hin. Ruf mal durch bitte.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Update 4.2.1 – safe to install today?',
    mail(
      'kjaer',
      'service',
      '0 14:02',
      `
Hello service team,

the panel of our BF240-18-0266 offers update 4.2.1 since last week. Is it safe to install today? We have cleaning from 15:00 and I would have the machine free for two hours. In 2019 an update took our recipes away and my wife still talks about that evening.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Arbeitszeit gestern nachgetragen',
    mail(
      'murat',
      ['ben', 'anna'],
      '0 07:55',
      `
Moin, gestern bei Lührsen 11:30 bis 16:15, Folienabwickler neu eingestellt, dazu 2x 40 min Fahrt. Tankbeleg 71,20 liegt in der Ablage. Der neue Azubi dort fragt, ob wir Praktikanten nehmen, hab ihm eure Mail gegeben.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Skizze Hygienefuß, bitte draufschauen',
    mail(
      'jens',
      ['ben', 'chris'],
      '0 15:10',
      `
Moin ihr beiden,

Hartwell will abgedichtete Stellfüße. Mein Vorschlag: Fuß SF-M16 mit Hülse, Dichtlippe unten, Verstellweg 45 mm. Kostet 38 EUR mehr pro Fuß. Ben, kommst du mit dem Schlüssel noch dran? Chris, zahlt sie das?
`,
      { status: 'unseen', files: [picture('Skizze_Hygienefuß.png', 'screenshot')] },
    ),
  ),
  story(
    'Post von heute',
    mail(
      'lena',
      'anna',
      '0 10:20',
      `
Hallo Anna,

drei Sachen aus der Post: Bescheid der Berufsgenossenschaft (liegt auf deinem Tisch), eine Einladung zum Grünkohlessen vom Wirtschaftskreis und ein Päckchen mit sechs Gläsern Quittensenf ohne Absender-Firma. Von wem ist der? Ben guckt schon so.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Zahlungslauf: zwei Rechnungen ohne Freigabe',
    mail(
      'katja',
      'anna',
      '1 09:50',
      `
Hallo Anna,

für den Lauf morgen fehlen die Freigaben zu Kollwitz 20933 (1.104,60 EUR, Simmerringe und Hülse, gehört zu Ben) und Fuhrpark Lange 5512 (389,00 EUR, letzte Rate HH-BF 1420). Beide hängen an. Kollwitz zieht bei Zahlung bis übermorgen 2 % Skonto ab.
`,
      {
        status: 'unseen',
        files: [
          pdf(
            'Rechnung_Kollwitz_20933_Wellendichtringe.pdf',
            'Rechnung 20933',
            'Kollwitz Antriebstechnik;;{d-2}',
            '---',
            'Wellendichtring 7045-F, Laufhülse 45, FKM-Satz;;928,24 EUR',
            'Umsatzsteuer 19 %;;176,36 EUR',
            'Summe;;1.104,60 EUR',
          ),
          pdf(
            'Rechnung_Lange_5512.pdf',
            'Rechnung 5512',
            'Fuhrpark Lange GmbH;;{d-2}',
            '---',
            'Leasingrate HH-BF 1420;;389,00 EUR',
          ),
        ],
      },
    ),
  ),
  story(
    'Quick one: recipe password',
    mail(
      'pike',
      'service',
      '0 12:36',
      `
Morning Ben,

Cables fitted, line 1 has been quiet for two days, lovely job. Night shift has managed to lock the recipe menu – three wrong passwords and now it wants a "service code". Could you ring me? I'm on until six.
`,
      { status: 'unseen' },
    ),
  ),
];
