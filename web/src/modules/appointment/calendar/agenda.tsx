import './agenda.css';
import type { Span } from '@kontor/contract/appointment';
import { memo, useDeferredValue, useMemo, type CSSProperties } from 'react';
import { Link } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import type { DueByDay, DueEntry } from './due.ts';
import { DueLine } from './due-line.tsx';
import { freeGaps, plansOf, type DayPlan } from './days.ts';
import type { ShownSpan } from './pending.ts';
import { clockOf, dayName, daysOf, isWeekend, type Period } from '../period.ts';
import type { LocalMinute } from '../local-time.ts';
import { spanKey, type Bar, type Piece } from './pieces.ts';
import { Signs, colourOf, hrefOfSpan, needsAnswer, useWording, wordsOf, type Wording } from './span-parts.tsx';
import type { GridActs } from './time-column.tsx';

const NOTHING: DayPlan = { bars: [], pieces: [] };
/** Rows that are drawn at first: more than any screen shows. Those of later days follow once they stand. */
const FIRST_ROWS = 40;
/** Pixels of a row, and of the head of a day: what is out of sight is taken to be so high. */
const ROW_HEIGHT = 52;
const HEAD_HEIGHT = 40;

interface Acts {
  readonly onAnswer: GridActs['answer'];
  readonly onFree: (day: string, from: number, to: number, anchor: DOMRect) => void;
}

/** Days one below the other, with what is free between. */
export const Agenda = memo(function Agenda({
  period,
  now,
  always = now.day,
  isKnown,
  pieces,
  bars,
  waiting,
  due,
  onAnswer,
  onFree,
}: Acts & {
  period: Period;
  now: LocalMinute;
  /** A day that is shown though nothing is on it. */
  always?: string;
  /** What is on the days has arrived: until then nothing is said of what is not. */
  isKnown: boolean;
  pieces: readonly Piece[];
  bars: readonly Bar[];
  waiting: ReadonlyMap<string, ShownSpan>;
  due: DueByDay;
}) {
  const wording = useWording();
  const { first, last } = period;
  const days = useMemo(() => daysOf({ first, last }), [first, last]);
  const plans = useMemo(() => plansOf(days, pieces, bars), [days, pieces, bars]);
  const shown = days.filter((day) => day === always || due.has(day) || rowsOf(plans.get(day)) > 0);
  const isWhole = useDeferredValue(true, false);
  const drawn = isWhole ? shown : firstDays(shown, plans);
  return (
    <div className="cal-agenda" data-scrolls>
      {drawn.map((day) => (
        <AgendaDay
          key={day}
          day={day}
          plan={plans.get(day) ?? NOTHING}
          due={due.get(day)}
          isToday={day === now.day}
          isPast={day < now.day}
          minutes={day === now.day ? now.minutes : undefined}
          isKnown={isKnown}
          waiting={waiting}
          wording={wording}
          onAnswer={onAnswer}
          onFree={onFree}
        />
      ))}
    </div>
  );
});

const rowsOf = (plan: DayPlan | undefined): number => (plan === undefined ? 0 : plan.bars.length + plan.pieces.length);

/** The days that fill a screen, one at least. */
function firstDays(days: readonly string[], plans: ReadonlyMap<string, DayPlan>): readonly string[] {
  let rows = 0;
  return days.filter((day) => {
    const isFirst = rows < FIRST_ROWS;
    rows += 1 + rowsOf(plans.get(day));
    return isFirst;
  });
}

interface DayProps extends Acts {
  readonly day: string;
  readonly plan: DayPlan;
  readonly due: readonly DueEntry[] | undefined;
  readonly isToday: boolean;
  readonly isPast: boolean;
  /** Of now, on the day that it is. */
  readonly minutes: number | undefined;
  readonly isKnown: boolean;
  readonly waiting: ReadonlyMap<string, ShownSpan>;
  readonly wording: Wording;
}

