import './day-moves.css';
import type { Span } from '@kontor/contract/appointment';
import { memo, type CSSProperties } from 'react';
import { useTexts, useZone } from '../../../shell/index.ts';
import { daysOfTimes } from './day-moves.ts';
import type { GridColumn } from './grid-rules.ts';
import type { ShownSpan } from './pending.ts';
import { spanKey, type Bar } from './pieces.ts';
import { Signs, colourOf, hrefOfSpan, wordsOf, type Wording } from './span-parts.tsx';
import { calendarTexts } from './texts.ts';
import { gripName, type DayDrag } from './use-day-hand.ts';
import { followName } from './use-follow.ts';

export interface ShownBar {
  readonly bar: Bar;
  readonly lane: number;
  /** Columns that it goes over, from 0. */
  readonly from: number;
  readonly to: number;
}

/** Id of the element that says by which keys something that stands on days is moved. */
export const DAY_HINT = 'calendar-day-hint';
export const DayHint = () => {
  const t = useTexts(calendarTexts);
  return (
    <span id={DAY_HINT} hidden>
      {t.dayHint}
    </span>
  );
};

/** What a link to something that stands on days has, so that hand and keys move it. Nothing where the person may not write it. */
export const holdOf = (span: Span) =>
  span.writepermission
    ? {
        draggable: false,
        'data-day-grip': gripName(spanKey(span), 'move'),
        'data-follow': followName(span),
        'aria-describedby': DAY_HINT,
      }
    : {};

/** Lanes above the hours at most; what is more is a number. */
const MAX_LANES = 3;

/** What stands above the hours: whole days, what is longer than a day, and what has no hours. */
export function DayBars({
  bars,
  waiting,
  columns,
  wording,
  dragged,
  onMore,
}: {
  bars: readonly ShownBar[];
  waiting: ReadonlyMap<string, ShownSpan>;
  columns: readonly GridColumn[];
  wording: Wording;
  dragged: DayDrag | undefined;
  onMore: (day: string) => void;
}) {
  const { t } = wording;
  const isComing = dragged !== undefined && dragged.slot === undefined;
  if (bars.length === 0 && !isComing) return null;
  const isTight = bars.some(({ lane }) => lane >= MAX_LANES);
  const shown = isTight ? bars.filter(({ lane }) => lane < MAX_LANES - 1) : bars;
  const hidden = columns.map((_, index) =>
    isTight ? bars.filter(({ lane, from, to }) => lane >= MAX_LANES - 1 && from <= index && to >= index).length : 0,
  );
  // People beside each other have one day: there nothing can be made longer by a hand.
  const isWeek = columns.every(({ day }, index) => index === 0 || day !== columns[index - 1]?.day);
  const [first = '', last = ''] = [columns[0]?.day, columns.at(-1)?.day];
  return (
    <div className="cal-lanes" style={{ gridTemplateColumns: `subgrid` }}>
      <span className="cal-lane-label">{t.wholeDay}</span>
      {shown.map(({ bar, lane, from, to }) => (
        <DayBar
          key={`${spanKey(bar.span)} ${from}`}
          span={bar.span}
          isWaiting={waiting.has(spanKey(bar.span))}
          wording={wording}
          hasBegin={isWeek && bar.first >= first}
          hasEnd={isWeek && bar.last <= last}
          isHeld={dragged !== undefined && spanKey(dragged.span) === spanKey(bar.span)}
          area={`${lane + 1} / ${from + 2} / auto / ${to + 3}`}
        />
      ))}
      {isComing ? (
        <BarOutline
          dragged={dragged}
          columns={columns}
          isWeek={isWeek}
          lane={shown.find(({ bar }) => spanKey(bar.span) === spanKey(dragged.span))?.lane ?? 0}
          wording={wording}
        />
      ) : null}
      {hidden.map((more, index) =>
        more === 0 ? null : (
          <button
            key={columns[index]?.key}
            type="button"
            className="cal-lane-more"
            aria-label={t.moreLabel(more)}
            style={{ gridColumn: index + 2, gridRow: MAX_LANES }}
            onClick={() => onMore(columns[index]?.day ?? '')}
          >
            {t.more(more)}
          </button>
        ),
      )}
    </div>
  );
}

/** Where what is in the hand would stand. */
function BarOutline({
  dragged: { span, to, calendarId },
  columns,
  isWeek,
  lane,
  wording: { t },
}: {
  dragged: DayDrag;
  columns: readonly GridColumn[];
  isWeek: boolean;
  lane: number;
  wording: Wording;
}) {
  const zone = useZone();
  const { first, last } = daysOfTimes(to, zone);
  const meant = columns.flatMap(({ day, calendarId: of }, index) =>
    (isWeek ? day >= first && day <= last : of === calendarId) ? [index] : [],
  );
  const [from, until] = [meant[0], meant.at(-1)];
  if (from === undefined || until === undefined) return null;
  return (
    <div
      className="cal-bar"
      data-target
      style={{ gridColumn: `${from + 2} / ${until + 3}`, gridRow: lane + 1, ...colourOf(span) }}
    >
      <span>{wordsOf(span, t)}</span>
    </div>
  );
}

interface BarProps extends ShownSpan {
  readonly wording: Wording;
  /** A hand makes it begin, and end, on other days by its ends. */
  readonly hasBegin?: boolean;
  readonly hasEnd?: boolean;
  readonly isHeld?: boolean;
  /** Where it stands in a grid, as `grid-area` says it. */
  readonly area?: string;
}

/** One of them; of one that is only seen as taken no more than that. */
export const DayBar = memo(function DayBar(given: BarProps) {
  const { span, isWaiting, wording, hasBegin = false, hasEnd = false, isHeld = false, area } = given;
  const { t, ownId } = wording;
  const style: CSSProperties = { ...colourOf(span), ...(area === undefined ? {} : { gridArea: area }) };
  const about = {
    className: 'cal-bar',
    'data-free': span.kind === 'free' || undefined,
    'data-held': isHeld || undefined,
    style,
  };
  const inner = (
    <>
      <span>{wordsOf(span, t)}</span>
      <Signs span={span} isWaiting={isWaiting} t={t} />
    </>
  );
  if (span.appointmentId === null) return <div {...about}>{inner}</div>;
  return (
    <a {...about} {...holdOf(span)} href={hrefOfSpan(span, ownId)}>
      {inner}
      {hasBegin && span.writepermission ? <Edge span={span} edge="begin" /> : null}
      {hasEnd && span.writepermission ? <Edge span={span} edge="end" /> : null}
    </a>
  );
});

const Edge = ({ span, edge }: { span: Span; edge: 'begin' | 'end' }) => (
  <i className="cal-bar-edge" data-edge={edge} data-day-grip={gripName(spanKey(span), edge)} aria-hidden="true" />
);
