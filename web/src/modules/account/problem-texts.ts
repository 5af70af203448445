import { MOST_PASSKEYS } from '@kontor/contract/account';
import { defineTexts, plural } from '../../shell/index.ts';

export const problemTexts = defineTexts(
  {
    offline: 'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    often: (minutes: number) =>
      `Zu viele Versuche. Versuchen Sie es in ${plural('de', minutes, 'Minute', 'Minuten')} wieder.`,
    other: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
    codes: {
      PASSWORD_WRONG: 'Das Passwort stimmt nicht.',
      PASSWORD_TOO_EASY: 'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein anderes.',
      PASSWORD_TOO_SHORT: 'Das Passwort ist zu kurz.',
      CODE_WRONG: 'Der Code stimmt nicht. Jeder Code gilt nur einmal und nur kurz: Nehmen Sie den nächsten.',
      TWO_FACTOR_ON: 'Die Zwei-Faktor-Anmeldung ist schon eingeschaltet.',
      TWO_FACTOR_OFF: 'Die Zwei-Faktor-Anmeldung ist schon ausgeschaltet.',
      TWO_FACTOR_NOT_STARTED: 'Die Einrichtung ist abgelaufen. Beginnen Sie noch einmal.',
      PASSKEY_INVALID: 'Der Passkey konnte nicht eingerichtet werden. Versuchen Sie es noch einmal.',
      PASSKEY_FAILED: 'Der Passkey konnte nicht eingerichtet werden. Versuchen Sie es noch einmal.',
      TOO_MANY_PASSKEYS: `Mehr als ${MOST_PASSKEYS} Passkeys sind nicht möglich. Entfernen Sie zuerst einen, den Sie nicht mehr brauchen.`,
      PASSKEY_KNOWN: 'Auf diesem Gerät gibt es schon einen Passkey für Sie.',
      PICTURE_UNREADABLE: 'Das ist kein Bild, das Kontor lesen kann. Möglich sind PNG, JPEG, WebP, GIF und AVIF.',
      USER_NAME_TAKEN: 'Diesen Benutzernamen gibt es schon.',
      LAST_ADMINISTRATOR:
        'Das ist die letzte Person, die diese Instanz verwalten kann. Geben Sie zuerst einer anderen diese Rolle.',
      RIGHT_MISSING: 'Dazu haben Sie kein Recht mehr.',
      NOT_FOUND: 'Das gibt es nicht mehr.',
      PARAMETERS_INVALID: 'Eine Angabe stimmt nicht. Prüfen Sie Ihre Eingaben.',
      ANSWER_NOT_KEPT: 'Das ist geschehen, aber die Antwort ist verloren gegangen. Laden Sie die Seite neu.',
    },
  },
  {
    offline: 'The server does not answer. Check your connection and try again.',
    often: (minutes: number) => `Too many attempts. Try again in ${plural('en', minutes, 'minute', 'minutes')}.`,
    other: 'That did not work. Please try again.',
    codes: {
      PASSWORD_WRONG: 'The password is wrong.',
      PASSWORD_TOO_EASY: 'This password is too easy to guess. Choose another one.',
      PASSWORD_TOO_SHORT: 'The password is too short.',
      CODE_WRONG: 'The code is wrong. Each code is good once and for a short time: take the next one.',
      TWO_FACTOR_ON: 'Two-factor authentication is on already.',
      TWO_FACTOR_OFF: 'Two-factor authentication is off already.',
      TWO_FACTOR_NOT_STARTED: 'The set-up has expired. Begin once more.',
      PASSKEY_INVALID: 'The passkey could not be set up. Please try again.',
      PASSKEY_FAILED: 'The passkey could not be set up. Please try again.',
      TOO_MANY_PASSKEYS: `More than ${MOST_PASSKEYS} passkeys are not possible. Remove one first that you no longer need.`,
      PASSKEY_KNOWN: 'This device has a passkey for you already.',
      PICTURE_UNREADABLE: 'Kontor cannot read this as a picture. PNG, JPEG, WebP, GIF and AVIF are possible.',
      USER_NAME_TAKEN: 'This user name exists already.',
      LAST_ADMINISTRATOR: 'This is the last person who can manage this instance. Give somebody else that role first.',
      RIGHT_MISSING: 'You no longer have the right to do that.',
      NOT_FOUND: 'That is no longer there.',
      PARAMETERS_INVALID: 'Something that was entered is wrong. Check your input.',
      ANSWER_NOT_KEPT: 'It was done, but the answer was lost. Reload the page.',
    },
  },
);
