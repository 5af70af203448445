import type { EntryRow } from '@kontor/contract/activity';
import type { CallDirection, Outcome, PhonecallExtras } from '@kontor/contract/phonecall';
import type { IconName } from '../../../ui/icon-names.ts';

/** The forms that calls are told apart by. */
export type CallSign = 'in' | 'out' | 'missed' | 'unreached' | 'voice' | 'fax' | 'blocked' | 'live';

export const SIGN_ICONS: Readonly<Record<CallSign, IconName>> = {
  in: 'phone-incoming',
  out: 'phone-outgoing',
  missed: 'phone-x',
  unreached: 'phone-slash',
  voice: 'voicemail',
  fax: 'printer',
  blocked: 'prohibit',
  live: 'phone-call',
};

/** Returns the form of a call, by what became of it and by its direction. */
export function signOf(outcome: Outcome, direction: CallDirection): CallSign {
  switch (outcome) {
    case 'ringing':
    case 'talking':
      return 'live';
    case 'voice':
      return 'voice';
    case 'fax':
    case 'sent':
      return 'fax';
    case 'blocked':
      return 'blocked';
    case 'missed':
    case 'busy':
    case 'refused':
    case 'cancelled':
    case 'failed':
      return direction === 'incoming' ? 'missed' : 'unreached';
    default:
      return direction === 'incoming' ? 'in' : 'out';
  }
}

/** What a row of a list says of a call. */
export interface RowOfCall {
  readonly sign: CallSign;
  readonly outcome: Outcome;
  /** Seconds; 0 for none. */
  readonly duration: number;
  readonly faxPages: number;
  readonly number: string;
  readonly isGuessed: boolean;
  readonly isManual: boolean;
  /** Initials of who took it and of who it is for, where they are known. */
  readonly by: { readonly initial: string; readonly name: string } | undefined;
  readonly to: { readonly initial: string; readonly name: string } | undefined;
  /** Whether somebody is to be called back; by when, in milliseconds since 1970, where that was said. */
  readonly isCallbackDesired: boolean;
  readonly callbackUntil: number | undefined;
  readonly callbackBy: string;
  readonly tries: number;
  /** Who has called back, which has made it Done; empty for nobody. */
  readonly calledBackBy: string;
}

const personOf = (initial = '', name = ''): RowOfCall['by'] =>
  initial === '' && name === '' ? undefined : { initial, name };

/** Reads the extras of a call's list entry, as far as they are known. */
export function rowOfCall({ direction, extras }: EntryRow): RowOfCall {
  const known = extras as Partial<PhonecallExtras>;
  const outcome = known.outcome ?? 'answered';
  const until = known.callbackUntil == null ? Number.NaN : Date.parse(known.callbackUntil);
  const by = personOf(known.receivedByInitial, known.receivedByCompleteName);
  const to = personOf(known.receivedForInitial, known.receivedForCompleteName);
  return {
    sign: signOf(outcome, direction === 'outgoing' ? 'outgoing' : 'incoming'),
    outcome,
    duration: known.duration ?? 0,
    faxPages: known.faxPages ?? 0,
    number: known.callerNumber ?? '',
    isGuessed: known.isNameGuessed === true,
    isManual: known.isManual === true,
    by,
    // Who has taken their own call is named once.
    to: to !== undefined && to.name === by?.name ? undefined : to,
    isCallbackDesired: known.callbackDesired === true,
    callbackUntil: Number.isNaN(until) ? undefined : until,
    callbackBy: known.callbackByInitial ?? '',
    tries: Math.max(1, known.tries ?? 1),
    calledBackBy: known.calledBackBy ?? '',
  };
}

/** Seconds as a clock writes them: `0:48`, `4:12`, `1:04:12`. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const end = String(whole % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${end}` : `${hours}:${String(minutes).padStart(2, '0')}:${end}`;
}

/** A moment as short as it is clear, in milliseconds since 1970: the time where that is today, else its day. */
export function untilText(ms: number, { now, zone, locale }: { now: number; zone: string; locale: string }): string {
  const dayOf = (moment: number) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate();
  const isToday = dayOf(ms).equals(dayOf(now));
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    ...(isToday ? {} : { weekday: 'short', day: 'numeric', month: 'numeric' }),
    hour: locale === 'de-DE' ? '2-digit' : 'numeric',
    minute: '2-digit',
  }).format(ms);
}
