import './appointment-block.css';
import type { Span } from '@kontor/contract/appointment';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { Button } from '../../../ui/parts.tsx';
import { MORE_WIDTH } from './layout.ts';
import { pixelsOf } from './grid-rules.ts';
import type { ShownSpan } from './pending.ts';
import { clockOf } from '../period.ts';
import { spanKey } from './pieces.ts';
import {
  Signs,
  colourOf,
  hrefOfSpan,
  isTakenAlone,
  needsAnswer,
  signsOf,
  wordsOf,
  type Wording,
} from './span-parts.tsx';
import { followName } from './use-follow.ts';

/** Id of the element that says by which keys an appointment is moved. */
export const MOVE_HINT = 'calendar-move-hint';

/** How a span looks. */
function lookOf({ span, isWaiting }: ShownSpan): string {
  if (isWaiting) return 'waiting';
  if (isTakenAlone(span)) return 'taken';
  if (span.participation === 'declined') return 'declined';
  return span.kind === 'tentative' ? 'tentative' : 'plain';
}

interface BlockProps extends ShownSpan {
  /** Number of its column in the grid, by which a hand finds it. */
  readonly index: number;
  /** Minutes of its day's clock. */
  readonly from: number;
  readonly to: number;
  /** Which of the lanes of its column it stands in, from 0, how many there are, and whether a number stands beside them. */
  readonly lane: number;
  readonly lanes: number;
  readonly hasMore: boolean;
  /** There is room for its title alone. */
  readonly isNarrow: boolean;
  /** In one line there is no room for the time beside title and signs. */
  readonly isTight: boolean;
  /** There is room for the answers beside each other. */
  readonly mayAnswer: boolean;
  /** Minutes until it is over, where it is on now. */
  readonly left: number | undefined;
  readonly isOver: boolean;
  readonly isSelected: boolean;
  readonly wording: Wording;
  readonly onAnswer: (span: Span, state: 'accepted' | 'declined') => void;
}

/** Heights in pixels from which on there is room for a second line, for more of the title, and for the answers. */
const TWO_LINES = 36;
const THREE_LINES = 54;
const ANSWERS = 76;
/** Pixels of an appointment at least, of a line of it, and of what is above and below them where it is narrow. */
const MIN_HEIGHT = 20;
const LINE = 16;
const AROUND = 4;
/** Pixels of the answers, and of what is beneath them. */
const ANSWERS_HEIGHT = 30;

const linesOf = (height: number): 1 | 2 | 3 => (height < TWO_LINES ? 1 : height < THREE_LINES ? 2 : 3);
const heightOf = ({ from, to }: Pick<BlockProps, 'from' | 'to'>): number =>
  Math.max(MIN_HEIGHT, pixelsOf(to - from) - 2);
const timeOf = ({ from, to, wording: { t, language } }: BlockProps): string =>
  t.between(clockOf(from, language), clockOf(to, language));

/** Where it stands beside the others of its column. */
function acrossOf({ lane, lanes, hasMore }: BlockProps): CSSProperties {
  const share = hasMore ? `(100% - ${MORE_WIDTH}px) / ${lanes}` : `100% / ${lanes}`;
  return { insetInlineStart: `calc(${share} * ${lane} + 3px)`, width: `calc(${share} - ${lanes === 1 ? 7 : 5}px)` };
}

/** Whether its title alone is seen, beside its signs. */
const isTitleAlone = (given: BlockProps): boolean =>
  given.isNarrow || (given.isTight && linesOf(heightOf(given)) === 1 && signsOf(given, given.wording.t).length > 0);

/** What is read of it then. */
const labelOf = (given: BlockProps): string => {
  const { span, left, wording } = given;
  const { t } = wording;
  return [
    wordsOf(span, t),
    timeOf(given),
    span.location,
    span.kind === 'tentative' ? t.provisional : '',
    left === undefined ? '' : t.left(left),
    ...signsOf(given, t).map(({ label }) => label),
  ]
    .filter(Boolean)
    .join(' · ');
};

