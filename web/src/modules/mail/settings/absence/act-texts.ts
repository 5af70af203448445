import { defineTexts } from '../../../../shell/index.ts';

/** Of absences, what is said over every page. */
export const actTexts = defineTexts(
  {
    youAreAway: (until: string) => `Sie sind bis ${until} abwesend.`,
    standsIn: (name: string) => `${name} vertritt Sie.`,
    show: 'Ansehen',
    end: 'Beenden',
    ended: 'Die Abwesenheit ist beendet.',
    calledOff: 'Die Abwesenheit ist abgesagt.',
    problems: {
      NOT_FOUND: 'Die Abwesenheit war schon zu Ende.',
      RIGHT_MISSING: 'Diese Abwesenheit dürfen Sie nicht ändern.',
      ABSENCE_TIME: 'Das lässt sich nicht rückgängig machen: Die Zeit ist vorbei.',
      ABSENCE_SUBSTITUTE:
        'Das lässt sich so nicht rückgängig machen: Die Vertretung ist inzwischen selbst abwesend. Planen Sie neu.',
      VERSION_CONFLICT: 'Die Abwesenheit wurde inzwischen anderswo geändert. So steht sie jetzt da.',
      OFFLINE: 'Der Server ist nicht zu erreichen. Versuchen Sie es gleich noch einmal.',
      other: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
    },
  },
  {
    youAreAway: (until: string) => `You are away through ${until}.`,
    standsIn: (name: string) => `${name} stands in for you.`,
    show: 'Show',
    end: 'End it',
    ended: 'The absence has been ended.',
    calledOff: 'The absence has been called off.',
    problems: {
      NOT_FOUND: 'The absence was over already.',
      RIGHT_MISSING: 'You may not change this absence.',
      ABSENCE_TIME: 'This cannot be undone: the time is past.',
      ABSENCE_SUBSTITUTE: 'This cannot be undone like that: the substitute is away by now. Plan it anew.',
      VERSION_CONFLICT: 'The absence has been changed elsewhere meanwhile. This is how it stands now.',
      OFFLINE: 'The server cannot be reached. Try again in a moment.',
      other: 'That did not work. Try again.',
    },
  },
);
