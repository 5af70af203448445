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
  retry: 'Erneut versuchen',
  oddsTitle: 'Zugleich geändert',
  oddsIntro:
    'Jemand anders hat dieselbe Stelle geändert. Es gilt, was Sie geschrieben haben, bis Sie anders entscheiden.',
  mine: 'Ihre Fassung',
  theirs: 'Die andere Fassung',
  keepMine: 'Meine behalten',
  takeTheirs: 'Andere nehmen',
  takeBoth: 'Beide behalten',
  empty: '(leer)',
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
  retry: 'Try again',
  oddsTitle: 'Changed at the same time',
  oddsIntro: 'Somebody else has changed the same place. What you have written counts until you decide otherwise.',
  mine: 'Your version',
  theirs: 'The other version',
  keepMine: 'Keep mine',
  takeTheirs: 'Take the other',
  takeBoth: 'Keep both',
  empty: '(empty)',
};

export const writingTexts = { de, en };
