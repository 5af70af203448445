import { defineTexts, plural } from '../../shell/index.ts';

/** What is said where a record is looked at and edited. */
export const dialogTexts = defineTexts(
  {
    loading: 'Datensatz',
    unnamed: 'Datensatz ohne Namen',
    failed: 'Der Datensatz konnte nicht geladen werden.',
    offline: 'Dafür braucht es eine Verbindung. Versuchen Sie es noch einmal, sobald eine da ist.',
    gone: 'Diesen Datensatz gibt es nicht mehr',
    goneHint: 'Jemand hat ihn gelöscht. Seine Verknüpfungen sind mit ihm weg.',
    goneWhile:
      'Jemand hat diesen Datensatz gerade gelöscht. Was Sie geschrieben haben, steht noch hier, lässt sich aber nicht mehr speichern.',
    fixed: 'Sie können diesen Datensatz lesen, aber nicht ändern.',
    saving: 'Speichert …',
    saved: 'Gespeichert.',
    found: (when: string) => `Das haben Sie hier geschrieben, zuletzt ${when}. Gespeichert ist es noch nicht.`,
    dropFound: 'Verwerfen',
    saveOffline:
      'Noch nicht gespeichert: Dafür braucht es eine Verbindung. Was Sie geschrieben haben, steht noch hier.',
    saveFailed: 'Noch nicht gespeichert. Was Sie geschrieben haben, steht noch hier. Versuchen Sie es noch einmal.',
    remove: 'Löschen',
    removeTitle: 'Datensatz löschen?',
    removeText: (name: string) =>
      `„${name}“ ist dann für alle weg, mit den Ansprechpartnern und allen Verknüpfungen. 30 Tage lang lässt er sich zurückholen: in der Liste unter „Gelöschte Datensätze“.`,
    removeConflict:
      'Jemand hat den Datensatz inzwischen geändert. Sehen Sie ihn sich noch einmal an, bevor Sie ihn löschen.',
    removed: (name: string) => `„${name}“ ist gelöscht.`,
    bringBack: 'Zurückholen',
    restored: (count: number) => (count === 1 ? 'Der Datensatz ist wieder da.' : `${count} Datensätze sind wieder da.`),
    restoredLater: (count: number) =>
      `${plural('de', count, 'Datensatz kommt', 'Datensätze kommen')} zurück, sobald Sie wieder verbunden sind.`,
    restoreFailed: (count: number) =>
      `${plural('de', count, 'Datensatz ließ', 'Datensätze ließen')} sich nicht zurückholen: Die Verbindung fehlt, oder jemand anders hat es schon getan.`,
    editing: (name: string) => `Datensatz: ${name}`,
    persons: (count: number) => (count === 0 ? 'Ansprechpartner' : `Ansprechpartner (${count})`),
    addPerson: 'Ansprechpartner hinzufügen',
    newPerson: 'Neuer Ansprechpartner',
    unnamedPerson: 'Ohne Namen',
    historyOf: (name: string) => `Verlauf mit ${name}`,
    removePerson: (name: string) => `${name} entfernen`,
    removePersonTitle: 'Ansprechpartner entfernen?',
    removePersonText: (name: string) =>
      `„${name}“ ist dann für alle weg. Das lässt sich gleich danach rückgängig machen, und 30 Tage lang unter Änderungen.`,
    personRemoved: (name: string) => `„${name}“ ist entfernt.`,
    personBack: (name: string) => `„${name}“ ist wieder da.`,
    personBackFailed: (name: string) =>
      `„${name}“ ließ sich nicht zurückholen: Die Verbindung fehlt, jemand anders hat es schon getan, oder es ist zu lange her.`,
    removeIt: 'Entfernen',
    discardPerson: 'Nicht anlegen',
  },
  {
    loading: 'Record',
    unnamed: 'Record without a name',
    failed: 'The record could not be loaded.',
    offline: 'This needs a connection. Try again once there is one.',
    gone: 'This record does not exist any more',
    goneHint: 'Somebody has deleted it. Its links are gone with it.',
    goneWhile:
      'Somebody has just deleted this record. What you have written is still here, but cannot be saved any more.',
    fixed: 'You can read this record, but not change it.',
    saving: 'Saving …',
    saved: 'Saved.',
    found: (when: string) => `You wrote this here, last at ${when}. It has not been saved yet.`,
    dropFound: 'Discard',
    saveOffline: 'Not saved yet: this needs a connection. What you have written is still here.',
    saveFailed: 'Not saved yet. What you have written is still here. Try again.',
    remove: 'Delete',
    removeTitle: 'Delete this record?',
    removeText: (name: string) =>
      `“${name}” is gone for everybody then, with its contact persons and all its links. For 30 days it can be brought back: in the list, under “Deleted records”.`,
    removeConflict: 'Somebody has changed the record meanwhile. Look at it once more before you delete it.',
    removed: (name: string) => `“${name}” has been deleted.`,
    bringBack: 'Bring back',
    restored: (count: number) => (count === 1 ? 'The record is back.' : `${count} records are back.`),
    restoredLater: (count: number) =>
      `${plural('en', count, 'record comes', 'records come')} back as soon as you are connected again.`,
    restoreFailed: (count: number) =>
      `${plural('en', count, 'record', 'records')} could not be brought back: the connection is missing, or somebody else has done it already.`,
    editing: (name: string) => `Record: ${name}`,
    persons: (count: number) => (count === 0 ? 'Contact persons' : `Contact persons (${count})`),
    addPerson: 'Add a contact person',
    newPerson: 'New contact person',
    unnamedPerson: 'Without a name',
    historyOf: (name: string) => `History with ${name}`,
    removePerson: (name: string) => `Remove ${name}`,
    removePersonTitle: 'Remove this contact person?',
    removePersonText: (name: string) =>
      `“${name}” is gone for everybody then. That can be undone right after, and for 30 days in the changes.`,
    personRemoved: (name: string) => `“${name}” is removed.`,
    personBack: (name: string) => `“${name}” is back.`,
    personBackFailed: (name: string) =>
      `“${name}” could not be brought back: there is no connection, somebody else has done so, or it is too long ago.`,
    removeIt: 'Remove',
    discardPerson: 'Do not create',
  },
);
export type DialogTexts = (typeof dialogTexts)['de'];
