import type { LinkKind } from '@kontor/contract/account';

/** What a mail is about: the instance's title, who signs in, and where. */
interface About {
  readonly instance: string;
  readonly userName: string;
  readonly origin: string;
}
interface Written {
  readonly subject: string;
  readonly text: string;
}

export const CHANGE_WORDS = [
  'password',
  'twoFactorOn',
  'twoFactorOff',
  'backupCodes',
  'backupCodeUsed',
  'passkeyAdded',
  'passkeyRemoved',
  'appPasswordAdded',
  'appPasswordRemoved',
  'factorsReset',
  'email',
  'locked',
] as const;
export type SecurityChange = (typeof CHANGE_WORDS)[number];

const CHANGES: Readonly<Record<SecurityChange, readonly [german: string, english: string]>> = {
  password: ['Ihr Passwort wurde geändert.', 'Your password was changed.'],
  twoFactorOn: ['Die Zwei-Faktor-Anmeldung wurde eingeschaltet.', 'Two-factor authentication was turned on.'],
  twoFactorOff: ['Die Zwei-Faktor-Anmeldung wurde ausgeschaltet.', 'Two-factor authentication was turned off.'],
  backupCodes: [
    'Neue Ersatzcodes wurden erzeugt; die alten gelten nicht mehr.',
    'New backup codes were made; the old ones are void.',
  ],
  backupCodeUsed: ['Mit einem Ersatzcode wurde angemeldet.', 'A backup code was used to sign in.'],
  passkeyAdded: ['Ein Passkey wurde hinzugefügt.', 'A passkey was added.'],
  passkeyRemoved: ['Ein Passkey wurde entfernt.', 'A passkey was removed.'],
  appPasswordAdded: ['Ein App-Passwort wurde erstellt.', 'An app password was made.'],
  appPasswordRemoved: ['Ein App-Passwort wurde entfernt.', 'An app password was removed.'],
  factorsReset: [
    'Zwei-Faktor-Anmeldung und Passkeys wurden zurückgesetzt.',
    'Two-factor authentication and passkeys were reset.',
  ],
  email: [
    'Die E-Mail-Adresse Ihres Zugangs wurde geändert; an diese hier geht nichts mehr.',
    'The e-mail address of your account was changed; nothing more is sent to this one.',
  ],
  locked: [
    'Es gab zu viele falsche Versuche, sich als Sie anzumelden. Woher sie kamen, ist bis zu 15 Minuten gesperrt; andere Geräte, auf denen Sie schon angemeldet waren, sind es nicht.',
    'There were too many wrong attempts to sign in as you. Where they came from is locked for up to 15 minutes; other devices on which you have signed in before are not.',
  ],
};

const when = (instant: string, language: 'de' | 'en'): string =>
  new Date(instant).toLocaleString(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });

/** Whose language is not known gets both, German first. */
const both = (german: readonly string[], english: readonly string[]): string =>
  [...german, '', '-- English --', '', ...english, ''].join('\n');

/** Titles are given by people; a line of a header holds no other lines. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The mail with a link to a new password. */
export function linkMail(about: About, kind: LinkKind, link: string, expiresAt: string): Written {
  const instance = oneLine(about.instance);
  const signInAs = [`Benutzername: ${about.userName}`, `User name: ${about.userName}`] as const;
  const until = [
    `Der Link gilt einmal, bis ${when(expiresAt, 'de')} Uhr (UTC).`,
    `The link works once, until ${when(expiresAt, 'en')} (UTC).`,
  ] as const;
  if (kind === 'invitation') {
    return {
      subject: `Ihr Zugang zu ${instance} · Your access to ${instance}`,
      text: both(
        ['Guten Tag,', '', `für Sie wurde ein Zugang zu ${instance} eingerichtet.`, 'Hier wählen Sie Ihr Passwort:']
          .concat('', link, '', signInAs[0])
          .concat(until[0]),
        ['Hello,', '', `you have been given access to ${instance}.`, 'Choose your password here:']
          .concat('', link, '', signInAs[1])
          .concat(until[1]),
      ),
    };
  }
  return {
    subject: `Neues Passwort für ${instance} · New password for ${instance}`,
    text: both(
      [
        'Guten Tag,',
        '',
        `hier setzen Sie ein neues Passwort für ${instance}:`,
        '',
        link,
        '',
        signInAs[0],
        until[0],
      ].concat('', 'Haben Sie das nicht angefordert, dann müssen Sie nichts tun: Ihr Passwort gilt weiter.'),
      ['Hello,', '', `set a new password for ${instance} here:`, '', link, '', signInAs[1], until[1]].concat(
        '',
        'If you did not ask for this, there is nothing to do: your password stays as it is.',
      ),
    ),
  };
}

/** The mail that tells a person that the way they sign in was changed. */
export function changeMail(about: About, what: SecurityChange, at: string): Written {
  const instance = oneLine(about.instance);
  const [german, english] = CHANGES[what];
  return {
    subject: `Ihre Anmeldung bei ${instance} · Your sign-in at ${instance}`,
    text: both(
      ['Guten Tag,', '', german, '', `Benutzername: ${about.userName}`, `Zeit: ${when(at, 'de')} Uhr (UTC)`].concat(
        '',
        `Waren Sie das nicht, dann ändern Sie Ihr Passwort (${about.origin}) und sprechen Sie mit Ihrer Administration.`,
      ),
      ['Hello,', '', english, '', `User name: ${about.userName}`, `Time: ${when(at, 'en')} (UTC)`].concat(
        '',
        `If this was not you, change your password (${about.origin}) and talk to your administrators.`,
      ),
    ),
  };
}
