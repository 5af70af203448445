import './day-moves.css';
import type { Span } from '@kontor/contract/appointment';
import type { CSSProperties, KeyboardEvent } from 'react';
import { Link, detailHref, useTexts, useZone } from '../../../shell/index.ts';
import { useClient } from '../../../client/react.tsx';
import { colourOf, useSpanWords, Signs } from './appointment-block.tsx';
import { idOfSpan } from './changes.ts';
import { dayStep, daysOfTimes, movedByDays, stretchedByDays, type DayKeys } from './day-moves.ts';
import type { GridColumn } from './grid-rules.ts';
import type { ShownSpan, Times } from './pending.ts';
import { spanKey, type Bar } from './pieces.ts';
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

/** What can be done with what stands on days. */
export interface DayActs {
  readonly keys: DayKeys;
  /** The calendars that are beside each other, in their order. */
  readonly calendars: readonly number[];
  readonly onPlace: (span: Span, to: Times, calendarId: number) => void;
  /** Puts something that has no hours among those of its first day, where there are some. */
  readonly onHours?: (span: Span) => void;
  readonly onRemove: (span: Span) => void;
  /** Says that keys are about to move something. */
  readonly onKeys: (span: Span) => void;
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
export function useDayHold(acts: DayActs | undefined) {
  const zone = useZone();
  return (span: Span) => {
    if (acts === undefined || !span.writepermission) return {};
    const press = (event: KeyboardEvent): void => {
      if (event.metaKey || event.altKey) return;
      const step = dayStep(event, acts.keys);
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (step.kind === 'remove') return acts.onRemove(span);
      if (step.kind === 'hours') return span.timeMode === 'fixedTime' ? undefined : acts.onHours?.(span);
      const to =
        step.kind === 'end' ? stretchedByDays(span, 'end', step.days, zone) : movedByDays(span, step.days, zone);
      const at = acts.calendars.indexOf(span.calendarId) + step.calendars;
      const calendarId = step.calendars === 0 ? span.calendarId : acts.calendars[at];
      if (to === undefined || calendarId === undefined) return;
      acts.onKeys(span);
      acts.onPlace(span, to, calendarId);
    };
    return {
      draggable: false,
      'data-day-grip': gripName(spanKey(span), 'move'),
      'data-follow': followName(span),
      'aria-describedby': DAY_HINT,
      onKeyDown: press,
    };
  };
}

/** Lanes above the hours at most; what is more is a number. */
const MAX_LANES = 3;

/** What stands above the hours: whole days, what is longer than a day, and what has no hours. */
export function DayBars({
  bars,
  waiting,
  columns,
  acts,
  dragged,
  onMore,
}: {
  bars: readonly ShownBar[];
  waiting: ReadonlyMap<string, ShownSpan>;
  columns: readonly GridColumn[];
  acts: DayActs;
  dragged: DayDrag | undefined;
  onMore: (day: string) => void;
}) {
  const t = useTexts(calendarTexts);
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
          shown={waiting.get(spanKey(bar.span)) ?? { span: bar.span, isWaiting: false }}
          acts={acts}
          edges={isWeek ? { begin: bar.first >= first, end: bar.last <= last } : undefined}
          isHeld={dragged !== undefined && spanKey(dragged.span) === spanKey(bar.span)}
          style={{ gridColumn: `${from + 2} / ${to + 3}`, gridRow: lane + 1 }}
        />
      ))}
      {isComing ? (
        <BarOutline
          dragged={dragged}
          columns={columns}
          isWeek={isWeek}
          lane={shown.find(({ bar }) => spanKey(bar.span) === spanKey(dragged.span))?.lane ?? 0}
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
}: {
  dragged: DayDrag;
  columns: readonly GridColumn[];
  isWeek: boolean;
  lane: number;
}) {
  const words = useSpanWords();
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
      <span>{words(span)}</span>
    </div>
  );
}

/** One of them; of one that is only seen as taken no more than that. `edges`: by which a hand makes it begin and end on other days. */
export function DayBar({
  shown,
  style,
  acts,
  edges,
  isHeld = false,
}: {
  shown: ShownSpan;
  style?: CSSProperties;
  acts?: DayActs | undefined;
  edges?: { readonly begin: boolean; readonly end: boolean } | undefined;
  isHeld?: boolean;
}) {
  const { span } = shown;
  const words = useSpanWords();
  const client = useClient();
  const hold = useDayHold(acts)(span);
  const about = {
    className: 'cal-bar',
    'data-free': span.kind === 'free',
    'data-held': isHeld,
    style: { ...style, ...colourOf(span) },
  };
  const inner = (
    <>
      <span>{words(span)}</span>
      <Signs {...shown} />
    </>
  );
  if (span.appointmentId === null) return <div {...about}>{inner}</div>;
  const isHeldBy = 'data-day-grip' in hold;
  return (
    <Link
      {...about}
      {...hold}
      to={detailHref({ module: 'appointment', aggregateId: idOfSpan(client, span) }, 'module')}
    >
      {inner}
      {(['begin', 'end'] as const).map((edge) =>
        isHeldBy && edges?.[edge] === true ? (
          <i
            key={edge}
            className="cal-bar-edge"
            data-edge={edge}
            data-day-grip={gripName(spanKey(span), edge)}
            aria-hidden="true"
          />
        ) : null,
      )}
    </Link>
  );
}
