/** Faults cleared with advice, a spare part or a Sunday visit. */
import { csv, inlinePicture } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const faultsCleared: Story[] = [
  story(
    'Etikettierer ET 12 klebt schief',
    mail(
      'ketels',
      'info',
      '9 14:02',
      `
Moin,

unser kleiner Etikettierer (ET 12, steht ET12-17-0068 drauf) setzt die Etiketten seit dem Wechsel auf die neuen Gläser schief auf. Oben passt's, unten läuft es 3 bis 4 mm weg. Bei den alten Gläsern war alles gut.

Ist das was Schlimmes oder kann ich das selbst? Bin Senfmüller und kein Mechaniker, aber einen Inbusschlüssel habe ich.

Schöne Grüße aus der Mühle
Fiete
`,
    ),
    mail(
      'anna',
      'ben',
      '9 14:20',
      `
Ben, das ist für euch – Herr Ketels, der mit dem Feigensenf. Ich habe ihm kurz geantwortet, dass sich jemand meldet.
`,
      { forward: true },
    ),
    mail(
      'ben',
      'ketels',
      '9 15:32',
      `
Moin Herr Ketels,

nichts Schlimmes. Die neuen Gläser sind vermutlich leicht konisch, und der Etikettierer steht noch auf "zylindrisch". Mit einem 4er Inbus ist das in zehn Minuten erledigt:

- Links unter dem Spendekopf sitzt eine Skala mit zwei Schrauben. Beide eine halbe Umdrehung lösen.
- Kopf nach vorn kippen, bis die Skala auf 1,5 Grad steht (bei 4 mm Versatz auf 70 mm Höhe sollte das passen).
- Schrauben anziehen, fünf Gläser laufen lassen, notfalls in Schritten von 0,5 Grad korrigieren.

Wenn Sie mir Durchmesser oben und unten schicken, rechne ich es Ihnen genau aus.
`,
      { answers: 0 },
    ),
    mail(
      'ketels',
      'ben',
      '8 08:11',
      `
Moin Herr Krüger,

oben 68,2, unten 65,9. Auf 1,5 war's fast, mit 1,0 sitzt es jetzt wie angegossen. Großartig, vielen Dank! Ein Glas vom neuen Quittensenf ist mit der Post unterwegs, für die ganze Truppe.
`,
    ),
  ),
  story(
    'Ölverlust am Getriebe, Palettierer PL 4',
    mail(
      'adomeit',
      'service',
      '3 10:26',
      `
Sehr geehrter Herr Krüger,

am Hubgetriebe unseres Palettierers (PL4-16-0031) tropft Öl, in 24 Stunden etwa eine Handfläche voll. Die Anlage läuft, aber im Bereich der vollen Paletten darf uns das lebensmittelrechtlich nicht passieren. Wir haben eine Wanne untergestellt.

![Ölfleck unter dem Hubgetriebe](Ölfleck_Hubgetriebe.jpg)

Bitte teilen Sie uns mit, welcher Wellendichtring verbaut ist und ob der Wechsel ohne Ausbau des Motors möglich ist. Ein Stillstand wäre nur am Sonntag möglich.
`,
      { files: [inlinePicture('Ölfleck_Hubgetriebe.jpg', 'leak')] },
    ),
    mail(
      'ben',
      'kollwitz',
      '3 11:50',
      `
Moin Bernd,

Kunde hat Ölverlust am KS 75, Baujahr 16, Übersetzung 38:1, unsere Zeichnung 16-2204. Welcher Simmerring sitzt abtriebsseitig, und hast du zwei Stück da? Muss H1-Öl-fest sein. Und: bekommt man den ohne Demontage des Motors heraus?
`,
      { answers: 'none', subject: 'Simmerring KS 75 Abtrieb' },
    ),
    mail(
      'kollwitz',
      'ben',
      '3 15:17',
      `
Hallo Ben,

abtriebsseitig 45x62x8, FKM, unsere Nummer 7045-F. Drei Stück liegen hier, ich lege sie dir zurück. Der Motor kann dranbleiben, aber der Drehmomentarm muss ab und die Welle muss riefenfrei sein. Falls nicht, nimm eine Laufhülse 45 dazu.

Preis 38,40 das Stück, Hülse 52,00. Versand heute noch möglich bis 16:30.
`,
    ),
    mail(
      'ben',
      'adomeit',
      '2 08:05',
      `
Sehr geehrter Herr Adomeit,

es ist der Wellendichtring 45x62x8 FKM, der Motor kann montiert bleiben. Der Wechsel dauert etwa vier Stunden einschließlich Ölwechsel auf H1.

Wir können Sonntag ab 7 Uhr mit zwei Mann kommen (Sonntagszuschlag 100 % auf die Arbeitszeit, also rund 1.480 EUR netto). Wenn Sie bis morgen Mittag zusagen, sind Teile und Leute sicher da.
`,
      { answers: 0 },
    ),
    mail(
      'adomeit',
      'ben',
      '0 08:41',
      `
Sehr geehrter Herr Krüger,

Sonntag 7 Uhr ist freigegeben, Bestellnummer QB-450-2291. Am Tor ist Herr Jahnke, er hat den Heißarbeitsschein vorbereitet, falls die Laufhülse angewärmt werden muss. Bitte bringen Sie die Konformitätserklärung für das H1-Öl mit.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Honigabfüllung: Pumpe verliert Dosiergenauigkeit',
    mail(
      'behn',
      'service',
      '7 12:33',
      `
Guten Tag,

wir füllen mit dem BF 240 (BF240-20-0307) Blütenhonig in 500-g-Gläser. Seit Montag streut die Füllmenge zwischen 493 und 511 g, vorher waren es plus/minus 2 g. Honigtemperatur 38 Grad wie immer, Rezept 14 unverändert. Die Werte von heute Vormittag liegen bei.

Wir sind in der Eichprüfung, die nächste Kontrolle ist in zwei Wochen. Was können wir tun?
`,
      {
        files: [
          csv(
            'Füllmengen_Rezept14.csv',
            `
Uhrzeit;Düse;Füllmenge g
08:00;1;500,2
08:00;2;494,1
08:15;1;500,9
08:15;2;493,0
08:30;1;499,6
08:30;2;510,8
08:45;1;500,4
08:45;2;495,7
`,
          ),
        ],
      },
    ),
    mail(
      'murat',
      'service',
      '7 13:48',
      `
Ben, schau auf die CSV: nur Düse 2 streut, Düse 1 ist sauber. Das ist nicht die Pumpe, das ist das Rückschlagventil an 2 oder die Membran. Bei Honig gern ein Wachskrümel im Sitz. Kann ich am Telefon mit ihr durchgehen, hab um 14:30 Luft.
`,
    ),
    mail(
      'service',
      'behn',
      '7 15:20',
      `
Guten Tag Frau Behn,

wie eben mit Herrn Aydın besprochen: Es streut nur Düse 2. Bitte das Rückschlagventil dort ausbauen, in 60 Grad warmem Wasser reinigen und den Sitz auf Kerben prüfen. Danach zehn Gläser wiegen und uns die Werte schicken. Bleibt es dabei, senden wir Ihnen morgen einen Ventileinsatz (24-0815, 46,90 EUR).
`,
      { answers: 0 },
    ),
    mail(
      'behn',
      'service',
      '6 09:05',
      `
Guten Morgen,

im Ventilsitz klebte ein Stück Propolis, kaum größer als ein Stecknadelkopf! Zehn Gläser nach der Reinigung: 499,1 bis 501,0 g. Damit kann der Eichbeamte kommen. Bitte schicken Sie trotzdem einen Einsatz als Reserve, Lieferung an die übliche Adresse.

Herzlichen Dank an Herrn Aydın für die Geduld am Telefon.
`,
    ),
  ),
];
