import type { Access, TimeMode } from './fields.ts';
import type { Participation } from './people.ts';

/** Fields of an appointment in `extras` of its list entry; of a series those of its next occurrence. */
export interface AppointmentExtras {
  /** As `startDate` and `endDate` of an appointment. */
  readonly startDate: string;
  readonly endDate: string;
  readonly timeMode: TimeMode;
  readonly zone: string | null;
  readonly location: string;
  readonly access: Access;
  readonly calendarId: number;
  readonly color: string;
  readonly repeats: boolean;
  readonly hasAlarm: boolean;
  readonly participants: number;
  /** What the person has said. */
  readonly participation: Participation;
  /** How its text begins. */
  readonly preview: string;
}

/** Extras of an appointment of which only what was stored is known. */
export const appointmentExtras = (stored: Partial<AppointmentExtras>): AppointmentExtras => ({
  startDate: '',
  endDate: '',
  timeMode: 'fixedTime',
  zone: null,
  location: '',
  access: 'public',
  calendarId: 0,
  color: '',
  repeats: false,
  hasAlarm: false,
  participants: 0,
  participation: 'none',
  preview: '',
  ...stored,
});
