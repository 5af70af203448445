import type { AppointmentRepetitionInput } from '@kontor/contract/appointment';
import type { Colleague } from './messages.ts';
import type { PersonKey } from './people.ts';

export const DEMO_RESOURCES = [
  { name: 'Besprechungsraum', kind: 'room', capacity: 8, description: 'Bildschirm und Kamera' },
  { name: 'Ausstellung', kind: 'room', capacity: 25, description: '' },
  { name: 'Büro Werkstatt', kind: 'room', capacity: 4, description: '' },
  { name: 'Transporter', kind: 'vehicle', capacity: 3, description: 'HB-FT 204, Anhängerkupplung' },
  { name: 'Autokran', kind: 'machine', capacity: null, description: 'Bis 20 t, nur mit Schein' },
] as const;

/** Calendars under a name that everybody may choose. */
export const DEMO_SETS: readonly {
  readonly by: Colleague;
  readonly name: string;
  readonly people: readonly Colleague[];
  readonly resources: readonly (typeof DEMO_RESOURCES)[number]['name'][];
}[] = [
  { by: 'ben', name: 'Montage', people: ['ben', 'chris'], resources: ['Transporter', 'Autokran'] },
  { by: 'anna', name: 'Räume', people: ['anna'], resources: ['Besprechungsraum', 'Ausstellung', 'Büro Werkstatt'] },
];

/** An appointment of the demo's office. */
export interface DemoAppointment {
  readonly by: Colleague;
  readonly title: string;
  /** Week, counted from that of the demo's moment, and day of it: 1 is Monday. */
  readonly day: readonly [week: number, weekday: number];
  /** `09:00-10:30`; left out: whole days. */
  readonly time?: string;
  /** How many days, of whole ones. */
  readonly days?: number;
  readonly with?: readonly Colleague[];
  readonly location?: string;
  readonly text?: string;
  readonly type?: string;
  /** Names of the resources that it takes. */
  readonly takes?: readonly (typeof DEMO_RESOURCES)[number]['name'][];
  /** Somebody of the customer that it is linked with. */
  readonly about?: PersonKey;
  readonly isPrivate?: true;
  /** Nobody is busy by it. */
  readonly isNote?: true;
  readonly repetition?: AppointmentRepetitionInput;
  /** Originals of it that do not take place, by week and weekday. */
  readonly without?: readonly (readonly [number, number])[];
  /** Who has said nothing yet, or no; all others take part. */
  readonly says?: Partial<Record<Colleague, 'none' | 'declined' | 'tentative'>>;
}

export const DEMO_TYPES = [
  { title: 'Besprechung', colour: '#3b6ea8' },
  { title: 'Montage', colour: '#2f6f4f', alert: { unit: 'hours', value: 1 } },
  { title: 'Kundenbesuch', colour: '#a85b2a', alert: { unit: 'minutes', value: 30 } },
  { title: 'Abwesend', colour: '#7a7a7a', timeType: 'allDay', forbiddenRepetition: true },
] as const;

const one = (
  by: Colleague,
  day: DemoAppointment['day'],
  time: string | undefined,
  title: string,
  more: Partial<DemoAppointment> = {},
): DemoAppointment => ({ ...more, by, day, title, ...(time === undefined ? {} : { time }) });

const WEEKLY: AppointmentRepetitionInput = { repetitionType: 'weekly' };

/** What comes again and again. */
const SERIES: readonly DemoAppointment[] = [
  one('anna', [-6, 1], '08:30-09:00', 'Wochenrunde', {
    with: ['ben', 'chris'],
    location: 'Besprechungsraum',
    takes: ['Besprechungsraum'],
    type: 'Besprechung',
    repetition: WEEKLY,
    without: [[4, 1]],
  }),
  one('ben', [-6, 2], '07:00-07:30', 'Werkzeug und Wagen prüfen', {
    takes: ['Transporter'],
    repetition: { ...WEEKLY, weekdays: ['tuesday', 'thursday'] },
  }),
  one('anna', [-5, 3], '14:00-15:30', 'Angebote durchgehen', {
    with: ['chris'],
    type: 'Besprechung',
    repetition: { ...WEEKLY, tact: 2 },
    says: { chris: 'tentative' },
  }),
  one('chris', [-6, 4], '16:00-17:00', 'Sales call with the Oslo office', { repetition: WEEKLY, location: 'online' }),
  one('anna', [-6, 5], '15:00-16:00', 'Rechnungen freigeben', {
    repetition: { repetitionType: 'monthly', monthDate: 'lastWorkday' },
  }),
  one('ben', [-6, 1], '17:30-19:00', 'Training', {
    isPrivate: true,
    repetition: { ...WEEKLY, hasAnEnd: true, nTimes: 13 },
  }),
];

