import type { PersonKey } from './people.ts';

/** People of the demo by the names they sign in with. */
export type Colleague = 'anna' | 'ben' | 'chris';

/** Something that one of them has said. */
export interface DemoText {
  readonly by: Colleague;
  /** By the demo's calendar. */
  readonly at: string;
  readonly text: string;
  /** To whom who began it says it, where it went to several; left out: to the first of them. */
  readonly with?: Colleague;
  /** Number of the text of the same thread that it answers. */
  readonly replyTo?: number;
  /** What it said at first. */
  readonly before?: string;
  /** What others have said to it with one sign. */
  readonly signs?: Partial<Record<Colleague, string>>;
}

/** What they have asked each other, in the order of its texts; whoever says the first one has begun it. */
export interface DemoMessage {
  readonly to: readonly Colleague[];
  /** Somebody of the customer that it is linked with. */
  readonly about?: PersonKey;
  readonly isOpen?: true;
  readonly confirm?: true;
  readonly texts: readonly DemoText[];
  /** Left out: done. */
  readonly states?: Partial<Record<Colleague, 'unseen' | 'seen' | 'ready'>>;
  /** How many of the last texts of each of their threads somebody has not read. */
  readonly unread?: Partial<Record<Colleague, number>>;
  readonly confirmed?: readonly Colleague[];
}

const say = (by: Colleague, at: string, text: string, more: Partial<DemoText> = {}): DemoText => ({
  ...more,
  by,
  at,
  text,
});