const AgendaDay = memo(function AgendaDay(given: DayProps) {
  const { day, plan, due, isToday, isKnown, waiting, wording } = given;
  const { t, language } = wording;
  const isEmpty = rowsOf(plan) === 0;
  const height = HEAD_HEIGHT + ROW_HEIGHT * Math.max(1, rowsOf(plan) + (due?.length ?? 0));
  return (
    <section aria-label={dayName(day, language)} style={{ '--height': `${height}px` } as CSSProperties}>
      <h2 data-today={isToday || undefined}>{dayName(day, language)}</h2>
      {isKnown && isEmpty && due === undefined ? <p className="cal-agenda-none">{t.nothingPlanned}</p> : null}
      <ul>
        {due?.map((task) => (
          <li key={task.aggregateId} className="cal-agenda-due">
            <DueLine entry={task} />
          </li>
        ))}
        {plan.bars.map(({ span }) => (
          <AgendaRow key={spanKey(span)} span={span} isWaiting={waiting.has(spanKey(span))} wording={wording} />
        ))}
        {isKnown ? <AgendaHours {...given} /> : null}
      </ul>
    </section>
  );
});

function AgendaHours({ day, plan, isPast, minutes, waiting, wording, onAnswer, onFree }: DayProps) {
  const { t, language } = wording;
  const gaps =
    isPast || isWeekend(day) || rowsOf(plan) === 0
      ? []
      : freeGaps(plan, minutes === undefined ? 0 : Math.ceil(minutes / 15) * 15);
  const rows = [
    ...plan.pieces.map((piece) => ({ at: piece.from, piece, gap: undefined })),
    ...gaps.map((gap) => ({ at: gap.from, piece: undefined, gap })),
  ].toSorted((a, b) => a.at - b.at);
  return rows.map(({ piece, gap }) =>
    piece === undefined ? (
      gap && (
        <li key={`free ${gap.from}`}>
          <button
            type="button"
            className="cal-gap"
            onClick={(event) => onFree(day, gap.from, gap.to, event.currentTarget.getBoundingClientRect())}
          >
            {t.freeFrom(clockOf(gap.from, language), clockOf(gap.to, language))}
            <Icon small name="plus" />
          </button>
        </li>
      )
    ) : (
      <AgendaRow
        key={spanKey(piece.span)}
        span={piece.span}
        isWaiting={waiting.has(spanKey(piece.span))}
        wording={wording}
        from={piece.from}
        to={piece.to}
        isOver={isPast || (minutes !== undefined && piece.to <= minutes)}
        onAnswer={onAnswer}
      />
    ),
  );
}

interface RowProps extends ShownSpan {
  readonly wording: Wording;
  /** Minutes; without them it has the whole day. */
  readonly from?: number;
  readonly to?: number;
  readonly isOver?: boolean;
  readonly onAnswer?: GridActs['answer'];
}

const AgendaRow = memo(function AgendaRow(given: RowProps) {
  const { span, isWaiting, wording, from, to, isOver = false, onAnswer } = given;
  const { t, ownId } = wording;
  const answers = needsAnswer(span) && !isOver ? onAnswer : undefined;
  const inner = (
    <>
      <span className="cal-agenda-time">
        <Times span={span} from={from} to={to} wording={wording} />
      </span>
      <span className="cal-agenda-what" data-declined={span.participation === 'declined' || undefined}>
        <strong>{wordsOf(span, t)}</strong>
        {span.location === '' ? null : <span>{span.location}</span>}
      </span>
      <Signs span={span} isWaiting={isWaiting} t={t} />
    </>
  );
  return (
    <li
      className="cal-agenda-row"
      data-over={isOver || undefined}
      data-asks={answers !== undefined || undefined}
      style={colourOf(span)}
    >
      {span.appointmentId === null ? (
        <div className="cal-agenda-link">{inner}</div>
      ) : (
        <Link className="cal-agenda-link" to={hrefOfSpan(span, ownId)}>
          {inner}
        </Link>
      )}
      {answers === undefined ? null : (
        <span className="ap-answers">
          <Button kind="primary" onClick={() => answers(span, 'accepted')}>
            {t.accept}
          </Button>
          <Button onClick={() => answers(span, 'declined')}>{t.decline}</Button>
        </span>
      )}
    </li>
  );
});

function Times({
  span: { timeMode },
  from,
  to,
  wording: { t, language },
}: {
  span: Span;
  from: number | undefined;
  to: number | undefined;
  wording: Wording;
}) {
  if (from === undefined || to === undefined) return timeMode === 'timeIndependent' ? t.withoutTime : t.wholeDay;
  return (
    <>
      <time>{clockOf(from, language)}</time>
      <time>{clockOf(to, language)}</time>
    </>
  );
}
