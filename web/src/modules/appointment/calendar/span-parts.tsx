import type { Span } from '@kontor/contract/appointment';
import { useMemo, type CSSProperties } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { detailHref, useLanguage, useTexts, type Language } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { idOfOccurrence } from './changes.ts';
import type { ShownSpan } from './pending.ts';
import { calendarTexts } from './texts.ts';

/** What the elements of a grid say themselves by. It is handed down to them: a month has hundreds, and each that asked for it would listen for changes of it. */
export interface Wording {
  readonly t: (typeof calendarTexts)[Language];
  readonly language: Language;
  /** The person who looks. */
  readonly ownId: number;
}

export function useWording(): Wording {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const ownId = useValue(useClient().user)?.id ?? 0;
  return useMemo(() => ({ t, language, ownId }), [t, language, ownId]);
}

/** The colour of a span as a style; that of all appointments where it has none of its own. */
export const colourOf = ({ color }: Pick<Span, 'color'>): CSSProperties =>
  (color === '' ? {} : { '--t': color }) as CSSProperties;

/** Whether no more is seen of a span than that it is taken. What has a title and no number is of a feed of others. */
export const isTakenAlone = ({ appointmentId, title }: Span): boolean => appointmentId === null && title === null;

/** What the person is still asked about. */
export const needsAnswer = ({ participation, appointmentId }: Span): boolean =>
  participation === 'none' && appointmentId !== null;

/** What a span is, in words. */
export const wordsOf = (span: Span, t: Wording['t']): string =>
  isTakenAlone(span) ? t.busy : span.title === '' || span.title === null ? t.untitled : span.title;

/** The address of an appointment's detail. */
export const hrefOfSpan = (span: Span, ownId: number): string =>
  detailHref({ module: 'appointment', aggregateId: idOfOccurrence(span, ownId) }, 'module');

/** Whether there are signs of what a span is beside its words. */
export const hasSigns = ({ span, isWaiting }: ShownSpan): boolean =>
  isWaiting || span.dstChange || span.repeats || span.isPrivate || isTakenAlone(span);

/** Those signs; nothing where there are none. */
export function Signs({ span, isWaiting, t }: ShownSpan & Pick<Wording, 't'>) {
  if (!hasSigns({ span, isWaiting })) return null;
  const isTaken = isTakenAlone(span);
  return (
    <span className="ap-signs">
      {isWaiting ? <Icon small name="clock" label={t.waiting} /> : null}
      {span.dstChange ? <Icon small name="warning" label={t.dst} /> : null}
      {span.repeats && !isTaken ? <Icon small name="repeat" label={t.repeats} /> : null}
      {isTaken || span.isPrivate ? <Icon small name="lock-simple" label={t.private} /> : null}
    </span>
  );
}
