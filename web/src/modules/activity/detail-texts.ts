const de = {
  back: 'Zurück',
  more: 'Weitere Aktionen',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  failed: 'Das konnte nicht geladen werden',
  failedHint: 'Der Server hat nicht wie erwartet geantwortet.',
  failedOffline: 'Sie sind offline, und dieses Gerät hat davon nichts aufgehoben.',
};
type Texts = typeof de;
const en: Texts = {
  back: 'Back',
  more: 'More actions',
  close: 'Close',
  retry: 'Try again',
  failed: 'This could not be loaded',
  failedHint: 'The server did not answer as expected.',
  failedOffline: 'You are offline, and this device has kept nothing of it.',
};

/** What stands around the detail of an item of any kind. */
export const detailTexts = { de, en };
