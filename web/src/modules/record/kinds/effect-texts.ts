import { defineTexts, plural } from '../../../shell/index.ts';

/** Records, or contact persons, that there are so many of. */
const who = (n: number, ofPersons: boolean): string =>
  ofPersons ? plural('de', n, 'Ansprechpartner', 'Ansprechpartner') : plural('de', n, 'Datensatz', 'Datensätze');
/** The same in the dative. */
const whom = (n: number, ofPersons: boolean): string =>
  ofPersons ? plural('de', n, 'Ansprechpartner', 'Ansprechpartnern') : plural('de', n, 'Datensatz', 'Datensätzen');
const inEnglish = (n: number, ofPersons: boolean): string =>
  ofPersons ? plural('en', n, 'contact person', 'contact persons') : plural('en', n, 'record', 'records');

/** What is said of what saving a kind would do to its records. */
export const effectTexts = defineTexts(
  {
    title: 'Das ändert sich',
    of: (n: number) => `Es gibt ${plural('de', n, 'Datensatz', 'Datensätze')} dieser Art.`,
    required: (label: string, n: number, ofPersons: boolean) =>
      `„${label}“ wird Pflicht. Bei ${whom(n, ofPersons)} steht dort nichts: Das bleibt so, bis jemand etwas daran ändert.`,
    unique: (label: string, n: number, ofPersons: boolean) =>
      `„${label}“ darf nur einmal vorkommen. ${who(n, ofPersons)} ${n === 1 ? 'hat' : 'haben'} denselben Wert wie ein anderer: Das bleibt so, bis jemand etwas daran ändert.`,
    converted: (label: string, from: string, to: string, n: number, ofPersons: boolean) =>
      `„${label}“: aus ${from} wird ${to}. ${who(n, ofPersons)} ${n === 1 ? 'wird' : 'werden'} umgewandelt.`,
    lossy: (n: number, ofPersons: boolean) =>
      `Bei ${whom(n, ofPersons)} passt nicht alles: Was nicht passt, bleibt in einem entfernten Feld erhalten.`,
    retired: (label: string, n: number, ofPersons: boolean) =>
      `„${label}“ wird entfernt. Bei ${whom(n, ofPersons)} steht etwas darin: Es bleibt erhalten und kommt mit dem Feld zurück.`,
    returned: (label: string, n: number, ofPersons: boolean) =>
      `„${label}“ kommt zurück, mit dem, was bei ${whom(n, ofPersons)} darin steht.`,
    renamed: (label: string, from: string, to: string, n: number, ofPersons: boolean) =>
      `„${from}“ heißt bei „${label}“ jetzt „${to}“. ${who(n, ofPersons)} ${n === 1 ? 'bekommt' : 'bekommen'} das neue Wort.`,
    choices: (label: string, choice: string, n: number, ofPersons: boolean) =>
      `„${choice}“ steht bei „${label}“ nicht mehr zur Wahl. ${who(n, ofPersons)} ${n === 1 ? 'behält' : 'behalten'} es, bis jemand etwas anderes wählt.`,
    take: 'So speichern',
  },
  {
    title: 'What would change',
    of: (n: number) => `There ${n === 1 ? 'is' : 'are'} ${plural('en', n, 'record', 'records')} of this kind.`,
    required: (label: string, n: number, ofPersons: boolean) =>
      `“${label}” becomes required. In ${inEnglish(n, ofPersons)} nothing stands there: that stays so until somebody changes them.`,
    unique: (label: string, n: number, ofPersons: boolean) =>
      `“${label}” may occur only once. ${inEnglish(n, ofPersons)} ${n === 1 ? 'has' : 'have'} the same value as another one: that stays so until somebody changes them.`,
    converted: (label: string, from: string, to: string, n: number, ofPersons: boolean) =>
      `“${label}”: ${from} turns into ${to}. ${inEnglish(n, ofPersons)} ${n === 1 ? 'is' : 'are'} converted.`,
    lossy: (n: number, ofPersons: boolean) =>
      `In ${inEnglish(n, ofPersons)} not all of it fits: what does not is kept in a removed field.`,
    retired: (label: string, n: number, ofPersons: boolean) =>
      `“${label}” is removed. In ${inEnglish(n, ofPersons)} something stands in it: it is kept and comes back with the field.`,
    returned: (label: string, n: number, ofPersons: boolean) =>
      `“${label}” comes back, with what stands in it in ${inEnglish(n, ofPersons)}.`,
    renamed: (label: string, from: string, to: string, n: number, ofPersons: boolean) =>
      `“${from}” is now called “${to}” in “${label}”. ${inEnglish(n, ofPersons)} ${n === 1 ? 'gets' : 'get'} the new word.`,
    choices: (label: string, choice: string, n: number, ofPersons: boolean) =>
      `“${choice}” can no longer be chosen for “${label}”. ${inEnglish(n, ofPersons)} ${n === 1 ? 'keeps' : 'keep'} it until somebody chooses something else.`,
    take: 'Save like this',
  },
);
