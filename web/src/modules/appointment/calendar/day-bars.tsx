import type { CSSProperties } from 'react';
import { Link, detailHref, useTexts } from '../../../shell/index.ts';
import { useClient } from '../../../client/react.tsx';
import { colourOf, useSpanWords, Signs } from './appointment-block.tsx';
import { idOfSpan } from './changes.ts';
import type { GridColumn } from './grid-rules.ts';
import type { ShownSpan } from './pending.ts';
import { spanKey, type Bar } from './pieces.ts';
import { calendarTexts } from './texts.ts';

export interface ShownBar {
  readonly bar: Bar;
  readonly lane: number;
  /** Columns that it goes over, from 0. */
  readonly from: number;
  readonly to: number;
}

/** Lanes above the hours at most; what is more is a number. */
const MAX_LANES = 3;

/** What stands above the hours: whole days, what is longer than a day, and what has no hours. */
export function DayBars({
  bars,
  count,
  waiting,
  columns,
  onMore,
}: {
  bars: readonly ShownBar[];
  /** Of columns. */
  count: number;
  waiting: ReadonlyMap<string, ShownSpan>;
  columns: readonly GridColumn[];
  onMore: (day: string) => void;
}) {
  const t = useTexts(calendarTexts);
  if (bars.length === 0) return null;
  const isTight = bars.some(({ lane }) => lane >= MAX_LANES);
  const shown = isTight ? bars.filter(({ lane }) => lane < MAX_LANES - 1) : bars;
  const hidden = Array.from({ length: count }, (_, index) =>
    isTight ? bars.filter(({ lane, from, to }) => lane >= MAX_LANES - 1 && from <= index && to >= index).length : 0,
  );
  return (
    <div className="cal-lanes" style={{ gridTemplateColumns: `subgrid` }}>
      <span className="cal-lane-label">{t.wholeDay}</span>
      {shown.map(({ bar, lane, from, to }) => (
        <DayBar
          key={`${spanKey(bar.span)} ${from}`}
          shown={waiting.get(spanKey(bar.span)) ?? { span: bar.span, isWaiting: false }}
          style={{ gridColumn: `${from + 2} / ${to + 3}`, gridRow: lane + 1 }}
        />
      ))}
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

/** One of them; of one that is only seen as taken no more than that. */
export function DayBar({ shown, style }: { shown: ShownSpan; style?: CSSProperties }) {
  const { span } = shown;
  const words = useSpanWords();
  const client = useClient();
  const about = {
    className: 'cal-bar',
    'data-free': span.kind === 'free',
    style: { ...style, ...colourOf(span) },
  };
  const inner = (
    <>
      <span>{words(span)}</span>
      <Signs {...shown} />
    </>
  );
  if (span.appointmentId === null) return <div {...about}>{inner}</div>;
  return (
    <Link {...about} to={detailHref({ module: 'appointment', aggregateId: idOfSpan(client, span) }, 'module')}>
      {inner}
    </Link>
  );
}
