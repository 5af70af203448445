import { defineTexts } from '../../../shell/index.ts';

export const fenceTexts = defineTexts(
  {
    openSettings: 'Einstellungen öffnen',
    faults: {
      denied: 'Kontor darf den Standort nicht verwenden. Ihre Orte werden deshalb nicht bemerkt.',
      unavailable: 'Die Ortung dieses Geräts ist ausgeschaltet. Ihre Orte werden deshalb nicht bemerkt.',
      slow: 'Dieses Gerät hat seinen Standort nicht rechtzeitig gefunden.',
    },
  },
  {
    openSettings: 'Open settings',
    faults: {
      denied: 'Kontor may not use the position. Your locations are not noticed therefore.',
      unavailable: 'Location services of this device are off. Your locations are not noticed therefore.',
      slow: 'This device did not find its position in time.',
    },
  },
);
