import { defineTexts } from '../../../shell/index.ts';

export const fencesListTexts = defineTexts(
  {
    title: 'Orte auf diesem Gerät',
    none: 'Auf diesem Gerät ist kein Ort eingeschaltet. Es beobachtet nichts.',
    hint: (count: number) =>
      `Das Gerät meldet nur, ob Sie an einem Ort sind. Es beobachtet die nächsten ${count}; wann Sie wo waren, merkt sich niemand.`,
    openSystem: 'Einstellungen des Geräts öffnen',
    faults: {
      denied: 'Kontor darf den Standort nicht verwenden. Ihre Orte werden deshalb nicht bemerkt.',
      unavailable: 'Die Ortung dieses Geräts ist ausgeschaltet. Ihre Orte werden deshalb nicht bemerkt.',
    },
    unnamed: 'Ohne Namen',
    radius: (metres: string) => `Umkreis ${metres}\u00a0m`,
    notWatched: 'nicht beobachtet',
    there: 'Sie sind da',
    notThere: 'nicht da',
    several:
      'Es sind Orte mehrerer Konten eingeschaltet. Ankommen und Gehen meldet das Gerät deshalb nur, während Kontor läuft.',
    unknown: (instance: string) => `Welche Orte „${instance}“ hat, ist gerade nicht bekannt.`,
  },
  {
    title: 'Locations on this device',
    none: 'No location is switched on on this device. It watches nothing.',
    hint: (count: number) =>
      `The device only says whether you are at a location. It watches the nearest ${count}; nobody notes when you were where.`,
    openSystem: 'Open the settings of the device',
    faults: {
      denied: 'Kontor may not use the position. Your locations are not noticed therefore.',
      unavailable: 'Location services of this device are off. Your locations are not noticed therefore.',
    },
    unnamed: 'Without a name',
    radius: (metres: string) => `radius ${metres}\u00a0m`,
    notWatched: 'not watched',
    there: 'you are there',
    notThere: 'not there',
    several:
      'Locations of several accounts are switched on. So the device says that you come or go only while Kontor runs.',
    unknown: (instance: string) => `Which locations “${instance}” has is not known just now.`,
  },
);
