import { MAX_RIGHTS } from '@kontor/contract/mail';
import { defineTexts, plural } from '../../../../shell/index.ts';

const people = (count: number) => plural('de', count, 'Person', 'Personen');
const peopleEn = (count: number) => plural('en', count, 'person', 'people');

export const sharingTexts = defineTexts(
  {
    title: 'Freigaben',
    change: 'Freigaben ändern',
    share: 'Freigeben',
    alone: 'Noch sehen nur Sie dieses Postfach.',
    aloneOf: (owner: string) => `Noch sieht nur ${owner} dieses Postfach.`,
    numbers: (sees: number, sends: number, manages: number) =>
      `${people(sees)} ${sees === 1 ? 'sieht' : 'sehen'} es, ${sends} ${sends === 1 ? 'sendet' : 'senden'} daraus, ${manages} ${manages === 1 ? 'verwaltet' : 'verwalten'} es.`,
    failed: 'Die Freigaben konnten nicht geladen werden.',
    offline: 'Dafür braucht es eine Verbindung.',
    dialog: (mailbox: string) => `Freigaben von ${mailbox}`,
    intro:
      'Wer genannt ist, sieht alle E-Mails des Postfachs, auch die älteren. Gruppen gelten für alle, die ihnen jeweils angehören.',
    who: 'Person oder Gruppe',
    ticks: { sees: 'Sieht', sends: 'Sendet', manages: 'Verwaltet' },
    tickHints: {
      sees: 'Liest die E-Mails und kommentiert sie',
      sends: 'Antwortet aus diesem Postfach, übernimmt E-Mails, löscht sie',
      manages: 'Ändert Einstellungen, Regeln und Freigaben',
    },
    tickOf: (tick: string, name: string) => `${tick}: ${name}`,
    owner: 'Inhaber, immer mit allen Rechten',
    group: (count: number) => `Gruppe, ${people(count)}`,
    add: 'Person oder Gruppe hinzufügen',
    choose: 'Bitte wählen',
    groupNamed: (name: string, count: number) => `${name} (Gruppe, ${people(count)})`,
    full: `Mehr als ${MAX_RIGHTS} Personen und Gruppen sind nicht möglich. Nehmen Sie eine Gruppe statt vieler Personen.`,
    losses: 'Nach dem Speichern',
    lost: {
      sees: (who: string) =>
        `${who}: sieht die E-Mails dieses Postfachs sofort nicht mehr, auch schon gelesene nicht. Was übernommen war, ist wieder frei.`,
      sends: (who: string) =>
        `${who}: sendet nicht mehr aus diesem Postfach und übernimmt keine E-Mails mehr. Begonnene Entwürfe bleiben.`,
      manages: (who: string) => `${who}: ändert Einstellungen, Regeln und Freigaben nicht mehr.`,
    },
    still: (who: string, group: string) => `${who}: kann das weiterhin, durch die Gruppe ${group}.`,
    self: 'Sie nehmen sich selbst das Recht, dieses Postfach zu verwalten. Zurückgeben kann es Ihnen nur, wer es verwaltet.',
    saved: 'Die Freigaben sind gespeichert.',
    conflict: 'Die Freigaben wurden inzwischen von jemand anderem geändert.',
    takeTheirs: 'Deren Stand übernehmen',
    keepMine: 'Meinen Stand speichern',
    problems: {
      NOT_FOUND:
        'Das Postfach, eine Person oder eine Gruppe ist nicht mehr da. Schließen Sie das Fenster, und öffnen Sie es noch einmal.',
      RIGHT_MISSING: 'Sie dürfen dieses Postfach nicht mehr verwalten.',
      OFFLINE: 'Dafür braucht es eine Verbindung. Ihre Änderungen stehen noch hier.',
      other: 'Das Speichern hat nicht geklappt. Ihre Änderungen stehen noch hier: Versuchen Sie es noch einmal.',
    },
  },
  {
    title: 'Sharing',
    change: 'Change sharing',
    share: 'Share',
    alone: 'Only you see this mailbox so far.',
    aloneOf: (owner: string) => `Only ${owner} sees this mailbox so far.`,
    numbers: (sees: number, sends: number, manages: number) =>
      `${peopleEn(sees)} ${sees === 1 ? 'sees' : 'see'} it, ${sends} ${sends === 1 ? 'sends' : 'send'} from it, ${manages} ${manages === 1 ? 'manages' : 'manage'} it.`,
    failed: 'The sharing could not be loaded.',
    offline: 'This needs a connection.',
    dialog: (mailbox: string) => `Sharing of ${mailbox}`,
    intro:
      'Whoever is named sees all emails of the mailbox, the older ones too. Groups stand for whoever belongs to them at the time.',
    who: 'Person or group',
    ticks: { sees: 'Sees', sends: 'Sends', manages: 'Manages' },
    tickHints: {
      sees: 'Reads the emails and comments on them',
      sends: 'Answers from this mailbox, claims emails, deletes them',
      manages: 'Changes settings, rules and sharing',
    },
    tickOf: (tick: string, name: string) => `${tick}: ${name}`,
    owner: 'Owner, always with all rights',
    group: (count: number) => `Group, ${peopleEn(count)}`,
    add: 'Add a person or group',
    choose: 'Please choose',
    groupNamed: (name: string, count: number) => `${name} (group, ${peopleEn(count)})`,
    full: `More than ${MAX_RIGHTS} people and groups are not possible. Take a group in place of many people.`,
    losses: 'Once it is saved',
    lost: {
      sees: (who: string) =>
        `${who}: sees the emails of this mailbox no longer, at once, nor those already read. What was claimed is free again.`,
      sends: (who: string) =>
        `${who}: sends from this mailbox no longer and claims no more emails. Drafts that were begun stay.`,
      manages: (who: string) => `${who}: changes settings, rules and sharing no longer.`,
    },
    still: (who: string, group: string) => `${who}: still can, by the group ${group}.`,
    self: 'You take away your own right to manage this mailbox. Only those who manage it can give it back.',
    saved: 'The sharing is saved.',
    conflict: 'Somebody else has changed the sharing meanwhile.',
    takeTheirs: 'Take theirs',
    keepMine: 'Save mine',
    problems: {
      NOT_FOUND: 'The mailbox, a person or a group is not there any more. Close the window and open it again.',
      RIGHT_MISSING: 'You may not manage this mailbox any more.',
      OFFLINE: 'This needs a connection. Your changes are still here.',
      other: 'Saving did not work. Your changes are still here: try again.',
    },
  },
);
