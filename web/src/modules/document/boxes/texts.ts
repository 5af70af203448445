import { defineTexts, plural } from '../../../shell/index.ts';

export const boxTexts = defineTexts(
  {
    intro:
      'Dokumente liegen in Ablagen. Wer zu einer Ablage gehört, sieht alles, was darin liegt; den Stand der Bearbeitung teilen alle.',
    title: 'Ablagen',
    add: 'Neue Ablage',
    empty: 'Noch keine Ablagen',
    emptyHint: 'Solange es keine gibt, sieht jedes Dokument nur, wer es abgelegt hat.',
    people: (count: number) => (count === 0 ? 'niemand' : plural('de', count, 'Person', 'Personen')),
    documents: (count: number) => (count === 0 ? 'keine Dokumente' : plural('de', count, 'Dokument', 'Dokumente')),
    remove: (name: string) => `Ablage ${name} löschen`,
    removed: (name: string) => `Ablage ${name} gelöscht.`,
    notEmpty: (name: string, count: number) =>
      `In ${name} ${count === 1 ? 'liegt noch ein Dokument' : `liegen noch ${plural('de', count, 'Dokument', 'Dokumente')}`}. Nur eine leere Ablage kann gelöscht werden: Legen Sie die Dokumente zuerst woanders ab.`,
    sure: (name: string) => `Ablage ${name} löschen?`,
    sureHint: 'Sie ist leer. Wer zu ihr gehört, kann dort nichts mehr ablegen.',
    delete: 'Löschen',
    back: 'Alle Ablagen',
    newTitle: 'Neue Ablage',
    name: 'Name',
    nobody: 'Noch niemand. So kann niemand etwas in diese Ablage legen.',
    required: 'Der Name fehlt.',
    saved: (name: string) => `Ablage ${name} gespeichert.`,
    notLoaded: 'Die Ablagen konnten nicht geladen werden',
  },
  {
    intro:
      'Documents lie in boxes. Who belongs to a box sees all that lies in it; how far it is done is shared by all.',
    title: 'Boxes',
    add: 'New box',
    empty: 'No boxes yet',
    emptyHint: 'Until there is one, each document is seen only by who has filed it.',
    people: (count: number) => (count === 0 ? 'nobody' : plural('en', count, 'person', 'people')),
    documents: (count: number) => (count === 0 ? 'no documents' : plural('en', count, 'document', 'documents')),
    remove: (name: string) => `Delete box ${name}`,
    removed: (name: string) => `Box ${name} deleted.`,
    notEmpty: (name: string, count: number) =>
      `There still ${count === 1 ? 'is a document' : `are ${plural('en', count, 'document', 'documents')}`} in ${name}. Only an empty box can be deleted: file the documents elsewhere first.`,
    sure: (name: string) => `Delete box ${name}?`,
    sureHint: 'It is empty. Who belongs to it cannot file there any more.',
    delete: 'Delete',
    back: 'All boxes',
    newTitle: 'New box',
    name: 'Name',
    nobody: 'Nobody yet. Nobody can file anything in this box then.',
    required: 'The name is missing.',
    saved: (name: string) => `Box ${name} saved.`,
    notLoaded: 'The boxes could not be loaded',
  },
);
