import { defineTexts } from '../../../shell/index.ts';

export const addressTexts = defineTexts(
  {
    kind: 'Was möchten Sie hinzufügen?',
    kinds: { imap: 'Postfach auf einem Mailserver', smtp: 'Von Kontor empfangene Adresse' },
    intro:
      'Für diese Adresse nimmt Kontor die E-Mails selbst an. Ein Postfach bei einem Mailanbieter brauchen Sie dafür nicht.',
    mx: (name: string, port: string) =>
      `Damit E-Mails hier ankommen, muss der MX-Eintrag der Domain auf ${name} zeigen und Port 25 dort zu Kontor (Port ${port}) führen.`,
    off: 'Kontor empfängt zurzeit keine E-Mails: Wer Kontor bei Ihnen betreibt, muss dazu KONTOR_SMTP_PORT setzen. Die Adresse können Sie trotzdem schon anlegen.',
    email: 'E-Mail-Adresse',
    emailHint: 'Groß- und Kleinschreibung sind gleich. Jede Adresse gibt es auf diesem Server nur einmal.',
    emailFixed: 'Nur wer diese Instanz verwaltet, kann die Adresse ändern.',
    added: 'Die Adresse ist eingerichtet.',
    phases: { watching: 'Empfängt', syncing: 'E-Mails werden einsortiert', paused: 'Empfängt nicht' },
    pausedHint:
      'Kontor empfängt zurzeit keine E-Mails: Wer Kontor bei Ihnen betreibt, muss dazu KONTOR_SMTP_PORT setzen.',
    received: 'Wird von Kontor selbst empfangen',
    last: (time: string) => `Letzte E-Mail: ${time}`,
    noneYet: 'Noch keine E-Mail',
    removeText:
      'Kontor nimmt für diese Adresse keine E-Mails mehr an; wer an sie schreibt, erhält eine Fehlermeldung. Die E-Mails, die schon da sind, bleiben bei den Personen, die sie haben.',
    removed: 'Die Adresse ist entfernt.',
    taken: 'Diese Adresse ist auf diesem Server schon vergeben.',
  },
  {
    kind: 'What do you want to add?',
    kinds: { imap: 'Mailbox on a mail server', smtp: 'Address received by Kontor' },
    intro: 'Kontor itself takes in the emails for this address. You need no mailbox at a mail provider for it.',
    mx: (name: string, port: string) =>
      `For emails to arrive here, the MX record of the domain has to point to ${name}, and port 25 there has to lead to Kontor (port ${port}).`,
    off: 'Kontor receives no emails at present: whoever runs Kontor for you has to set KONTOR_SMTP_PORT. You can add the address all the same.',
    email: 'Email address',
    emailHint: 'Upper and lower case are the same. Each address exists only once on this server.',
    emailFixed: 'Only an administrator of this instance can change the address.',
    added: 'The address is set up.',
    phases: { watching: 'Receiving', syncing: 'Sorting emails in', paused: 'Not receiving' },
    pausedHint: 'Kontor receives no emails at present: whoever runs Kontor for you has to set KONTOR_SMTP_PORT.',
    received: 'Received by Kontor itself',
    last: (time: string) => `Last email: ${time}`,
    noneYet: 'No email yet',
    removeText:
      'Kontor takes in no more emails for this address; whoever writes to it gets an error. The emails that are there already stay with the people who have them.',
    removed: 'The address is removed.',
    taken: 'This address is already in use on this server.',
  },
);