/** How it looks and where it stands. */
function aboutOf(given: BlockProps) {
  const { span, from, to, isNarrow, left, isOver, wording } = given;
  const height = heightOf(given);
  const lines = linesOf(height);
  const hasTitleAlone = isTitleAlone(given);
  const hasSigns = signsOf(given, wording.t).length > 0;
  const rows = Math.max(1, Math.floor((height - AROUND) / LINE) - (hasSigns && lines > 1 ? 1 : 0));
  const label = isNarrow || lines === 1 ? labelOf(given) : undefined;
  return {
    className: 'ap',
    'data-look': lookOf(given),
    'data-over': isOver || undefined,
    'data-lines': lines,
    'data-narrow': isNarrow || undefined,
    'data-signs': hasSigns || undefined,
    'aria-label': hasTitleAlone ? label : undefined,
    // What there is no room for is said when it is pointed at.
    title: label,
    style: {
      top: pixelsOf(from),
      height,
      ...acrossOf(given),
      ...(isNarrow ? { '--rows': rows } : {}),
      ...(left === undefined ? {} : { '--gone': `${(1 - left / (to - from)) * 100}%` }),
      ...colourOf(span),
    } as CSSProperties,
  };
}

/** What is seen of it. Called and not drawn: there are a thousand of them. */
function contentOf(given: BlockProps): ReactNode {
  const { span, isWaiting, from, isNarrow, left, wording } = given;
  const { t, language } = wording;
  const height = heightOf(given);
  const signs = <Signs span={span} isWaiting={isWaiting} t={t} />;
  const title = <span className="ap-title">{wordsOf(span, t)}</span>;
  if (isTitleAlone(given))
    return (
      <>
        {title}
        {isNarrow && linesOf(height) === 1 ? null : signs}
      </>
    );
  return (
    <>
      {title}
      <span className="ap-time">
        {linesOf(height) === 1 ? clockOf(from, language) : [timeOf(given), span.location].filter(Boolean).join(' · ')}
      </span>
      {span.kind === 'tentative' ? <span className="hidden-text">{t.provisional}</span> : null}
      {left !== undefined && height >= ANSWERS ? <span className="ap-left">{t.left(left)}</span> : null}
      {signs}
    </>
  );
}

/** An appointment in a grid of hours. It has no listeners: the grid hears what is done with it. */
export const AppointmentBlock = memo(function AppointmentBlock(given: BlockProps) {
  const { span, index, isSelected, mayAnswer, wording } = given;
  const about = aboutOf(given);
  const content = contentOf(given);
  if (span.appointmentId === null)
    return (
      <div {...about} role="img" aria-label={`${wordsOf(span, wording.t)}, ${timeOf(given)}`}>
        {content}
      </div>
    );
  const grip = span.writepermission ? `${index} ${spanKey(span)}` : undefined;
  return (
    <>
      <a
        {...about}
        href={hrefOfSpan(span, wording.ownId)}
        draggable={false}
        data-grip={grip}
        data-selected={isSelected || undefined}
        data-follow={followName(span)}
        aria-describedby={grip && MOVE_HINT}
      >
        {content}
      </a>
      {mayAnswer && needsAnswer(span) && heightOf(given) >= ANSWERS ? <Answers {...given} /> : null}
    </>
  );
});

/** The answers to what is asked, at the foot of the appointment. */
function Answers(given: BlockProps) {
  const { span, from, wording, onAnswer } = given;
  const { t } = wording;
  return (
    <span className="ap-answers" style={{ top: pixelsOf(from) + heightOf(given) - ANSWERS_HEIGHT, ...acrossOf(given) }}>
      <Button kind="primary" onClick={() => onAnswer(span, 'accepted')}>
        {t.accept}
      </Button>
      <Button onClick={() => onAnswer(span, 'declined')}>{t.decline}</Button>
    </span>
  );
}
