/** Absences, bounces and frauds. */
import { attachedMail, pdf, plain } from '../files.ts';
import { mail, story, type MailOptions, type Story } from '../story.ts';

const absence: MailOptions = {
  headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'auto_reply' },
};

const bounce: MailOptions = { headers: { 'Auto-Submitted': 'auto-replied' }, unsigned: true, bare: true };

export const returns: Story[] = [
  story(
    'Mängelliste Abnahme BF 240 – Frist',
    mail(
      'ben',
      'priess',
      '4 15:30',
      `
Hallo Frau Prieß,

bitte schicken Sie mir vor dem Umzug noch die unterschriebene Mängelliste der Abnahme, dann bringen wir die Teile für alle Punkte gleich mit.
`,
    ),
    mail(
      'priess',
      'ben',
      '4 15:31',
      `
Moin! Ich bin auf der Müsli-Messe in Malmö und lese Mails nur abends. Ab {w+3} bin ich wieder an der Linie. Bei Stillstand bitte die Zentrale anrufen: 030 23125 100.

Johanna Prieß
`,
      { ...absence, unsigned: true },
    ),
    mail(
      'priess',
      'ben',
      '2 20:48',
      `
Hallo Herr Krüger,

jetzt mit Ruhe aus dem Hotel: Liste anbei. Offen sind nur noch die Abdeckung am Kabelkanal und die zweite Bedienungsanleitung auf Papier.
`,
      {
        status: 'seen',
        answers: 0,
        files: [
          plain(
            'Mängelliste_BF240.txt',
            `
Mängelliste Abnahme BF 240, Ostseekorn
1  Abdeckung Kabelkanal Einlaufseite fehlt      offen
2  Betriebsanleitung, 2. Exemplar auf Papier    offen
3  Not-Halt Beschriftung falsch herum           erledigt
`,
          ),
        ],
      },
    ),
  ),
  story(
    'Out of office: Emily Thornton',
    mail(
      'thornton',
      'chris',
      '11 11:21',
      `
Thank you for your message. I am at our Dublin plant until {W+2} with patchy reception. For anything urgent on line 1 please contact Graham Pike. For capital projects I will reply when I'm back – nothing is on fire, I hope.
`,
      { ...absence, subject: 'Automatic reply: Quotation Q-2218' },
    ),
  ),
  story(
    'Automatische Antwort: Rahmenvertrag Zylinder',
    mail(
      'hinz',
      'info',
      '1 08:31',
      `
Sehr geehrte Damen und Herren,

ich bin bis einschließlich {w+5}, {d+5}, im Urlaub. Bestellungen bearbeitet das Auftragszentrum unter 030 23125 300, technische Fragen Frau Moll (Durchwahl -341). Ihre Nachricht liegt mir nach meiner Rückkehr vor.
`,
      absence,
    ),
  ),
  story(
    'Angebot Ersatzteilpaket Füller',
    mail(
      'chris',
      'bos',
      '9 10:00',
      `
Dear Marieke,

As discussed, please find our offer for the two-year spare parts package below: EUR 6,480.00 with 12 % discount against single orders, stored here and shipped within 24 hours. It includes the seals, two valves and the drive belt set.
`,
      { subject: 'Two-year spare parts package' },
    ),
    mail(
      'bos',
      'chris',
      '8 13:12',
      `
Dear Chris,

Thank you. We want to decide after your visit with Ben, when he has looked at the wear of the valves. Keep the price until then please.
`,
    ),
  ),
  story(
    'Undelivered Mail Returned to Sender',
    mail(
      'daemon',
      'chris',
      '9 10:02',
      `
This is the mail system at host mx.brookmann.example.

I'm sorry to have to inform you that your message could not be delivered to one or more recipients.

<procurment@vandermeer-zuivel.example>: host mail.vandermeer-zuivel.example [198.51.100.77] said: 550 5.1.1 User unknown (in reply to RCPT TO command)
`,
      {
        ...bounce,
        files: [
          attachedMail(
            'Two-year spare parts package.eml',
            `
From: Chris Okafor <chris@brookmann.example>
To: procurment@vandermeer-zuivel.example
Subject: Two-year spare parts package
Message-ID: <bounced-1@brookmann.example>
`,
            'Dear procurement team, please find our offer attached.',
          ),
        ],
      },
    ),
  ),
  story(
    'Delivery Status Notification (Delay)',
    mail(
      'daemon',
      'service',
      '6 17:40',
      `
Warnung: Ihre Nachricht konnte seit 4 Stunden nicht zugestellt werden.

Empfänger: werkstatt@quellbrunn.example
Grund: 452 4.2.2 Mailbox full

Wir versuchen es noch 44 Stunden lang. Sie müssen nichts tun.
`,
      bounce,
    ),
  ),
  story(
    'Unzustellbar: Einladung Betriebsversammlung',
    mail(
      'daemon',
      'anna',
      '4 08:42',
      `
Your message to the following recipient was rejected:

<o.stien@brookmann.example>: 550 5.1.1 Recipient address rejected: User unknown in virtual mailbox table
`,
      bounce,
    ),
  ),
  story(
    'Message too large',
    mail(
      'daemon',
      'ben',
      '3 12:58',
      `
The following message was not delivered:

To: p.degroot@vandermeer-zuivel.example
Subject: Video Deckelaufsetzer Zeitlupe
Size: 61 MB
Reason: 552 5.3.4 Message size exceeds fixed limit (25 MB)
`,
      { ...bounce, status: 'seen' },
    ),
  ),
  story(
    'WICHTIG: Ihr Postfach wird heute gesperrt!!',
    mail('phisher', 'anna', '2 04:12', '', {
      status: 'seen',
      html: '<html><body style="font-family:Arial"><p>Sehr geehrte/r Benutzer/in <b>anna@brookmann.example</b>,</p><p>Ihr Postfach hat das Speicherlimmit von <b>99,8%</b> erreicht. Um weiterhin E-Mails zu empfangen, müssen Sie Ihr Konto innerhalb von <span style="color:red">12 Stunden</span> bestättigen.</p><p><a href="https://anmeldung.brookmann-mailcenter.example/verify?u=anna" style="background:#0067b8;color:#fff;padding:10px 24px;text-decoration:none">Jetzt Postfach bestätigen</a></p><p>Wird dies ignoriert, werden 14 eingehende Nachrichten gelöscht.</p><p>Mit freundlichen Grüssen<br>IT Abteilung Administrator © {y}</p></body></html>',
    }),
  ),
  story(
    'Neue Bankverbindung ab sofort',
    mail(
      'phisher',
      'info',
      '0 03:41',
      `
Sehr geehrter Kunde,

wegen einer Steuerprüfung ist unser Konto gesperrt. Bitte überweisen Sie alle offenen Rechnungen ab sofort auf das neue Konto im Anhang. Telefonisch sind wir zur Zeit nicht zu erreichen, bitte antworten Sie nur auf diese E-Mail.

Ihre Buchhaltung Kollwitz Antrieb
`,
      {
        status: 'unseen',
        headers: { 'Reply-To': 'buchhaltung@kollwitz-antrieb-zahlung.example' },
        files: [
          pdf(
            'Neue_Kontodaten.pdf',
            'Neue Bankverbindung',
            'Bank: Direktbank International',
            'Empfänger: K. Antrieb Trading',
          ),
        ],
      },
    ),
  ),
];
