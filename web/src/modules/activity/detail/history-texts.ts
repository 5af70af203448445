const de = {
  history: 'Verlauf',
  title: 'Was geändert wurde',
  close: 'Schließen',
  none: 'Noch nichts geändert.',
  failed: 'Der Verlauf konnte nicht geladen werden.',
  retry: 'Erneut versuchen',
  more: 'Ältere Änderungen',
  nobody: 'Kontor',
  empty: 'leer',
  fields: { state: 'Status', archived: 'Archiv', trashed: 'Papierkorb', links: 'Verknüpfung' } as Readonly<
    Record<string, string>
  >,
  archived: (isSo: boolean): string => (isSo ? 'archiviert' : 'nicht archiviert'),
  trashed: (isSo: boolean): string => (isSo ? 'im Papierkorb' : 'nicht im Papierkorb'),
  linked: (title: string) => `mit „${title}“ verknüpft`,
  unlinked: (title: string) => `Verknüpfung mit „${title}“ gelöst`,
  from: 'vorher',
  to: 'nachher',
  putBack: 'Zurücknehmen',
  putBackOf: (field: string) => `Änderung an „${field}“ zurücknehmen`,
  isBack: (field: string) => `„${field}“ wurde zurückgenommen.`,
  notBack: (field: string) => `„${field}“ konnte nicht zurückgenommen werden.`,
};
type Texts = typeof de;
const en: Texts = {
  history: 'History',
  title: 'What was changed',
  close: 'Close',
  none: 'Nothing was changed yet.',
  failed: 'The history could not be loaded.',
  retry: 'Try again',
  more: 'Earlier changes',
  nobody: 'Kontor',
  empty: 'empty',
  fields: { state: 'State', archived: 'Archive', trashed: 'Trash', links: 'Link' },
  archived: (isSo) => (isSo ? 'archived' : 'not archived'),
  trashed: (isSo) => (isSo ? 'in the trash' : 'not in the trash'),
  linked: (title) => `linked with “${title}”`,
  unlinked: (title) => `link with “${title}” removed`,
  from: 'before',
  to: 'after',
  putBack: 'Undo',
  putBackOf: (field) => `Undo the change of “${field}”`,
  isBack: (field) => `“${field}” was put back.`,
  notBack: (field) => `“${field}” could not be put back.`,
};

export const historyTexts = { de, en };
