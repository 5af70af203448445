import type { Span } from '@kontor/contract/appointment';

/** The times of a span, as it has them: instants, or days where it has no hours. */
export type Times = Pick<Span, 'start' | 'end' | 'timeMode'>;

/** What this client has changed of what calendars show, until their answer says so. */
export type Pending = {
  /** Of the command, where it waits for the server. */
  readonly processId?: string;
  /** When the server had taken it, in milliseconds since 1970: an answer that was asked for later knows of it. */
  readonly takenAt?: number;
} & (
  | { readonly kind: 'moved'; readonly of: string; readonly to: Times }
  /** It is in the calendar `to` in the place of `from`. */
  | { readonly kind: 'given'; readonly of: string; readonly from: number; readonly to: number; readonly times: Times }
  | { readonly kind: 'removed'; readonly of: string }
  | { readonly kind: 'answered'; readonly of: string; readonly participation: Span['participation'] }
  | { readonly kind: 'made'; readonly of: string; readonly span: Span }
);

/** Names an occurrence, in whichever calendar it is; undefined for one of which no more is seen than that it is taken. */
export const occurrenceOf = ({
  appointmentId,
  original,
}: Pick<Span, 'appointmentId' | 'original'>): string | undefined =>
  appointmentId === null ? undefined : `${appointmentId}:${original}`;

/** A span that this client shows other than the server does. */
export interface ShownSpan {
  readonly span: Span;
  /** It waits for the server. */
  readonly isWaiting: boolean;
}

interface Known {
  /** When the answer was asked for, in milliseconds since 1970. */
  readonly requestedAt: number;
  /** Commands that wait. */
  readonly waiting: ReadonlySet<string>;
}

const counts = ({ processId, takenAt }: Pending, { requestedAt, waiting }: Known): boolean =>
  takenAt === undefined ? processId === undefined || waiting.has(processId) : takenAt >= requestedAt;

function withChange(span: Span, change: Pending): Span | undefined {
  if (change.kind === 'removed') return undefined;
  if (change.kind === 'moved') return { ...span, ...change.to };
  if (change.kind === 'given')
    return { ...span, ...change.times, calendarId: span.calendarId === change.from ? change.to : span.calendarId };
  if (change.kind === 'answered') {
    const kind = span.kind === 'free' || change.participation === 'declined' ? 'free' : 'busy';
    return {
      ...span,
      participation: change.participation,
      kind: change.participation === 'tentative' && kind === 'busy' ? 'tentative' : kind,
    };
  }
  return span;
}

/** After this time, in milliseconds, every answer that is shown was asked for after a change that the server has taken. */
const KEPT_MS = 600_000;

/** Changes once the server has taken some of them. */
export function takenOf(
  changes: readonly Pending[],
  isTaken: (change: Pending) => boolean,
  takenAt: number,
): readonly Pending[] {
  const recent = changes.filter((change) => takenAt - (change.takenAt ?? takenAt) < KEPT_MS);
  return recent.map((change) => (isTaken(change) ? { ...change, takenAt } : change));
}

/** Spans as they are once what this client has changed is done, in the order in which it was. */
export function applyPending(spans: readonly Span[], changes: readonly Pending[], known: Known): readonly ShownSpan[] {
  const valid = changes.filter((change) => counts(change, known));
  if (valid.length === 0) return spans.map((span) => ({ span, isWaiting: false }));
  const made = valid.flatMap((change) => (change.kind === 'made' ? [{ span: change.span, isWaiting: true }] : []));
  const shown = spans.flatMap((span): readonly ShownSpan[] => {
    const own = valid.filter(({ of, kind }) => kind !== 'made' && of === occurrenceOf(span));
    const changed = own.reduce<Span | undefined>(
      (now, change) => (now === undefined ? undefined : withChange(now, change)),
      span,
    );
    const isWaiting = own.some(({ processId, takenAt }) => processId !== undefined && takenAt === undefined);
    return changed === undefined ? [] : [{ span: changed, isWaiting }];
  });
  return [...shown, ...made];
}