/** The oldest first. None is of the last day: what comes today are mails. */
export const MESSAGES: readonly DemoMessage[] = [
  {
    to: ['ben'],
    texts: [
      say('anna', '41 08:20', 'Kannst du am Donnerstag die Führung für die Berufsschule machen? Es sind 22 Leute.'),
      say('ben', '41 09:05', 'Ja, aber erst ab zehn. Vorher ist die Abnahme in Halle 2.', { signs: { anna: '👍' } }),
    ],
  },
  {
    to: ['anna'],
    about: 'mehring',
    texts: [
      say('chris', '38 13:10', 'Backhaus Mehring asks for a second quote with the small conveyor. Do we have a price?'),
      say('anna', '38 13:45', 'Steht in der Liste 2027 auf Seite 4. Ohne Montage, die rechnet Ben.'),
      say('chris', '38 13:50', 'Found it, thanks.'),
    ],
  },
  {
    to: ['chris'],
    texts: [
      say('ben', '35 10:15', 'Der Leihwagen ist bis Freitag bezahlt. Brauchst du ihn länger?'),
      say('chris', '35 11:00', 'No, I am back on Thursday evening.'),
    ],
  },
  {
    to: ['ben'],
    about: 'behn',
    texts: [
      say('anna', '32 09:30', 'Frau Behn sagt, die Düsen tropfen wieder. Fährst du hin oder reicht ein Telefonat?'),
      say('ben', '32 09:52', 'Telefonat. Sie soll die Dichtung drehen, dann ist Ruhe bis zur Wartung.'),
      say('anna', '32 15:20', 'Hat geholfen. Sie lässt grüßen.', { signs: { ben: '😀' } }),
    ],
  },
  {
    to: ['anna', 'chris'],
    isOpen: true,
    texts: [
      say('ben', '29 14:00', 'Betriebsfest: Grillen im Hof oder lieber ins Bootshaus?'),
      say('anna', '29 14:06', 'Bootshaus. Letztes Jahr hat es geregnet.', { signs: { ben: '👍', chris: '👍' } }),
      say('chris', '29 16:40', 'Boathouse. I can ask for the big table.'),
      say('ben', '28 08:10', 'Gut, Chris fragt an, ich zähle die Anmeldungen. Bisher 31.'),
      say('anna', '27 11:30', 'Mit Azubis 34. Zwei essen vegan.'),
    ],
  },
  {
    to: ['anna'],
    texts: [
      say('ben', '26 07:50', 'Ich bin heute bis Mittag in Geestland, Handy ist an.'),
      say('anna', '26 08:00', 'Danke, ich lege dir die Anrufe auf den Tisch.'),
    ],
  },
  {
    to: ['chris'],
    about: 'thornton',
    texts: [
      say('anna', '24 10:00', 'Hartwell hat die Rechnung über die Ersatzteile noch nicht bezahlt. Fragst du Emily?'),
      say('chris', '24 10:30', 'I will call her this afternoon.'),
      say('chris', '23 09:10', 'Paid yesterday, their bank was slow.', { signs: { anna: '👍' } }),
      say('anna', '23 09:15', 'Sehe ich, ist da.'),
    ],
  },
  {
    to: ['ben', 'chris'],
    confirm: true,
    texts: [
      say(
        'anna',
        '22 08:00',
        'Unterweisung Ladungssicherung: Bitte lest das Blatt im Ordner Arbeitssicherheit und bestätigt hier, dass ihr es gelesen habt. Ohne Bestätigung darf niemand verladen.',
      ),
      say('ben', '22 08:40', 'Gilt das auch für die Leiharbeiter?'),
      say('anna', '22 08:45', 'Ja, die unterschreiben bei Frauke auf Papier.', { with: 'ben' }),
    ],
    states: { chris: 'seen' },
    confirmed: ['ben'],
  },
  {
    to: ['ben'],
    texts: [
      say('chris', '20 15:15', 'Wer hat den Schlüssel vom Muster-Koffer?'),
      say('ben', '20 15:20', 'Hängt am Brett neben der Kaffeemaschine.'),
    ],
  },
  {
    to: ['anna'],
    about: 'lemaire',
    texts: [
      say(
        'chris',
        '18 11:05',
        'Claire Lemaire fragt, ob wir die Gläser mit Schraubdeckel testen können. Hast du 50 Stück da?',
      ),
      say('anna', '18 11:40', 'Nur 20. Ich bestelle nach, sind Mittwoch da.', {
        before: 'Nur 20. Ich bestelle nach, sind Dienstag da.',
      }),
      say('chris', '18 11:42', 'Mittwoch ist gut.'),
    ],
  },
  {
    to: ['ben'],
    texts: [
      say('anna', '17 09:00', 'Die Prüfplakette am Stapler läuft zum Monatsende ab.'),
      say('ben', '17 09:30', 'Termin ist gemacht, der Prüfdienst kommt am 28.'),
    ],
  },
  {
    to: ['chris', 'anna'],
    isOpen: true,
    about: 'osei',
    texts: [
      say('ben', '15 13:00', 'Gold Coast Juices: Die Anlage braucht 60 Hz. Haben wir so einen Antrieb überhaupt?'),
      say('chris', '15 13:20', 'Kollwitz has one, eight weeks. Daniel can live with that.'),
      say('anna', '15 13:31', 'Dann bitte schriftlich, sonst steht es im Januar hier und niemand weiß, wofür.', {
        signs: { ben: '👍' },
      }),
      say('chris', '14 09:00', 'Order confirmation from Kollwitz is in the mail to info@.'),
    ],
    states: { ben: 'seen', chris: 'seen' },
  },
  {
    to: ['ben'],
    about: 'ketels',
    texts: [
      say('anna', '13 10:20', 'Herr Ketels will wissen, ob die Senfpumpe auch grobkörnig kann.'),
      say('ben', '13 11:15', 'Bis 4 mm ja. Darüber verstopft das Ventil.', { replyTo: 0 }),
      say('anna', '13 11:20', 'Sage ich ihm. Er hat 3 mm.'),
    ],
  },
  {
    to: ['chris'],
    texts: [
      say('anna', '12 08:05', 'Dein Hotel in Nürnberg ist gebucht, zwei Nächte, mit Frühstück.'),
      say('chris', '12 08:20', 'Thank you! Parking as well?'),
      say('anna', '12 08:25', 'Ist dabei.'),
    ],
  },
  {
    to: ['anna'],
    texts: [
      say('ben', '11 16:10', 'Ich brauche am Montag Urlaub, geht das?'),
      say('anna', '11 16:30', 'Ja, Olaf übernimmt die Hotline.', { signs: { ben: '👍' } }),
    ],
  },
  {
    to: ['ben'],
    about: 'adomeit',
    texts: [
      say('anna', '9 09:10', 'Quellbrunn: Wann gehen die Ventile raus? Herr Adomeit hat zweimal angerufen.'),
      say('ben', '9 10:00', 'Dichtungen sind weg, Ventile Ende der Woche.'),
      say('anna', '8 09:00', 'Er besteht auf Freitag. Schaffen wir das?'),
      say('ben', '8 09:45', 'Wenn Frauke den Wagen am Donnerstag lädt, ja.'),
    ],
    states: { anna: 'seen', ben: 'seen' },
  },
  {
    to: ['anna', 'chris'],
    texts: [
      say('ben', '8 12:00', 'Ab nächster Woche ist die Werkstatt freitags nur bis 14 Uhr besetzt.'),
      say('anna', '8 12:10', 'Sage ich der Zentrale.'),
      say('chris', '8 14:35', 'Also for the exhibition pieces?'),
      say('ben', '8 14:50', 'Die packe ich dir vorher.', { with: 'chris' }),
    ],
    states: { chris: 'seen' },
  },
  {
    to: ['chris'],
    about: 'degroot',
    texts: [
      say('ben', '7 08:30', 'Vandermeer will zwei Sätze Dichtungen fest am Lager. Machst du den Preis für fünf Jahre?'),
      say('chris', '7 09:15', 'Yes. Same discount as last year?'),
      say('ben', '7 09:20', 'Von mir aus. Frag Anna wegen der Liste.'),
    ],
    states: { ben: 'seen', chris: 'seen' },
  },
  {
    to: ['anna'],
    texts: [
      say('chris', '6 17:00', 'Fachpack: 43 Kontakte, davon elf heiß. Liste kommt morgen.', { signs: { anna: '🎉' } }),
      say('anna', '6 17:10', 'Stark! Bitte gleich als Kontakte anlegen, sonst mache ich es doppelt.'),
    ],
    states: { anna: 'seen', chris: 'seen' },
  },
  {
    to: ['ben', 'anna'],
    isOpen: true,
    texts: [
      say('chris', '5 10:00', 'Who can take the call with Saimaa Berries on Tuesday at 15:00? I am on the train.'),
      say('ben', '5 10:12', 'Ich kann, aber nur auf Deutsch.'),
      say('anna', '5 10:20', 'Dann ich. Ben kommt für die Technik dazu.', { signs: { chris: '🙏' } }),
      say('chris', '5 10:25', 'Perfect. Numbers are in the quote, page 2.'),
    ],
    states: { anna: 'seen', ben: 'seen', chris: 'seen' },
    unread: { ben: 1 },
  },
  {
    to: ['ben'],
    texts: [
      say('anna', '4 11:30', 'Hast du die Stundenzettel von Murat und Timo? Katja will abrechnen.'),
      say('ben', '4 13:00', 'Murat ja, Timo gibt sie morgen ab.'),
    ],
    states: { anna: 'seen', ben: 'seen' },
  },
  {
    to: ['anna'],
    about: 'sievers',
    texts: [
      say('ben', '3 14:10', 'Geestland will die Wartung auf das Frühjahr schieben. Ist das im Vertrag erlaubt?'),
      say('anna', '3 15:05', 'Einmal, ja. Danach verfällt die Gewährleistung, schreib ihm das dazu.'),
      say('ben', '2 08:15', 'Hat er verstanden. Er fragt noch nach dem Preis für den zweiten Sensor.'),
    ],
    states: { anna: 'unseen', ben: 'seen' },
    unread: { anna: 1 },
  },
  {
    to: ['anna', 'ben'],
    texts: [
      say(
        'chris',
        '2 09:40',
        'Preisliste 2028: Bitte schaut bis Freitag über die Seiten 3 bis 9, dann geht sie in den Druck.',
      ),
      say('ben', '2 11:20', 'Seite 7: Die SH 25 heißt jetzt SH 26.'),
    ],
    states: { anna: 'unseen', ben: 'ready', chris: 'unseen' },
    unread: { anna: 1, chris: 1 },
  },
  {
    to: ['ben'],
    texts: [say('anna', '2 15:30', 'Der Kopierer auf Flur 1 scannt nur noch schwarz. Kennst du dich damit aus?')],
    states: { anna: 'seen', ben: 'unseen' },
    unread: { ben: 1 },
  },
];
