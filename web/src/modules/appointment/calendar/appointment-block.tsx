import type { Span } from '@kontor/contract/appointment';
import type { CSSProperties, KeyboardEvent } from 'react';
import { Link, detailHref, useLanguage, useTexts } from '../../../shell/index.ts';
import { useClient } from '../../../client/react.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { idOfSpan } from './changes.ts';
import type { ShownSpan } from './pending.ts';
import { clockOf } from '../period.ts';
import { calendarTexts } from './texts.ts';

/** The colour of a span as a style; that of all appointments where it has none of its own. */
export const colourOf = ({ color }: Pick<Span, 'color'>): CSSProperties =>
  (color === '' ? {} : { '--t': color }) as CSSProperties;

/** Whether no more is seen of a span than that it is taken. What has a title and no number is of a feed of others. */
const isTakenAlone = ({ appointmentId, title }: Span): boolean => appointmentId === null && title === null;

/** What the person is still asked about. */
export const needsAnswer = ({ participation, appointmentId }: Span): boolean =>
  participation === 'none' && appointmentId !== null;

/** Id of the element that says by which keys an appointment is moved. */
export const MOVE_HINT = 'calendar-move-hint';

/** How a span looks. */
function lookOf({ span, isWaiting }: ShownSpan): string {
  if (isWaiting) return 'waiting';
  if (isTakenAlone(span)) return 'taken';
  if (span.participation === 'declined') return 'declined';
  return span.kind === 'tentative' ? 'tentative' : 'plain';
}

/** What a span is, in words. */
export function useSpanWords(): (span: Span) => string {
  const t = useTexts(calendarTexts);
  return (span) => (isTakenAlone(span) ? t.busy : span.title === '' || span.title === null ? t.untitled : span.title);
}

/** Signs of what a span is beside its words. */
export function Signs({ span, isWaiting }: ShownSpan) {
  const t = useTexts(calendarTexts);
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

interface BlockProps {
  readonly shown: ShownSpan;
  /** Minutes of its day's clock. */
  readonly from: number;
  readonly to: number;
  readonly style: CSSProperties;
  /** Pixels that it is high: what has room is shown. */
  readonly height: number;
  /** Minutes until it is over, where it is on now. */
  readonly left: number | undefined;
  readonly isOver: boolean;
  readonly isSelected: boolean;
  readonly onAnswer: (span: Span, state: 'accepted' | 'declined') => void;
  readonly onKeyDown: (event: KeyboardEvent, span: Span) => void;
  /** How a hand finds it. */
  readonly gripKey: string;
  /** How the focus finds it. */
  readonly follow: string;
}

/** Heights in pixels from which on there is room for a second line, for more of the title, and for the answers. */
const TWO_LINES = 36;
const THREE_LINES = 54;
const ANSWERS = 76;

/** An appointment in a grid of hours. */
export function AppointmentBlock(given: BlockProps) {
  const { shown, from, to, style, height, left, isOver, isSelected, onAnswer, onKeyDown, gripKey, follow } = given;
  const { span } = shown;
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const client = useClient();
  const words = useSpanWords();
  const time = t.between(clockOf(from, language), clockOf(to, language));
  const lines = height < TWO_LINES ? 1 : height < THREE_LINES ? 2 : 3;
  const inner = (
    <>
      <span className="ap-title">{words(span)}</span>
      <span className="ap-time">
        {lines === 1 ? clockOf(from, language) : [time, span.location].filter((part) => part !== '').join(' · ')}
      </span>
      {span.kind === 'tentative' ? <span className="hidden-text">{t.provisional}</span> : null}
      {left !== undefined && height >= ANSWERS ? <span className="ap-left">{t.left(left)}</span> : null}
      <Signs {...shown} />
    </>
  );
  const about = {
    className: 'ap',
    'data-look': lookOf(shown),
    'data-over': isOver,
    'data-lines': lines,
    style: { ...style, ...colourOf(span) },
  };
  if (span.appointmentId === null)
    return (
      <div {...about} role="img" aria-label={`${words(span)}, ${time}`}>
        {inner}
      </div>
    );
  const asks = needsAnswer(span) && height >= ANSWERS;
  return (
    <div {...about} data-grip={span.writepermission ? gripKey : undefined} data-selected={isSelected}>
      <Link
        to={detailHref({ module: 'appointment', aggregateId: idOfSpan(client, span) }, 'module')}
        className="ap-link"
        draggable={false}
        aria-describedby={span.writepermission ? MOVE_HINT : undefined}
        data-follow={follow}
        onKeyDown={(event: KeyboardEvent) => onKeyDown(event, span)}
      >
        {inner}
      </Link>
      {asks ? (
        <span className="ap-answers">
          <Button kind="primary" onClick={() => onAnswer(span, 'accepted')}>
            {t.accept}
          </Button>
          <Button onClick={() => onAnswer(span, 'declined')}>{t.decline}</Button>
        </span>
      ) : null}
      {span.writepermission ? <span className="ap-end" data-grip={`${gripKey} end`} aria-hidden="true" /> : null}
    </div>
  );
}
