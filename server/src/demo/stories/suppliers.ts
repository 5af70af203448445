/** Suppliers and carriers: prices, delays, notices, IT. */
import { attachedMail, csv, pdf, picture, xlsx } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const suppliers: Story[] = [
  story(
    'Preisanpassung Pneumatikkomponenten',
    mail(
      'hinz',
      ['info'],
      '12 10:00',
      `
Sehr geehrte Damen und Herren,

gestiegene Aluminium- und Energiekosten zwingen uns, die Preise für Zylinder der Reihen Z2 und Z4 um 6,8 % und für Ventilinseln um 4,2 % anzuheben. Die neue Preisliste gilt für Bestellungen ab dem 1. {mon+1}. Bestätigte Aufträge liefern wir zu alten Preisen aus.
`,
      {
        files: [
          pdf(
            'Preisliste_Rohde_gültig_ab_{mon+1}.pdf',
            'Preisliste Pneumatik Rohde',
            'Gültig ab 1. {mon+1} {y}',
            '---',
            'Z2-040-080 Normzylinder;;61,30 EUR',
            'Z2-063-100 Normzylinder;;88,90 EUR',
            'Z4-032-050 Edelstahlzylinder;;142,70 EUR',
            'VI-08 Ventilinsel 8-fach;;684,00 EUR',
          ),
        ],
      },
    ),
    mail(
      'anna',
      'silke',
      '12 10:20',
      `
Für dich – fürchte, das trifft die halbe Stückliste.
`,
      { forward: true },
    ),
    mail(
      'silke',
      ['hinz', 'info'],
      '11 08:30',
      `
Guten Tag Herr Hinz,

6,8 % kommen für uns überraschend, die letzte Erhöhung ist elf Monate her. Wir haben einen Rahmen über 1.200 Zylinder Z2 bis Jahresende, davon sind 640 abgerufen. Ich gehe davon aus, dass der Rest zu alten Preisen läuft. Für das neue Jahr hätte ich gern ein Gespräch, am besten mit Ihrem Außendienst, wir prüfen gerade auch einen zweiten Lieferanten.
`,
    ),
    mail(
      'hinz',
      ['silke', 'anna'],
      '8 15:45',
      `
Sehr geehrte Frau Harms,

der Rahmen läuft selbstverständlich zu alten Preisen aus. Für das neue Jahr kann ich Ihnen bei 1.500 Stück Abnahme 3,5 % statt 6,8 % anbieten. Unser Außendienst Herr Radtke könnte am {w+9} vorbeikommen.
`,
      { status: 'seen' },
    ),
  ),
  story(
    'Bleche Auftrag 31790 – falsche Materialstärke',
    mail(
      'wendt',
      ['silke', 'info'],
      '8 11:10',
      `
Hallo Frau Harms,

Sie haben recht reklamiert: Auf der Zeichnung steht 2,0 mm, unsere Leute haben 1,5 mm gelasert. Die neue Serie läuft morgen auf der Nachtschicht, Auslieferung {w+3} mit unserem eigenen Wagen. Die falschen Bleche nehmen wir wieder mit. Ein Deckelmagazin mehr oder weniger, aber ich weiß, dass es bei Ihnen immer eilt – Entschuldigung.
`,
    ),
    mail(
      'silke',
      ['wendt', 'info'],
      '8 12:00',
      `
Hallo Frau Wendt, danke für die klare Ansage. {w+3} muss aber halten, der Kunde steht. Bitte morgens vor 9 Uhr an Tor 2, Olaf wartet mit der Presse.
`,
    ),
    mail(
      'wendt',
      ['silke', 'info'],
      '5 07:15',
      `
Wagen ist gerade vom Hof, 7:10 Uhr. Werkszeugnis 3.1 liegt in der Mappe und hier im Anhang.
`,
      {
        files: [
          pdf(
            'Werkszeugnis_3.1_1.4301.pdf',
            'Abnahmeprüfzeugnis 3.1',
            'Werkstoff 1.4301, Blech 2,0 mm, geschliffen K240',
            'Schmelze: 714-2281',
            'Rp0,2: 268 N/mm²;;Rm: 611 N/mm²',
            'Prüfer: Wendt;;{d}',
          ),
        ],
      },
    ),
  ),
  story(
    'Servomotoren für Q-2218 – Lieferzeit?',
    mail(
      'silke',
      ['kollwitz', 'chris'],
      '13 09:30',
      `
Hallo Herr Kollwitz,

für ein Projekt (Entscheidung bis Monatsende) brauchen wir zwölf Servoachsen KSM 75 mit Bremse, Edelstahlwelle, IP69K. Können Sie zwölf Wochen halten, wenn wir heute nur reservieren und nicht bestellen?
`,
    ),
    mail(
      'kollwitz',
      ['silke', 'chris'],
      '12 14:25',
      `
Hallo Frau Harms,

ich kann zehn Motoren fest auf zwölf Wochen legen, die letzten zwei auf vierzehn. Reservierung ist bis {d+15} kostenlos, danach geht der Slot an den Nächsten. IP69K mit Bremse gibt es nur mit dem langen Gehäuse (+42 mm), bitte die Konstruktion fragen.
`,
    ),
    mail(
      'jens',
      ['silke', 'chris'],
      '12 16:30',
      `
+42 mm passt auf 1 bis 5, auf Achse 6 stößt er an den Träger. Ich drehe den Motor um 90 Grad, dann geht es. Kannst so reservieren.
`,
    ),
  ),
  story(
    'Avis Sendung NE-771360 – Abholung verschoben',
    mail(
      'dispo',
      'info',
      '5 13:15',
      `
Guten Tag,

die für heute 15 Uhr avisierte Abholung (1 Kiste 240 x 120 x 160, 640 kg, nach Workum) schaffen wir nicht, der Wagen steht vor dem Elbtunnel. Neuer Termin: morgen 7 bis 9 Uhr. Bitte um kurze Bestätigung, dass dann ein Stapler bereitsteht.
`,
    ),
    mail(
      'frauke',
      ['dispo', 'info'],
      '5 13:30',
      `
Morgen ab 7 geht, Stapler ist da. Bitte Tor 3 und nicht wieder vor der Tischlerei warten. Die Kiste steht mit Kippindikator, bei Rot nehme ich die Unterschrift nicht ab.
`,
    ),
    mail(
      'dispo',
      ['frauke', 'info'],
      '4 08:20',
      `
Verladen 7:50, Indikator weiß. Ankunft Workum voraussichtlich {w+2} vormittags. Frachtbrief anbei.
`,
      {
        files: [
          pdf(
            'Frachtbrief_NE-771360.pdf',
            'Frachtbrief NE-771360',
            'Absender: Brookmann Fülltechnik GmbH, Hamburg',
            'Empfänger: Vandermeer Zuivel, Workum, gate 5',
            '1 Kiste, 240 x 120 x 160 cm, 640 kg',
            'Kippindikator bei Übernahme: weiß',
          ),
        ],
      },
    ),
  ),
  story(
    'Postfachumstellung und neue Firewall',
    mail(
      'bartels',
      ['anna', 'ben', 'chris'],
      '9 16:00',
      `
Moin zusammen,

am {w+3} ab 18 Uhr tauschen wir die Firewall. Bis etwa 20 Uhr gibt es kein Internet und kein Telefon im Haus, die Hotline leiten wir aufs Handy von Herrn Krüger um. Danach müssen sich alle einmal neu im WLAN anmelden, das Kennwort hängt dann in der Teeküche.

Eine Bitte: Wer noch Anhänge über 25 MB verschickt, nimmt ab dann den Austauschordner.
`,
    ),
    mail(
      'ben',
      'bartels',
      '9 16:40',
      `
Moin Jörg, bitte nicht am {w+3}: Da hat Timo die Fernwartung bei Quellbrunn, ohne Tunnel steht er im Dunkeln. Am Tag danach ist mir recht.
`,
    ),
    mail(
      'bartels',
      ['ben', 'anna', 'chris'],
      '8 08:05',
      `
Kein Problem, dann einen Tag später, gleiche Uhrzeit. Die Tunnel zu den Kunden ziehe ich zuerst um und teste sie mit Timo.
`,
    ),
    mail(
      'bartels',
      ['anna', 'ben', 'chris'],
      '5 20:25',
      `
Firewall ist getauscht, alles grün seit 19:50. Zwei Drucker haben noch die alte Adresse, die mache ich morgen früh. Wenn etwas klemmt: Hotline 040 66969 900.
`,
    ),
  ),
  story(
    'Verdächtige Mail an Frau Lindner',
    mail(
      'katja',
      'anna',
      '3 11:05',
      `
Anna, diese Mail kam gerade angeblich von Henrike ("bin im Termin, bitte 18.400 EUR heute noch anweisen, vertraulich"). Die Adresse stimmt nicht. Ich hänge sie als Datei an und habe nichts getan. Soll Alsternetz draufschauen?
`,
      {
        files: [
          attachedMail(
            'Dringende Überweisung.eml',
            `
From: "Dr. Henrike Brookmann" <henrike.brookmann@chefbuero-direkt.example>
To: k.lindner@brookmann.example
Subject: Dringende Ueberweisung
Date: {i}
Message-ID: <a1b2-zahlung@chefbuero-direkt.example>
`,
            `
Hallo Katja,

bist du am Platz? Ich sitze im Termin und kann nicht telefonieren. Bitte weise heute noch 18.400 EUR an unseren neuen Partner an, die Kontodaten schicke ich dir gleich. Behandle es vertraulich, Anna muss davon noch nichts wissen.

Henrike
`,
          ),
        ],
      },
    ),
    mail(
      'anna',
      'bartels',
      '3 11:20',
      `
Hallo Herr Bartels,

bitte sehen Sie sich die angehängte Mail an, Frau Lindner hat nicht reagiert. Können Sie den Absender sperren und prüfen, ob sie noch an andere ging?
`,
      { forward: true },
    ),
    mail(
      'bartels',
      'anna',
      '3 13:10',
      `
Moin Frau Berger,

vorbildlich. Klassischer Chefbetrug, die Domain wurde gestern erst registriert. Sie ging nur an Frau Lindner, ich habe sie gesperrt. Eine kleine Runde "Woran erkenne ich so etwas" würde ich gern auf der Betriebsversammlung halten, zehn Minuten reichen.
`,
      { status: 'seen' },
    ),
  ),
  story(
    'Sensoren BL-18: Abkündigung und Nachfolger',
    mail(
      'ahlers',
      ['info', 'ben'],
      '6 12:20',
      `
Sehr geehrte Damen und Herren,

der induktive Sensor BL-18-S4 wird abgekündigt, letzte Bestellung in zwölf Wochen. Nachfolger ist der BN-18-S4: gleiche Bauform, gleicher Stecker, Schaltabstand 8 statt 5 mm. Bitte prüfen Sie, ob der größere Schaltabstand in Ihren Maschinen stört. Sie haben in den letzten zwei Jahren 412 Stück bezogen, Aufstellung anbei.
`,
      {
        files: [
          xlsx(
            'Bezüge_BL-18-S4.xlsx',
            'Bezüge',
            ['Quartal', 'Stück'],
            ['Q1', 62],
            ['Q2', 48],
            ['Q3', 55],
            ['Q4', 41],
            ['Q5', 70],
            ['Q6', 44],
            ['Q7', 51],
            ['Q8', 41],
          ),
        ],
      },
    ),
    mail(
      'ben',
      'jens',
      '6 13:15',
      `
Jens, 8 mm statt 5 – am Kolben S3.x sitzen die Schalter 7 mm vom Nachbarkolben. Das gibt Fehlsignale, oder? Dann brauchen wir einen Restbestand oder ein Blech dazwischen.
`,
      { forward: true },
    ),
    mail(
      'jens',
      'ben',
      '5 08:40',
      `
Gibt es. Ich messe heute mit einem Muster nach. Bis dahin: Silke soll vorsorglich 150 Stück vom alten sichern, das reicht rechnerisch für acht Monate.
`,
      { status: 'seen' },
    ),
    mail(
      'frauke',
      ['silke', 'ben'],
      '4 10:12',
      `
Zum BL-18: Am Lager sind 37 Stück, davon 12 für den Lührsen-Auftrag reserviert. Bestandsliste anbei.
`,
      {
        status: 'seen',
        answers: 1,
        files: [
          csv(
            'Bestand_Näherungsschalter.csv',
            `
Artikel;Bezeichnung;Bestand;Reserviert
30-1801;BL-18-S4;37;12
30-1802;BL-18-S4 Winkel;9;0
30-1210;BL-12-S4;64;20
`,
          ),
        ],
      },
    ),
  ),
  story(
    'Toner und falsche Stühle',
    mail(
      'tacke',
      'anna',
      '14 09:20',
      `
Guten Tag Frau Berger,

Ihre zwei Bürostühle "Sylt" in Anthrazit sind leider erst in fünf Wochen wieder lieferbar. In Dunkelblau könnten wir sie am {w+2} liefern, gleicher Preis. Was ist Ihnen lieber?
`,
    ),
    mail(
      'anna',
      'tacke',
      '14 10:05',
      `
Dunkelblau passt sogar besser zum Logo, bitte liefern. Und bitte zwei Toner schwarz für den Kopierer im Flur dazu.
`,
    ),
    mail(
      'anna',
      'tacke',
      '11 13:35',
      `
Guten Tag,

geliefert wurden heute zwei Stühle "Amrum" in Rot. Die sind schick, aber für Olafs Rücken ungeeignet. Bitte tauschen Sie sie gegen die vereinbarten "Sylt" in Dunkelblau, Foto liegt bei.
`,
      { files: [picture('Stühle_rot.jpg', 'machine')] },
    ),
    mail(
      'tacke',
      'anna',
      '10 08:15',
      `
Guten Tag Frau Berger,

da ist im Lager etwas durcheinandergeraten, bitte entschuldigen Sie. Der Fahrer bringt morgen die richtigen Stühle mit und nimmt die roten zurück. Als Wiedergutmachung legen wir einen Karton Kaffee dazu.
`,
    ),
  ),
];
