import { defineTexts } from '../../shell/index.ts';

export const instanceTexts = defineTexts(
  {
    intro: 'Was alle sehen, die sich hier anmelden.',
    name: 'Name',
    nameHint: 'Steht über der Anmeldung und im Menü.',
    dataProtection: 'Datenschutz',
    imprint: 'Impressum',
    linkHint: 'Adresse einer Seite, auf die die Anmeldung verweist. Leer lassen, wenn es keine gibt.',
    phoneCountry: 'Land der Telefonnummern',
    phoneCountryHint: 'Nummern ohne Ländervorwahl gelten als Nummern dieses Landes.',
    mailNumbers: 'Nummern aus E-Mails lesen',
    mailNumbersHint:
      'Signaturen und Visitenkarten bestätigter Absender sagen, wem eine Nummer gehört, wenn deren Adresse an einem Datensatz steht. Es erfährt nur, wer die E-Mail sieht.',
    missing: 'Bitte ausfüllen.',
    badUrl: 'Das ist keine Adresse, die mit https:// beginnt.',
    mail: 'E-Mail-Versand',
    canMail: 'Kontor verschickt Einladungen, Links zu neuen Passwörtern und Warnungen selbst.',
    cannotMail:
      'Kontor kann keine E-Mails verschicken. Einladungen und Links zu neuen Passwörtern übergeben Sie selbst; wer Kontor betreibt, richtet den Versand am Server ein.',
    saved: 'Gespeichert.',
  },
  {
    intro: 'What everybody sees who signs in here.',
    name: 'Name',
    nameHint: 'Stands above the sign-in and in the menu.',
    dataProtection: 'Data protection',
    imprint: 'Imprint',
    linkHint: 'Address of a page that the sign-in links to. Leave empty where there is none.',
    phoneCountry: 'Country of phone numbers',
    phoneCountryHint: 'Numbers without a country code count as numbers of this country.',
    mailNumbers: 'Read numbers from emails',
    mailNumbersHint:
      'Signatures and cards of confirmed senders say whose a number is, where their address is at a record. Only those who see the email are told.',
    missing: 'Please fill in.',
    badUrl: 'This is not an address that begins with https://.',
    mail: 'Sending email',
    canMail: 'Kontor itself sends invitations, links to new passwords, and warnings.',
    cannotMail:
      'Kontor cannot send emails. You hand over invitations and links to new passwords yourself; who operates Kontor sets sending up on the server.',
    saved: 'Saved.',
  },
);
