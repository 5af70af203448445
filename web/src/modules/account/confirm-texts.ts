import { defineTexts } from '../../shell/index.ts';

export const confirmTexts = defineTexts(
  {
    close: 'Schließen',
    cancel: 'Abbrechen',
    password: 'Ihr Passwort',
    show: 'Passwort anzeigen',
    code: 'Code',
    codeHint: 'Sechs Ziffern aus Ihrer App, oder ein Ersatzcode.',
    missing: 'Bitte ausfüllen.',
  },
  {
    close: 'Close',
    cancel: 'Cancel',
    password: 'Your password',
    show: 'Show password',
    code: 'Code',
    codeHint: 'Six digits from your app, or a backup code.',
    missing: 'Please fill in.',
  },
);
