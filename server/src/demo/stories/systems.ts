/** Smaller automatic senders: the website's form, the bank, the copier, the railway. */
import { pdf } from '../files.ts';
import { mail, story, type MailOptions, type Story } from '../story.ts';

const automatic: MailOptions = { headers: { 'Auto-Submitted': 'auto-generated' } };

function form(
  at: string,
  name: string,
  firm: string,
  reply: string,
  topic: string,
  message: string,
  options: MailOptions = {},
): Story {
  return story(
    `Kontaktformular: ${topic} (${name})`,
    mail(
      'webform',
      'info',
      at,
      `Name: ${name}\nFirma: ${firm}\nE-Mail: ${reply}\nThema: ${topic}\n\nNachricht:\n\n${message}`,
      {
        ...options,
        headers: { ...automatic.headers, 'Reply-To': reply },
      },
    ),
  );
}

export const systems: Story[] = [
  form(
    '18 20:11',
    'Heiko Brandt',
    'Likörfabrik Brandt & Sohn',
    'brandt@likoerfabrik-brandt.example',
    'Neumaschine',
    'Guten Abend, wir suchen einen Füller für Eierlikör in 0,2- und 0,5-Liter-Flaschen, etwa 600 Flaschen pro Stunde, ATEX nötig. Bauen Sie so etwas oder wissen Sie, wer?',
  ),
  form(
    '16 08:02',
    'Svea Lindqvist',
    'Lindqvist Sylt AB',
    'svea@lindqvist-sylt.example',
    'Spare parts',
    'Hello, we need a drive belt for a Brookmann ET 12 from 2009. The label is gone, only "ET12-09-00.." is readable. Belt has 74 teeth and is 20 mm wide. Do you still have it?',
  ),
  form(
    '12 14:26',
    'Gerd Mahnke',
    'privat',
    'gerd.mahnke@elbmail.example',
    'Sonstiges',
    'Ich habe auf dem Dachboden meines Vaters eine Preisliste Ihrer Firma von 1961 gefunden, samt Prospekt der "Brookmann Reform-Füllpresse". Hätten Sie Interesse für Ihr Archiv? Ich würde beides gern in gute Hände geben.',
    { status: 'seen' },
  ),
  form(
    '9 11:55',
    'Dr. Miriam Aksoy',
    'Klinikküche Elbufer',
    'aksoy@klinikkueche-elbufer.example',
    'Beratung',
    'Wir portionieren Suppen und Breie für 1.100 Patienten in Schalen. Temperatur über 65 Grad, Wechsel zwischen 14 Sorten am Tag. Bisher hat jeder Hersteller abgewinkt. Kommt jemand zum Anschauen vorbei?',
    { status: 'seen' },
  ),
  form(
    '6 09:40',
    'Ole Thießen',
    'Räucherei Thießen',
    'ole@raeucherei-thiessen.example',
    'Gebrauchtmaschine',
    'Moin, habt ihr was Gebrauchtes für Fischsalat, 200-g-Schalen? Budget 20.000, mehr gibt der Butterfisch nicht her.',
    { status: 'seen' },
  ),
  form(
    '1 22:37',
    'Beate Krahl',
    'Babykost Krahl UG',
    'krahl@babykost-krahl.example',
    'Neumaschine',
    'Wir füllen Gemüsebrei in 125-ml-Gläser und müssen ab Sommer auf 2.500 Gläser am Tag kommen. Wichtig sind uns allergenfreie Wechsel und lückenlose Nachweise. Bitte um Rückruf, am besten nach 19 Uhr, wenn die Zwillinge schlafen: 0171 39200 88.',
    { status: 'unseen' },
  ),
  form(
    '-209',
    'Joost van Loon',
    'Van Loon Sauzen',
    'joost@vanloon-sauzen.example',
    'Service',
    'Good morning, we bought a factory with your BF 480 (BF480-15-0102) inside, panel is in German and has a password. Can you help us with password, English language and a first inspection? We can pay quickly.',
    { status: 'unseen' },
  ),
  story(
    'Kontoauszug Nr. 41 verfügbar',
    mail(
      'bank',
      'anna',
      'c25 06:10',
      'Guten Tag,\n\nin Ihrem elektronischen Postfach liegt der Kontoauszug Nr. 41 zum Geschäftskonto mit den Endziffern 0914 bereit.\n\nWir fragen in Mails nie nach PIN oder TAN.',
      automatic,
    ),
  ),
  story(
    'Kontoauszug Nr. 42 verfügbar',
    mail(
      'bank',
      'anna',
      'c11 06:10',
      'Guten Tag,\n\nin Ihrem elektronischen Postfach liegt der Kontoauszug Nr. 42 zum Geschäftskonto mit den Endziffern 0914 bereit.\n\nWir fragen in Mails nie nach PIN oder TAN.',
      automatic,
    ),
  ),
  story(
    'Rücklastschrift über 1.190,00 EUR',
    mail(
      'bank',
      'anna',
      '3 08:15',
      'Guten Tag,\n\nfolgende Lastschrift wurde zurückgegeben:\n\nZahler: Imbisswagen Stolle\nBetrag: 1.190,00 EUR, Entgelt 4,50 EUR\nGrund: Konto erloschen\nMandat: BRK-0582',
      { ...automatic, status: 'seen' },
    ),
  ),
  ...(
    [
      ['15 10:22', 'Anlieferungsnachweis_Wendt', 'Lieferschein Wendt 5571'],
      ['7 13:03', 'Prüfbuch_Hallenkran', 'Prüfbuch HK-88431, Seiten 3–4'],
      [
        '0 12:20',
        'Unterschriebener_Stromvertrag_für_Energie_Elbmarsch',
        'Stromliefervertrag, unterschrieben H. Brookmann',
      ],
    ] as const
  ).map(([at, name, content]) =>
    story(
      `Scan vom Kopierer Flur 1: ${name}`,
      mail('scanner', 'anna', at, 'Gescannt in 300 dpi, 1 Seite, PDF.\nGerät: Flur 1, Benutzer: a.berger', {
        ...automatic,
        ...(at.startsWith('0') ? { status: 'unseen' as const } : {}),
        files: [pdf(`${name}.pdf`, content, 'Gescannt am {d}', '---', 'Seite 1 von 1')],
      }),
    ),
  ),
  story(
    'Ihre Buchung Hamburg – Aarhus, {D+4}',
    mail(
      'bahn',
      'chris',
      '9 13:17',
      'Guten Tag Chris Okafor,\n\nIhre Fahrt ist gebucht.\n\n| Strecke | Ab | An | Platz |\n| Hamburg Hbf – Aarhus H | 07:20 | 12:41 | Wagen 4, 32 |\n| Aarhus H – Hamburg Hbf | 16:18 | 21:39 | Wagen 4, 35 |\n\nReisetag: {w+4}, {d+4}. Preis: 138,80 EUR.',
      {
        ...automatic,
        files: [
          pdf(
            'Fahrkarte_Aarhus_Rückfahrt.pdf',
            'Fahrkarte',
            'Chris Okafor;;{d+4}',
            'Hamburg Hbf 07:20 – Aarhus H 12:41',
            'Aarhus H 16:18 – Hamburg Hbf 21:39',
          ),
        ],
      },
    ),
  ),
  story(
    'Ihre Buchung Hamburg – Leeuwarden',
    mail(
      'bahn',
      'ben',
      '1 12:48',
      'Guten Tag Ben Krüger,\n\nIhre Fahrt ist gebucht.\n\n| Strecke | Ab | An | Platz |\n| Hamburg Hbf – Leeuwarden | 14:46 | 19:58 | Wagen 12, 61 |\n| Leeuwarden – Hamburg Hbf | 16:02 | 21:11 | ohne Reservierung |\n\nHinfahrt: {w+4}, {d+4}. Preis: 112,40 EUR.',
      {
        ...automatic,
        status: 'unseen',
        files: [
          pdf(
            'Fahrkarte_Leeuwarden_Rückfahrt.pdf',
            'Fahrkarte',
            'Ben Krüger;;{d+4}',
            'Hamburg Hbf 14:46 – Leeuwarden 19:58',
          ),
        ],
      },
    ),
  ),
];
