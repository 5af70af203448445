import { defineTexts } from '../../shell/language.ts';

const de = {
  title: 'Titel',
  states: {
    saved: 'Gespeichert',
    unsaved: 'Wird gleich gespeichert …',
    saving: 'Wird gespeichert …',
    offline: 'Offline: auf diesem Gerät aufgehoben, wird gesendet, sobald es geht',
    refused: 'Nicht gespeichert',
  },
  refused: 'Das konnte nicht gespeichert werden. Was Sie geschrieben haben, bleibt auf diesem Gerät.',
  conflictsTitle: 'Zugleich geändert',
  conflictsIntro:
    'Jemand anders hat dieselbe Stelle geändert. Es gilt, was Sie geschrieben haben, bis Sie anders entscheiden.',
  mine: 'Ihre Fassung',
  theirs: 'Die andere Fassung',
  keepMine: 'Meine behalten',
  takeTheirs: 'Andere nehmen',
  takeBoth: 'Beide behalten',
  empty: '(leer)',
  lostTitle: 'Ihr Text konnte nicht gespeichert werden',
  lostHint:
    'Worin Sie geschrieben haben, wurde inzwischen gelöscht, oder Sie sehen es nicht mehr. Kopieren Sie Ihren Text, wenn Sie ihn noch brauchen: Wenn Sie schließen, wird er von diesem Gerät entfernt.',
  copy: 'Text kopieren',
  copied: 'Der Text ist kopiert.',
  notCopied: 'Der Text konnte nicht kopiert werden. Markieren Sie ihn und kopieren Sie ihn selbst.',
  lostClose: 'Schließen und entfernen',
};
type Texts = typeof de;
const en: Texts = {
  title: 'Title',
  states: {
    saved: 'Saved',
    unsaved: 'About to be saved …',
    saving: 'Saving …',
    offline: 'Offline: kept on this device, and sent as soon as possible',
    refused: 'Not saved',
  },
  refused: 'This could not be saved. What you have written stays on this device.',
  conflictsTitle: 'Changed at the same time',
  conflictsIntro: 'Somebody else has changed the same place. What you have written counts until you decide otherwise.',
  mine: 'Your version',
  theirs: 'The other version',
  keepMine: 'Keep mine',
  takeTheirs: 'Take the other',
  takeBoth: 'Keep both',
  empty: '(empty)',
  lostTitle: 'Your text could not be saved',
  lostHint:
    'What you were writing in was deleted meanwhile, or you cannot see it any more. Copy your text if you still need it: when you close this, it is removed from this device.',
  copy: 'Copy text',
  copied: 'The text is copied.',
  notCopied: 'The text could not be copied. Select it and copy it yourself.',
  lostClose: 'Close and remove',
};

export const writingTexts = defineTexts(de, en);
