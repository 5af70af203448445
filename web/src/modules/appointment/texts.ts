import { defineTexts } from '../../shell/index.ts';

export const texts = defineTexts(
  {
    search: 'Termine durchsuchen',
    empty: { open: 'Kein Termin steht an', mine: 'Keine eigenen Termine', all: 'Noch keine Termine' },
    emptyHint: 'Termine verabreden Sie hier mit Kollegen und mit Leuten außerhalb.',
    emptyKey: (key: string) => `Taste ${key} beginnt einen Termin.`,
    begin: 'Termin anlegen',
    frames: {
      over: 'Vorbei',
      today: 'Heute',
      tomorrow: 'Morgen',
      thisWeek: 'Diese Woche',
      later: 'Später',
    },
  },
  {
    search: 'Search appointments',
    empty: { open: 'No appointment lies ahead', mine: 'No appointments of your own', all: 'No appointments yet' },
    emptyHint: 'Here you arrange appointments with colleagues and with people outside.',
    emptyKey: (key) => `The key ${key} begins an appointment.`,
    begin: 'Make an appointment',
    frames: {
      over: 'Over',
      today: 'Today',
      tomorrow: 'Tomorrow',
      thisWeek: 'This week',
      later: 'Later',
    },
  },
);
