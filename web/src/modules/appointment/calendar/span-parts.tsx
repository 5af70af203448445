import type { Span } from '@kontor/contract/appointment';
import { useMemo, type CSSProperties } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { detailHref, useLanguage, useTexts, type Language } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
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

interface Sign {
  readonly name: IconName;
  readonly label: string;
}

/** What a span is beside its words: signs, and what each says. */
export function signsOf({ span, isWaiting }: ShownSpan, t: Wording['t']): readonly Sign[] {
  const isTaken = isTakenAlone(span);
  const signs: Sign[] = [];
  if (isWaiting) signs.push({ name: 'clock', label: t.waiting });
  if (span.dstChange) signs.push({ name: 'warning', label: t.dst });
  if (span.repeats && !isTaken) signs.push({ name: 'repeat', label: t.repeats });
  if (isTaken || span.isPrivate) signs.push({ name: 'lock-simple', label: t.private });
  return signs;
}

/** Those signs; nothing where there are none. */
export function Signs({ span, isWaiting, t }: ShownSpan & Pick<Wording, 't'>) {
  const signs = signsOf({ span, isWaiting }, t);
  if (signs.length === 0) return null;
  return (
    <span className="ap-signs">
      {signs.map((sign) => (
        <Icon key={sign.name} small {...sign} />
      ))}
    </span>
  );
}
