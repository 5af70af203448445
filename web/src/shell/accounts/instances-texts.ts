import { defineTexts, plural } from '../language.ts';

export const texts = defineTexts(
  {
    accounts: 'Instanzen auf diesem Gerät',
    add: 'Instanz hinzufügen',
    addTitle: 'Bei einer Instanz anmelden',
    again: (title: string) => `Wieder anmelden: ${title}`,
    manage: 'Instanzen verwalten',
    out: 'Abgemeldet',
    ended: 'Sitzung beendet',
    endedAt: (title: string) => `Ihre Sitzung bei ${title} ist beendet.`,
    offline: 'Keine Verbindung',
    opening: 'Wird geöffnet',
    shown: 'Wird gezeigt',
    unfinished: (count: number) => plural('de', count, 'unerledigter Eintrag', 'unerledigte Einträge'),
    nothingOpen: 'Nichts unerledigt',
    switch: 'Wechseln',
    switchTo: (name: string) => `Zu ${name} wechseln`,
    signIn: 'Anmelden',
    signInTo: (name: string) => `Bei ${name} anmelden`,
    remove: 'Entfernen',
    removeOne: (name: string) => `${name} entfernen`,
    hint: 'Jede Instanz hat auf diesem Gerät ihren eigenen verschlüsselten Speicher. Änderungen werden auch gesendet, während Sie in einer anderen arbeiten.',
    removeTitle: (name: string) => `${name} von diesem Gerät entfernen?`,
    removeText: 'Sie werden abgemeldet, und alles, was dieses Gerät von dieser Instanz gespeichert hat, wird gelöscht.',
    lost: (changes: number, drafts: number) =>
      `Das geht dabei verloren: ${[
        ...(changes > 0
          ? [plural('de', changes, 'Änderung, die noch nicht gesendet ist', 'Änderungen, die noch nicht gesendet sind')]
          : []),
        ...(drafts > 0 ? [plural('de', drafts, 'Entwurf', 'Entwürfe')] : []),
      ].join(' und ')}.`,
    nothingLost: 'Es wartet nichts auf das Senden, und es gibt keine Entwürfe.',
    keep: 'Behalten',
    removed: (name: string) => `${name} ist von diesem Gerät entfernt.`,
    notAsked:
      'Der Speicher dieses Geräts antwortet nicht: Was verloren ginge, ist nicht bekannt. Die Instanz ist nicht entfernt.',
    notRemoved: (name: string) =>
      `Dieses Gerät konnte nicht alles löschen, was es von ${name} gespeichert hat. Die Instanz bleibt in der Liste.`,
    endedLater: 'Der Server ist nicht zu erreichen. Kontor beendet die Sitzung dort, sobald es geht.',
  },
  {
    accounts: 'Instances on this device',
    add: 'Add instance',
    addTitle: 'Sign in to an instance',
    again: (title: string) => `Sign in again: ${title}`,
    manage: 'Manage instances',
    out: 'Signed out',
    ended: 'Session ended',
    endedAt: (title: string) => `Your session at ${title} has ended.`,
    offline: 'No connection',
    opening: 'Opening',
    shown: 'Shown',
    unfinished: (count: number) => plural('en', count, 'unfinished item', 'unfinished items'),
    nothingOpen: 'Nothing unfinished',
    switch: 'Switch',
    switchTo: (name: string) => `Switch to ${name}`,
    signIn: 'Sign in',
    signInTo: (name: string) => `Sign in to ${name}`,
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`,
    hint: 'Each instance has its own encrypted storage on this device. Changes are sent while you work in another one, too.',
    removeTitle: (name: string) => `Remove ${name} from this device?`,
    removeText: 'You will be signed out, and everything that this device has stored of this instance will be deleted.',
    lost: (changes: number, drafts: number) =>
      `This will be lost: ${[
        ...(changes > 0
          ? [plural('en', changes, 'change that has not been sent', 'changes that have not been sent')]
          : []),
        ...(drafts > 0 ? [plural('en', drafts, 'draft', 'drafts')] : []),
      ].join(' and ')}.`,
    nothingLost: 'Nothing is waiting to be sent, and there are no drafts.',
    keep: 'Keep',
    removed: (name: string) => `${name} has been removed from this device.`,
    notAsked:
      'The storage of this device does not answer: what would be lost is not known. The instance has not been removed.',
    notRemoved: (name: string) =>
      `This device could not delete all that it has stored of ${name}. The instance stays in the list.`,
    endedLater: 'The server cannot be reached. Kontor will end the session there as soon as it can.',
  },
);