/** What was in the weeks before, and is to come in those after. */
const SINGLE: readonly DemoAppointment[] = [
  one('ben', [-5, 1], '10:00-14:00', 'Montage Förderband', {
    type: 'Montage',
    about: 'mehring',
    location: 'Backhaus Mehring, Halle 1',
  }),
  one('anna', [-5, 2], '11:00-12:00', 'Steuerberater', { location: 'online' }),
  one('chris', [-5, 3], '09:30-11:00', 'Visit at the shipyard', { type: 'Kundenbesuch' }),
  one('ben', [-5, 4], '08:00-16:00', 'Wartung Abfüllanlage', {
    type: 'Montage',
    about: 'behn',
    location: 'Imkerei Behn',
  }),
  one('anna', [-4, 1], '13:00-14:00', 'Bewerbungsgespräch Lehrstelle', { isPrivate: true, with: ['ben'] }),
  one('chris', [-4, 2], '10:00-11:30', 'Quote for the small conveyor', { about: 'mehring', with: ['anna'] }),
  one('ben', [-4, 3], '09:00-12:00', 'Abnahme Halle 2', { type: 'Montage', with: ['anna'] }),
  one('anna', [-4, 4], undefined, 'Messe Hannover', { days: 2, with: ['chris'], type: 'Abwesend' }),
  one('ben', [-3, 1], '10:00-12:00', 'Führung für die Berufsschule', {
    takes: ['Ausstellung'],
    text: 'Es sind 22 Leute. Helme und Westen bereitlegen.',
  }),
  one('chris', [-3, 2], '14:00-15:00', 'Dentist', { isPrivate: true }),
  one('anna', [-3, 3], '09:30-10:30', 'Bank: Kreditlinie', { isPrivate: true }),
  one('ben', [-3, 4], '07:30-15:30', 'Umbau Waage', { type: 'Montage', about: 'mehring' }),
  one('anna', [-2, 1], '11:00-12:00', 'Telefonat mit der Versicherung'),
  one('chris', [-2, 2], '10:00-12:00', 'Kundenbesuch', { type: 'Kundenbesuch', about: 'behn', with: ['ben'] }),
  one('ben', [-2, 3], undefined, 'Schulung Schaltschrank', { type: 'Abwesend' }),
  one('anna', [-2, 5], '12:00-13:30', 'Mittagessen mit Paul Neumann', { location: 'Zur Kogge' }),
  one('ben', [-1, 1], '13:00-16:00', 'Düsen tauschen', { type: 'Montage', about: 'behn' }),
  one('anna', [-1, 2], '09:30-11:00', 'Preisliste nächstes Jahr', { with: ['chris', 'ben'], type: 'Besprechung' }),
  one('chris', [-1, 3], '13:00-14:30', 'Video call with a supplier', { location: 'online' }),
  one('anna', [-1, 4], '16:30-17:30', 'Elternabend', { isPrivate: true }),
  one('ben', [0, 1], '10:00-11:30', 'Aufmaß neue Halle', { type: 'Kundenbesuch', about: 'mehring' }),
  one('anna', [0, 2], '10:00-11:00', 'Angebot Mehring besprechen', {
    takes: ['Besprechungsraum'],
    with: ['ben', 'chris'],
    type: 'Besprechung',
    about: 'mehring',
  }),
  one('chris', [0, 3], '09:00-12:00', 'Trade fair: prepare the booth', { with: ['anna'] }),
  one('ben', [0, 3], '13:00-15:00', 'Probelauf Förderband', { type: 'Montage', about: 'mehring' }),
  one('anna', [0, 4], '09:30-10:30', 'Monatszahlen', { type: 'Besprechung', with: ['chris'] }),
  one('anna', [0, 4], undefined, 'Inventurliste an Steuerberater', { isNote: true }),
  one('ben', [0, 5], '08:00-12:00', 'Wartung Kompressor', { type: 'Montage' }),
  one('chris', [0, 5], '13:00-14:00', 'Lunch with the Oslo team', { with: ['anna'], says: { anna: 'declined' } }),
  one('ben', [1, 1], '09:30-11:30', 'Übergabe Förderband', {
    type: 'Kundenbesuch',
    about: 'mehring',
    with: ['anna'],
    says: { anna: 'none' },
  }),
  one('anna', [1, 2], '14:00-15:00', 'Planung Betriebsausflug', {
    with: ['ben', 'chris'],
    says: { ben: 'none', chris: 'none' },
  }),
  one('chris', [1, 2], undefined, 'Oslo', { days: 3, type: 'Abwesend', location: 'Oslo' }),
  one('ben', [1, 3], '07:00-16:00', 'Montage Abfüllung', {
    type: 'Montage',
    about: 'behn',
    takes: ['Autokran', 'Transporter'],
  }),
  one('anna', [1, 4], '10:00-11:00', 'Vorsorge', { isPrivate: true }),
  one('anna', [1, 5], '11:00-12:00', 'Rückfragen zum Vertrag', { location: 'online' }),
  one('ben', [2, 2], '09:30-10:30', 'TÜV Stapler'),
  one('anna', [2, 2], '16:00-18:00', 'Jahresabschluss vorbereiten', { with: ['chris'], says: { chris: 'tentative' } }),
  one('chris', [2, 3], '10:00-11:30', 'Demo for a new customer', {
    type: 'Kundenbesuch',
    takes: ['Ausstellung'],
    with: ['ben'],
    says: { ben: 'none' },
  }),
  one('ben', [2, 4], undefined, 'Resturlaub', { days: 2, type: 'Abwesend' }),
  one('anna', [3, 1], '10:00-12:00', 'Gespräch mit der Berufsschule', { location: 'Berufsschule' }),
  one('ben', [3, 3], '08:00-14:00', 'Montage Waage 2', { type: 'Montage', about: 'mehring' }),
  one('chris', [3, 4], '15:00-16:00', 'Price list review', { with: ['anna'], type: 'Besprechung' }),
  one('anna', [4, 1], undefined, 'Betriebsferien', { days: 5, with: ['ben', 'chris'], type: 'Abwesend' }),
  one('ben', [5, 2], '09:00-12:00', 'Jahreswartung', { type: 'Montage', about: 'behn' }),
  one('anna', [6, 3], '09:30-12:00', 'Strategietag', {
    with: ['ben', 'chris'],
    type: 'Besprechung',
    location: 'Gasthof am Deich',
  }),
];

/** Three months of the office, around the demo's moment. */
export const APPOINTMENTS: readonly DemoAppointment[] = [...SERIES, ...SINGLE];
