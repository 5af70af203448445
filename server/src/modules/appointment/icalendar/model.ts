import type { Access, Alert, AppointmentRepetition, Participation } from '@kontor/contract/appointment';
import type { LocalTime } from '../../../platform/recurrence/index.ts';
import type { ForeignLines, OutsideOrganiser } from '../tables.ts';
import type { Slot } from '../times.ts';

/** Somebody who takes part, as calendars name them. */
export interface IcalPerson extends OutsideOrganiser {
  readonly role: 'required' | 'optional';
  readonly state: Participation;
}

/** One VEVENT: an appointment, a series, or a changed occurrence of one. */
export interface IcalEvent {
  readonly uid: string;
  /** When its series meant it to be; null for the appointment or the series itself. */
  readonly original: LocalTime | null;
  readonly sequence: number;
  /** Milliseconds since 1970; 0 where it is not said. */
  readonly stampedAt: number;
  /** When it was changed last, in milliseconds since 1970; 0 where it is not said. */
  readonly modifiedAt: number;
  readonly slot: Slot;
  readonly title: string;
  /** HTML as notes may have it. */
  readonly description: string;
  readonly location: string;
  readonly meetingUrl: string;
  readonly access: Access;
  readonly isFree: boolean;
  readonly isCancelled: boolean;
  /** Of whoever wrote it, or reads it. */
  readonly alert: Alert;
  /** RFC 5545, its end in local time; null where it does not repeat. */
  readonly rule: string | null;
  readonly repetition: AppointmentRepetition | null;
  /** Originals that do not take place. */
  readonly excluded: readonly LocalTime[];
  /** Times beside those that the rule gives. */
  readonly added: readonly LocalTime[];
  readonly organiser: OutsideOrganiser | null;
  readonly people: readonly IcalPerson[];
  /** What somebody says with an answer. */
  readonly comment: string;
  readonly foreign: ForeignLines;
}

/** All VEVENTs of one uid. */
export interface IcalAppointment {
  readonly uid: string;
  /** Null where only occurrences of it came. */
  readonly master: IcalEvent | null;
  readonly changed: readonly IcalEvent[];
}

/** An appointment without anything, for what is read and for tests. */
export const bareEvent = (uid: string, slot: Slot): IcalEvent => ({
  uid,
  original: null,
  sequence: 0,
  stampedAt: 0,
  modifiedAt: 0,
  slot,
  title: '',
  description: '',
  location: '',
  meetingUrl: '',
  access: 'public',
  isFree: false,
  isCancelled: false,
  alert: 'none',
  rule: null,
  repetition: null,
  excluded: [],
  added: [],
  organiser: null,
  people: [],
  comment: '',
  foreign: [],
});

/** Names in calendars for what people have said. */
export const PARTSTATS = {
  none: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  tentative: 'TENTATIVE',
  declined: 'DECLINED',
} as const satisfies Record<Participation, string>;
