import { defineTexts, plural } from '../../../shell/index.ts';

/** What is said of what was done. */
export const doneTexts = defineTexts(
  {
    done: {
      ready: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} erledigt.`,
      seen: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} in Bearbeitung.`,
      unseen: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} wieder neu.`,
      archive: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} archiviert.`,
      dearchive: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} aus dem Archiv geholt.`,
      delete: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} in den Papierkorb gelegt.`,
      restore: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} wiederhergestellt.`,
      spam: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} als Spam gekennzeichnet.`,
    },
  },
  {
    done: {
      ready: (count: number) => `${plural('en', count, 'item', 'items')} done.`,
      seen: (count: number) => `${plural('en', count, 'item', 'items')} in process.`,
      unseen: (count: number) => `${plural('en', count, 'item', 'items')} new again.`,
      archive: (count: number) => `${plural('en', count, 'item', 'items')} archived.`,
      dearchive: (count: number) => `${plural('en', count, 'item', 'items')} taken out of the archive.`,
      delete: (count: number) => `${plural('en', count, 'item', 'items')} moved to the trash.`,
      restore: (count: number) => `${plural('en', count, 'item', 'items')} restored.`,
      spam: (count: number) => `${plural('en', count, 'item', 'items')} marked as spam.`,
    },
  },
);
