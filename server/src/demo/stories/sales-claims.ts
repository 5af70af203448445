/** Damage, acceptance dates and late deliveries of German customers. */
import { docx, picture, xlsx } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const salesClaims: Story[] = [
  story(
    'Reklamation Transportschaden FB 8',
    mail(
      'priess',
      'info',
      '9 10:30',
      `
Guten Tag,

das heute gelieferte Förderband (Lieferschein 88203) ist beschädigt: Das Seitenblech am Einlauf ist eingedrückt, ein Stellfuß abgebrochen. Der Fahrer hat den Schaden auf dem Frachtbrief vermerkt, Foto anbei. So können wir das Band nicht aufstellen.
`,
      { files: [picture('Seitenblech_eingedrückt.jpg', 'crack'), picture('Verpackung_außen.jpg', 'pallet')] },
    ),
    mail(
      'anna',
      ['dispo'],
      '9 11:15',
      `
Sehr geehrte Damen und Herren,

Sendung NE-771204 an Ostseekorn ist heute mit Transportschaden angekommen (Seitenblech, Stellfuß), Vermerk auf dem Frachtbrief. Wir zeigen den Schaden hiermit fristgerecht an und halten Sie für die Kosten haftbar. Bitte bestätigen Sie den Eingang und teilen Sie uns mit, ob Sie einen Gutachter schicken möchten.
`,
      {
        answers: 'none',
        subject: 'Schadensanzeige Sendung NE-771204',
        files: [picture('Schaden_NE-771204.jpg', 'crack')],
      },
    ),
    mail(
      'dispo',
      'anna',
      '9 15:02',
      `
Sehr geehrte Frau Berger,

Eingang bestätigt, Schadennummer S-4410. Bis 2.500 EUR verzichten wir auf einen Gutachter, senden Sie uns einfach die Rechnung über die Ersatzteile. Die beschädigten Teile bitte sechs Wochen aufbewahren.
`,
    ),
    mail(
      'anna',
      'priess',
      '8 08:20',
      `
Liebe Frau Prieß,

es tut uns leid, dass das Band so bei Ihnen ankam. Das neue Seitenblech ist ab {w+2} fertig, Herr Aydın bringt es mit Stellfuß und Werkzeug zum Umzugstermin mit und montiert es. Für Sie entstehen keine Kosten, die Sache mit der Spedition klären wir.
`,
      { answers: 0 },
    ),
    mail(
      'priess',
      'anna',
      '8 09:44',
      `
Danke, so machen wir es. Das Band bleibt bis dahin in der Folie. Der Azubi hat es übrigens "Beulah" getauft.
`,
    ),
  ),
  story(
    'Terminanfrage Abnahme SV 80',
    mail(
      'luehrsen',
      'chris',
      '10 09:25',
      `
Sehr geehrter Herr Okafor,

die Werksabnahme der SV 80 ist laut Vertrag spätestens für KW {kw+14} vorgesehen. Wir möchten mit drei Personen kommen und bringen 600 Becher sowie zwei Rollen Siegelfolie mit. Bitte nennen Sie uns zwei Termine und bestätigen Sie, dass die Maschine dann mit unserer Steuerungssoftware läuft und nicht mit einer Vorabversion.
`,
    ),
    mail(
      'chris',
      ['olaf', 'jens'],
      '10 10:10',
      `
Hi Olaf, hi Jens, könnt ihr am {k+14} oder {k+15} die SV 80 so weit haben, dass wir sechs Stunden mit Originalbechern fahren? Und ist die 4.2.1 bis dahin freigegeben? Frau Lührsen fragt ausdrücklich danach.
`,
      { forward: true },
    ),
    mail(
      'olaf',
      'chris',
      '10 12:50',
      `
Moin Chris,

mechanisch ja, ab {k+11} steht sie auf Position. Am {k+14} ist vormittags der Kranprüfer da, also lieber einen Tag später.

Olaf
`,
    ),
    mail(
      'jens',
      'chris',
      '9 17:05',
      `
4.2.1 ist ab morgen freigegeben. Offen ist nur die polnische Übersetzung der Störtexte, die kommt {w+3} vom Büro zurück. Du kannst zusagen.
`,
      { answers: 1 },
    ),
    mail(
      'chris',
      'luehrsen',
      '8 09:30',
      `
Sehr geehrte Frau Lührsen,

wir schlagen {w+13}, den {d+13}, 9 Uhr vor, ersatzweise einen Tag später. Die Maschine läuft mit der freigegebenen Version 4.2.1. Für das Mittagessen sorgen wir; gibt es etwas, das wir beachten sollten?
`,
      { answers: 0 },
    ),
    mail(
      'luehrsen',
      'chris',
      '3 12:15',
      `
Sehr geehrter Herr Okafor,

der erste Termin ist notiert. Eine Person isst vegetarisch. Bitte senden Sie uns vorab das Abnahmeprotokoll mit den Sollwerten (Taktzahl, Siegeltemperatur, Dichtheit nach Wasserbad), damit wir nicht vor Ort über Zahlen diskutieren. Nach dem Ärger mit der SV 60 werde ich da genau hinsehen.
`,
      { status: 'seen' },
    ),
  ),
  story(
    'Angebot Gebrauchtmaschine BF 240, Vorführgerät',
    mail(
      'mehring',
      'info',
      '12 20:41',
      `
Moin Frau Berger, Murat hat erzählt ihr verkauft das Vorführgerät. Für meine Marmeladen im Hofladen wär das was. Was soll das gute Stück kosten und wieviel Betriebsstunden? Gruß Uwe Mehring
`,
    ),
    mail(
      'anna',
      'mehring',
      '11 09:05',
      `
Moin Herr Mehring,

das stimmt. BF 240, drei Jahre alt, 410 Betriebsstunden, frisch gewartet, neuer Kolben. Preis 29.500 EUR netto ab Werk, mit einem Jahr Gewährleistung. Für Marmelade bräuchten Sie die beheizte Düse, die legen wir für 450 EUR dazu. Reserviert habe ich sie Ihnen bis {w+10}.
`,
      {
        files: [
          docx(
            'Datenblatt_BF240_Vorführgerät.docx',
            'BF 240 – Vorführgerät, Nr. BF240-22-0344',
            'Leistung: bis 1.200 Gläser je Stunde',
            'Füllmenge: 20 bis 500 g',
            'Betriebsstunden: 410',
            'Anschluss: 400 V, 1,8 kW, Druckluft 6 bar',
            'Zubehör: Rollwagen, Reinigungssatz, Betriebsanleitung',
          ),
        ],
      },
    ),
    mail(
      'mehring',
      'anna',
      '2 05:47',
      `
Moin, Bank sagt ja. Nehm ich, mit beheizter Düse. Kann ich in zwei Raten zahlen, Hälfte jetzt Hälfte im neuen Jahr? Abholen tu ich selbst, hab nen Anhänger.
`,
      { status: 'seen' },
    ),
  ),
  story(
    'Lieferverzug Auftrag 31790',
    mail(
      'ohm',
      ['info', 'chris'],
      '4 09:00',
      `
Sehr geehrter Herr Okafor,

unser Auftrag 31790 (Deckelmagazin, zugesagt für den {d-3}) ist immer noch nicht geliefert, auf zwei Anrufe kam kein Rückruf. Die Linie ist auf den neuen Deckel umgestellt, wir legen seither von Hand auf. Das kostet uns eine Kraft pro Schicht.

Ich setze Ihnen eine Frist bis {w+4}, den {d+4}. Danach machen wir den Mehraufwand geltend.
`,
      { headers: { 'X-Priority': '1', Importance: 'high' } },
    ),
    mail(
      'anna',
      ['chris', 'silke'],
      '4 09:22',
      `
Das ist dringend, bitte heute. Silke, woran hängt das Magazin? Ich finde im System nur "Blech bei Wendt".
`,
      { forward: true },
    ),
    mail(
      'silke',
      ['anna', 'chris'],
      '4 10:40',
      `
Die Seitenbleche sind seit gestern hier, Wendt hatte die falsche Blechstärke geliefert und musste neu lasern. Olaf montiert heute und morgen, {w+2} könnte es auf den Wagen. Ich hätte euch Bescheid geben müssen, tut mir leid.
`,
    ),
    mail(
      'chris',
      'ohm',
      '4 11:30',
      `
Sehr geehrte Frau Ohm,

Sie haben allen Grund zum Ärger, auch wegen der Rückrufe. Das Deckelmagazin wird bis morgen montiert, Herr Reents bringt es am {w+2} persönlich mit und baut es in der Pause zwischen den Schichten ein. Die Montage berechnen wir nicht. Senden Sie mir bitte die Aufstellung Ihres Mehraufwands, dann finden wir eine faire Lösung.
`,
      { answers: 0 },
    ),
    mail(
      'ohm',
      'chris',
      '1 10:05',
      `
Sehr geehrter Herr Okafor,

das Magazin ist eingebaut und läuft. Anbei der Mehraufwand: 5 Tage, 2 Schichten, je 7,5 Stunden zu 31 EUR, zusammen 2.325 EUR. Mit einer Gutschrift über die Hälfte wären wir einverstanden.
`,
      {
        status: 'unseen',
        files: [
          xlsx(
            'Mehraufwand_Deckel_händisch.xlsx',
            'Mehraufwand',
            ['Tag', 'Schicht', 'Stunden', 'EUR'],
            ['{k-6}', 'früh/spät', 15, 465],
            ['{k-5}', 'früh/spät', 15, 465],
            ['{k-4}', 'früh/spät', 15, 465],
            ['{k-3}', 'früh/spät', 15, 465],
            ['{k-2}', 'früh/spät', 15, 465],
          ),
        ],
      },
    ),
  ),
];
