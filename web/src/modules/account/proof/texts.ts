import { defineTexts } from '../../../shell/index.ts';

export const texts = defineTexts(
  {
    title: 'Sind Sie es?',
    intro:
      'Das ändert, wie sich jemand anmeldet. Bestätigen Sie deshalb noch einmal, dass Sie es sind. Danach geht es gleich weiter, und Kontor fragt auf diesem Gerät fünf Minuten lang nicht mehr.',
    password: 'Ihr Passwort',
    show: 'Passwort anzeigen',
    code: 'Code',
    codeHint: 'Sechs Ziffern aus Ihrer App, oder ein Ersatzcode.',
    missing: 'Bitte ausfüllen.',
    confirm: 'Bestätigen',
    passkey: 'Mit Passkey bestätigen',
    passkeyWaits: 'Bestätigen Sie auf Ihrem Gerät …',
    noWay:
      'Hier gibt es dafür keinen Weg. Melden Sie sich ab und neu an, und versuchen Sie es dann gleich noch einmal.',
    wrong: {
      password: 'Das Passwort stimmt nicht.',
      code: 'Passwort oder Code stimmt nicht. Jeder Code gilt nur einmal und nur kurz: Nehmen Sie den nächsten.',
      passkey: 'Dieser Passkey wurde nicht angenommen.',
    },
  },
  {
    title: 'Is it you?',
    intro:
      'This changes how somebody signs in. So please confirm once more that it is you. What you have begun goes on then, and for five minutes Kontor does not ask again on this device.',
    password: 'Your password',
    show: 'Show password',
    code: 'Code',
    codeHint: 'Six digits from your app, or a backup code.',
    missing: 'Please fill in.',
    confirm: 'Confirm',
    passkey: 'Confirm with a passkey',
    passkeyWaits: 'Confirm on your device …',
    noWay: 'There is no way to do so here. Sign out and in again, and then try once more at once.',
    wrong: {
      password: 'The password is wrong.',
      code: 'The password or the code is wrong. Each code is good once and for a short time: take the next one.',
      passkey: 'This passkey was not accepted.',
    },
  },
);
