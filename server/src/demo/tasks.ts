import type { Layout, RepetitionInput } from '@kontor/contract/task';

type Name = 'anna' | 'ben' | 'chris';

/** A task or note of the demo. */
export interface DemoTask {
  readonly layout: Layout;
  readonly title: string;
  readonly html: string;
  readonly by: Name;
  /** Left out: who made it. */
  readonly responsible?: Name;
  readonly owner?: Name;
  /** Days before now on which it was made. */
  readonly age: number;
  /** Days from now on which it is due; left out: never. */
  readonly due?: number;
  /** Days before it is due at which it comes up: what is still to come stands behind the mails of the last days. */
  readonly forerun?: number;
  readonly tags?: readonly string[];
  readonly repetition?: RepetitionInput;
  readonly isDone?: true;
  readonly parts?: readonly { readonly title: string; readonly isDone?: true }[];
}

const list = (...entries: readonly (readonly [string, boolean])[]): string =>
  `<ul data-type="taskList">${entries
    .map(([text, isDone]) => `<li data-type="taskItem" data-checked="${isDone}"><p>${text}</p></li>`)
    .join('')}</ul>`;

/** What is to be done in a company of some years, and what its people have written down. */
export const TASKS: readonly DemoTask[] = [
  {
    layout: 'task',
    title: 'Angebot Kupplungen für die Reederei Norderney',
    html: `<p>Drei Varianten, jeweils mit Lieferzeit.</p>${list(['Preise aus der Liste 2027', true], ['Lieferzeiten bei der Fertigung erfragen', false], ['Rabatt mit Chris abstimmen', false])}`,
    by: 'anna',
    age: 16,
    due: 3,
    forerun: 18,
    tags: ['Angebot', 'Reederei'],
  },
  {
    layout: 'task',
    title: 'Messe Hamburg: Stand vorbereiten',
    html: '<p>Standplatz B4.217, Aufbau ab Montag.</p>',
    by: 'anna',
    responsible: 'chris',
    owner: 'anna',
    age: 30,
    due: 12,
    forerun: 30,
    tags: ['Messe'],
    parts: [
      { title: 'Stand und Möbel bestellen', isDone: true },
      { title: 'Muster der ZK 120 verpacken' },
      { title: 'Hotel für drei Personen' },
    ],
  },
  {
    layout: 'task',
    title: 'Sicherung der Zeichnungen prüfen',
    html: `<p>Eine Zeichnung zurückholen und öffnen.</p>${list(['Band gewechselt', false], ['Zeichnung geöffnet', false])}`,
    by: 'ben',
    age: 40,
    due: 1,
    forerun: 14,
    tags: ['Wartung'],
    repetition: { type: 'weekly' },
  },
  {
    layout: 'task',
    title: 'Umsatzsteuer voranmelden',
    html: '',
    by: 'chris',
    age: 25,
    due: 8,
    forerun: 20,
    repetition: { type: 'monthly' },
  },
  {
    layout: 'task',
    title: 'Rückruf Meierei Geestland wegen der Wartung',
    html: '<p>Frau Petersen ist ab neun Uhr zu erreichen.</p>',
    by: 'anna',
    responsible: 'ben',
    owner: 'anna',
    age: 20,
    due: -13,
    tags: ['Wartung'],
  },
  {
    layout: 'task',
    title: 'Prüfmittel zur Kalibrierung geben',
    html: '',
    by: 'ben',
    age: 34,
    due: -15,
    isDone: true,
    tags: ['Wartung'],
  },
  {
    layout: 'task',
    title: 'Bewerbungen Fertigung sichten',
    html: '<p>Sieben Bewerbungen liegen im Ordner.</p>',
    by: 'chris',
    responsible: 'anna',
    owner: 'chris',
    age: 45,
    due: -21,
    isDone: true,
  },
  {
    layout: 'note',
    title: 'Besprechung Vertrieb',
    html: '<h2>Ergebnisse</h2><ul><li>Preise steigen zum Januar um drei Prozent.</li><li>Die Liste geht im Dezember an alle Kunden.</li></ul>',
    by: 'chris',
    responsible: 'anna',
    age: 18,
    tags: ['Vertrieb'],
    isDone: true,
  },
  {
    layout: 'note',
    title: 'Zugang zum Lager am Wochenende',
    html: '<p>Der Schlüssel liegt beim Pförtner, Tor 3. Nach 20 Uhr ist die Alarmanlage an.</p>',
    by: 'ben',
    age: 50,
    isDone: true,
  },
  {
    layout: 'note',
    title: 'Einstellwerte Spindelhubgetriebe SH 25',
    html: '<table border="1" cellpadding="6"><tbody><tr><td>Last</td><td>Drehmoment</td></tr><tr><td>10 kN</td><td>14 Nm</td></tr><tr><td>25 kN</td><td>33 Nm</td></tr></tbody></table>',
    by: 'ben',
    age: 26,
    tags: ['Technik'],
  },
];
