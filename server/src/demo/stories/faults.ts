/** Machines that stand still: fault reports and how the service ends them. */
import { csv, inlinePicture, pdf, picture, plain } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const faults: Story[] = [
  story(
    'Störung Becherfüller BF 480, Maschinennr. BF480-19-0214 – Dosierkolben 3 bleibt stehen',
    mail(
      'sievers',
      'service',
      '12 06:48',
      `
Moin zusammen,

unser BF 480 (Maschinennr. BF480-19-0214, Linie 2, Quark 250 g) bleibt seit heute Nacht sporadisch stehen. Meldung am Panel: "E-217 Dosierkolben 3 Endlage nicht erreicht". Nach Quittieren läuft er zwischen 5 und 40 Minuten, dann wieder dasselbe.

Getauscht haben wir schon den Näherungsschalter S3.2, ohne Erfolg. Luftdruck am Verteiler 6,1 bar.

Wir fahren zweischichtig und haben bis Freitag 140.000 Becher für den Handel zuzusagen. Bitte dringend um Rückruf, ich bin bis 15 Uhr im Haus.
`,
      {
        logo: inlinePicture('Logo Meierei Geestland.png', 'logo-geestland'),
        files: [picture('Panel_E-217_Störung.jpg', 'screenshot')],
      },
    ),
    mail(
      'ben',
      'sievers',
      '12 07:21',
      `
Moin Herr Sievers,

danke für die genaue Beschreibung. E-217 bei getauschtem Schalter heißt meistens: Der Kolben kommt mechanisch nicht mehr durch, oder das Ventil Y3 schaltet zu langsam ab.

Bitte vor meinem Anruf um 8 Uhr noch zwei Dinge ansehen:
- Ventilinsel, Platz 3: Leuchtet die gelbe LED noch, wenn der Kolben schon stehen müsste?
- Lässt sich der Kolben drucklos von Hand über den ganzen Hub schieben, oder hakt er auf den letzten 10 mm?

Timo Reents ist heute in Itzehoe und könnte gegen Mittag bei Ihnen sein.
`,
    ),
    mail(
      'sievers',
      'ben',
      '12 09:02',
      `
Hallo Herr Krüger,

LED geht sauber aus. Der Kolben hakt tatsächlich, ungefähr 8 mm vor dem Anschlag, und man sieht Abrieb an der Führungsbuchse. Schicken Sie Herrn Reents bitte los, am besten mit Buchse und Dichtsatz.

Anmeldung wie immer an Tor 2, Hygieneschleuse ist besetzt.
`,
    ),
    mail(
      'timo',
      'ben',
      '12 16:35',
      `
Bin durch bei Geestland. Führungsbuchse Kolben 3 war eingelaufen, gewechselt samt Dichtsatz. 2 h Probelauf ohne Fehler. Kolben 4 hat auch schon Spiel (0,3 mm), hab ich Sievers gezeigt, der will ein Angebot für alle sechs.

Material aus dem Wagen: 1x 48-1107, 1x Dichtsatz 48-1190. Bitte nachbestellen, hab jetzt keinen Dichtsatz mehr.

Bericht anbei, Unterschrift ist drauf.
`,
      {
        files: [
          pdf(
            'Servicebericht_Geestland_Führungsbuchse.pdf',
            'Servicebericht SB-{y}-0871',
            'Kunde: Meierei Geestland eG, Linie 2;;Datum: {d}',
            'Maschine: BF 480, Nr. BF480-19-0214;;Betriebsstunden: 31.442',
            '---',
            'Befund: Führungsbuchse Dosierkolben 3 eingelaufen, Meldung E-217.',
            'Arbeiten: Buchse 48-1107 und Dichtsatz 48-1190 ersetzt, 2 h Probelauf.',
            'Hinweis: Kolben 4 mit 0,3 mm Spiel, Tausch aller Buchsen empfohlen.',
            '---',
            'Arbeitszeit: 3,5 h;;Fahrt: 74 km',
            'Techniker: T. Reents;;Kunde: D. Sievers',
          ),
          picture('Führungsbuchse_Kolben3.jpg', 'crack'),
        ],
      },
    ),
    mail(
      'ben',
      'sievers',
      '11 10:14',
      `
Moin Herr Sievers,

Herr Reents hat berichtet, die Maschine läuft wieder. Wie besprochen biete ich Ihnen den vorsorglichen Tausch der übrigen fünf Führungsbuchsen an: Material 1.184,00 EUR netto, ein Technikertag pauschal 1.120,00 EUR. Das passt in eine Schicht, wenn die Linie um 6 Uhr gereinigt bereitsteht.

Mein Vorschlag wäre {w+12}, {d+12}. Das Angebot liegt bei.
`,
      {
        answers: 2,
        files: [
          pdf(
            'Angebot_AN-4471_Führungsbuchsen.pdf',
            'Angebot AN-4471',
            'Meierei Geestland eG, z. Hd. Herrn Sievers;;Hamburg, {d}',
            '---',
            '5 x Führungsbuchse 48-1107;;720,00 EUR',
            '5 x Dichtsatz 48-1190;;464,00 EUR',
            '1 x Technikertag inkl. Anfahrt;;1.120,00 EUR',
            '---',
            'Summe netto;;2.304,00 EUR',
            'Gültig bis {d+20}. Lieferzeit ab Lager.',
          ),
        ],
      },
    ),
    mail(
      'sievers',
      'ben',
      '8 13:40',
      `
Hallo Herr Krüger,

Termin {w+9} passt bei uns, die Linie steht ab 5:30 Uhr. Die Bestellung kommt von Frau Ohm aus dem Einkauf, sie möchte vorher noch über die Anfahrt reden. Machen Sie das bitte untereinander aus.
`,
      { status: 'seen' },
    ),
  ),
  story(
    'Siegelmaschine SV 60 – Deckel lösen sich, Charge gesperrt',
    mail(
      'wulff',
      'service',
      '5 05:52',
      `
Hallo, hier Torben Wulff, Schichtleiter Feinkost Lührsen. An der SV 60 (SV60-22-0519) gehen seit heute früh Deckel auf. Siegeltemperatur steht auf 182, gemessen haben wir an der Platte vorne links nur 164. 3 Paletten Krautsalat 400 g sind gesperrt. Foto hab ich dran gehängt. Bitte anrufen: 0171 39200 27
`,
      { files: [picture('Siegelnaht_vorne_links.jpg', 'label'), picture('Typenschild_SV60.jpg', 'plate')] },
    ),
    mail(
      'ben',
      ['wulff', 'luehrsen'],
      '5 07:10',
      `
Guten Morgen Herr Wulff,

164 statt 182 Grad an einer Ecke spricht für eine ausgefallene Heizpatrone (Zone 1, Artikel 60-3302). Die Regelung sieht das nicht, weil der Fühler in der Plattenmitte sitzt.

Messen Sie bitte bei ausgeschaltetem Hauptschalter den Widerstand an Klemme X4:1/2. Gut sind rund 66 Ohm. Bei Unendlich ist die Patrone hin.

Zwei Patronen liegen bei uns am Lager und gehen sofort per Kurier raus, wenn Sie mir das bestätigen. Einbau dauert für Ihre Elektriker etwa 40 Minuten, die Anleitung hängt an.
`,
      {
        files: [
          pdf(
            'Anleitung_Heizpatrone_wechseln.pdf',
            'SV 60 – Heizpatrone wechseln',
            '1. Hauptschalter aus, gegen Wiedereinschalten sichern, Platte unter 40 °C.',
            '2. Abdeckung hinten lösen (4 x M5).',
            '3. Klemme X4 abklemmen, Leitungen kennzeichnen.',
            '4. Patrone mit Auszieher 60-9001 ziehen, Bohrung säubern.',
            '5. Neue Patrone mit Wärmeleitpaste einsetzen, Klemmen mit 1,2 Nm.',
            '6. Aufheizen, nach 20 min an vier Ecken messen: 182 ± 4 °C.',
          ),
        ],
      },
    ),
    mail(
      'wulff',
      'ben',
      '5 07:44',
      `
X4:1/2 unendlich. Also Patrone. Bitte 2 Stück per Kurier an Tor Süd, ich nehm sie selbst an.
`,
    ),
    mail(
      'frauke',
      'ben',
      '5 08:30',
      `
Hallo Ben,

Kurier ist um 8:25 los, Ankunft bei Lührsen gegen 10:15. Zwei Patronen 60-3302, Lieferschein 88214. Am Lager ist jetzt noch genau eine, ich habe Silke Bescheid gesagt.
`,
      {
        files: [
          pdf(
            'Lieferschein_88214.pdf',
            'Lieferschein 88214',
            'Feinkost Lührsen GmbH & Co. KG, Tor Süd;;{d}',
            '---',
            '2 Stk. 60-3302 Heizpatrone 230 V / 800 W',
            'Versand: Kurier, Selbstabholung Tor 1 um 08:25 Uhr',
          ),
        ],
      },
    ),
    mail(
      'luehrsen',
      'ben',
      '4 11:20',
      `
Sehr geehrter Herr Krüger,

die Maschine läuft seit gestern 11:40 Uhr, das ging schnell, vielen Dank dafür.

Weniger erfreulich: Wir müssen 1.920 Becher vernichten, Warenwert 2.765 EUR. Die SV 60 ist drei Jahre alt und wurde im Frühjahr von Ihnen gewartet. Warum wird eine ausgefallene Heizzone nicht gemeldet? Ich erwarte dazu eine Stellungnahme und einen Vorschlag, wie wir das für die Zukunft ausschließen, und bitte um Prüfung, ob Sie sich am Schaden beteiligen.
`,
      {
        status: 'seen',
        files: [
          csv(
            'Sperrbestand_Krautsalat_400g.csv',
            `
Palette;Charge;MHD;Becher;Wert EUR
1;K4-2207-A;{d+15};640;921,60
2;K4-2207-A;{d+15};640;921,60
3;K4-2207-B;{d+15};640;921,60
`,
          ),
        ],
      },
    ),
    mail(
      'ben',
      'jens',
      '4 13:05',
      `
Jens, lies mal bitte unten die Mail von Frau Lührsen. Mit der Stromüberwachung pro Heizzone aus der SV 80 hätten wir das gesehen. Passt das Modul (60-4410) mechanisch in den Schaltkasten der SV 60 ab Baujahr 22? Und was kostet uns das ungefähr?

Ich will ihr bis {w+3} etwas Konkretes anbieten.
`,
      { forward: true },
    ),
    mail(
      'jens',
      'ben',
      '3 09:15',
      `
Moin Ben,

passt. Auf der Hutschiene neben dem Regler sind 45 mm frei, das Modul braucht 36. Wir müssen drei Adern nachziehen und die Software auf 4.2.1 heben, sonst kommt die Meldung nicht im Panel an. Material 310 EUR, Einbau 3 Stunden.

Ehrlich gesagt gehört das in die Wartung rein: Vier-Ecken-Messung steht bisher nicht auf der Checkliste. Ich habe sie ergänzt, Blatt 2 unten.
`,
      {
        status: 'seen',
        files: [
          plain(
            'Checkliste_SV60_Entwurf.txt',
            `
Wartung SV 60 – Blatt 2 (Entwurf {d})
[ ] Siegelplatte: Temperatur an vier Ecken messen, Soll 182 ± 4 °C   NEU
[ ] Heizpatronen: Widerstand X4 1/2, 3/4, 5/6, 7/8, Soll 62–70 Ohm    NEU
[ ] Silikonmatte auf Risse prüfen
[ ] Stempelführung schmieren (H1)
`,
          ),
        ],
      },
    ),
  ),
];
