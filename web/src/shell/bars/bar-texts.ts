import { defineTexts, plural } from '../language.ts';

export const barTexts = defineTexts(
  {
    newVersion: 'Es gibt eine neue Version von Kontor',
    otherVersion: (names: string) => `Es gibt eine neue Version von Kontor, und der Server von ${names} braucht sie.`,
    newVersionAction: 'Aktualisieren',
    offline: 'Keine Verbindung zum Server.',
    offlineHint: 'Sie können weiterarbeiten; Kontor sendet Ihre Änderungen, sobald die Verbindung wieder steht.',
    busy: 'Der Server hat gerade viel zu tun.',
    busyHint: 'Kontor versucht es von selbst weiter; Sie müssen nichts tun.',
    waiting: (count: number) => `${plural('de', count, 'Änderung wartet', 'Änderungen warten')}.`,
    notKept: (count: number) =>
      `Dieses Gerät speichert gerade nichts: ${plural('de', count, 'Änderung liegt', 'Änderungen liegen')} nur in diesem Fenster. Lassen Sie es offen, bis alles gesendet ist.`,
    silent: 'Der Speicher dieses Geräts antwortet nicht.',
    silentWaiting: (count: number) =>
      `${plural('de', count, 'Änderung liegt', 'Änderungen liegen')} nur in diesem Fenster; lassen Sie es offen.`,
    silentHint: 'Was hier von früher noch wartet, erscheint, sobald er antwortet.',
    showWaiting: 'Anzeigen',
    refused: 'Der Server hat eine Änderung abgelehnt. Sie wurde auf Ihrem Bildschirm zurückgenommen.',
    refusedMany: (count: number) =>
      `${plural('de', count, 'Änderung wurde', 'Änderungen wurden')} vom Server abgelehnt und zurückgenommen.`,
    realtimeRefused: 'Neues erscheint nicht mehr von selbst: Der Server lehnt die Verbindung ab.',
  },
  {
    newVersion: 'There is a new version of Kontor',
    otherVersion: (names: string) => `There is a new version of Kontor, and the server of ${names} needs it.`,
    newVersionAction: 'Update',
    offline: 'No connection to the server.',
    offlineHint: 'You can keep working; Kontor sends your changes as soon as the connection is back.',
    busy: 'The server has much to do at the moment.',
    busyHint: 'Kontor keeps trying on its own; you need not do anything.',
    waiting: (count: number) => `${plural('en', count, 'change is', 'changes are')} waiting.`,
    notKept: (count: number) =>
      `This device is storing nothing right now: ${plural('en', count, 'change is', 'changes are')} kept in this window alone. Leave it open until everything is sent.`,
    silent: 'The storage of this device does not answer.',
    silentWaiting: (count: number) =>
      `${plural('en', count, 'change is', 'changes are')} kept in this window alone; leave it open.`,
    silentHint: 'What still waits here from earlier appears as soon as it answers.',
    showWaiting: 'Show',
    refused: 'The server refused a change. It has been taken back on your screen.',
    refusedMany: (count: number) =>
      `${plural('en', count, 'change was', 'changes were')} refused by the server and taken back.`,
    realtimeRefused: 'New items no longer appear on their own: the server refuses the connection.',
  },
);
