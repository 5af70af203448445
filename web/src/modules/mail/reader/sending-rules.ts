import type { MailDetail, Outgoing } from '@kontor/contract/mail';

/** What is told of a mail of ours: its state on the way out, or what was heard of it after that. */
export type SendingWord =
  | 'countdown'
  | 'planned'
  | 'queued'
  | 'sending'
  | 'retrying'
  | 'sent'
  | 'delayed'
  | 'delivered'
  | 'bounced'
  | 'partly'
  | 'refused'
  | 'unknown';

export type SendingAct = 'undo' | 'now' | 'time' | 'edit' | 'cancel' | 'again' | 'sent' | 'later' | 'rewrite';

export interface SendingBanner {
  readonly word: SendingWord;
  /** A quiet line, a box that waits, or a fault. */
  readonly tone: 'quiet' | 'plain' | 'fault';
  readonly acts: readonly SendingAct[];
  /** Whole seconds until it goes; undefined where nothing is counted down. */
  readonly seconds: number | undefined;
}

/** A mail that goes within this time is counted down, in seconds; a later one names its time. */
const COUNTED_SECONDS = 90;

const ACTS: Readonly<Record<SendingWord, readonly SendingAct[]>> = {
  countdown: ['undo', 'now'],
  planned: ['now', 'time', 'edit', 'cancel'],
  queued: ['cancel'],
  sending: [],
  retrying: ['now', 'cancel'],
  sent: [],
  delayed: [],
  delivered: [],
  bounced: ['rewrite'],
  partly: ['rewrite'],
  refused: ['rewrite', 'again', 'later'],
  unknown: ['again', 'sent', 'later'],
};
const FAULTS: readonly SendingWord[] = ['bounced', 'partly', 'refused', 'unknown'];
const QUIET: readonly SendingWord[] = ['sent', 'delivered'];
/** What takes a mail back, or brings it forward, while no server has begun to take it. */
const WHILE_WAITING: readonly SendingAct[] = ['undo', 'now', 'time', 'edit', 'cancel'];

function wordOf(
  { state, sendAt }: Outgoing,
  logType: MailDetail['sendState']['smtpLogType'],
  now: number,
): SendingWord {
  if (state === 'waiting') return (Date.parse(sendAt) - now) / 1000 <= COUNTED_SECONDS ? 'countdown' : 'planned';
  if (state === 'sent' && (logType === 'bounced' || logType === 'delayed' || logType === 'delivered')) return logType;
  return state === 'cancelled' ? 'sent' : state;
}

/** What is told of a mail on its way out; undefined where it was taken back. `now` in milliseconds since 1970. */
export function bannerOf(
  outgoing: Outgoing,
  logType: MailDetail['sendState']['smtpLogType'],
  may: { readonly settle: boolean },
  now: number,
): SendingBanner | undefined {
  if (outgoing.state === 'cancelled') return undefined;
  const word = wordOf(outgoing, logType, now);
  const acts = ACTS[word].filter((act) => may.settle && (outgoing.isCancellable || !WHILE_WAITING.includes(act)));
  return {
    word,
    acts,
    tone: FAULTS.includes(word) ? 'fault' : QUIET.includes(word) ? 'quiet' : 'plain',
    seconds: word === 'countdown' ? Math.max(0, Math.ceil((Date.parse(outgoing.sendAt) - now) / 1000)) : undefined,
  };
}

/** The receivers who did not get it, or of whom that is not known. */
export const troubled = (outgoing: Outgoing): Outgoing['receivers'] =>
  outgoing.receivers.filter(({ state }) => state === 'refused' || state === 'unknown' || state === 'bounced');
