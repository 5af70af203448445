import './agenda.css';
import { Link, detailHref, useLanguage, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { useClient } from '../../../client/react.tsx';
import { Signs, colourOf, needsAnswer, useSpanWords } from './appointment-block.tsx';
import { idOfSpan } from './changes.ts';
import type { DueByDay } from './due.ts';
import { DueLine } from './due-line.tsx';
import { freeGaps, plansOf, type DayPlan } from './days.ts';
import type { ShownSpan } from './pending.ts';
import { clockOf, dayName, daysOf, isWeekend, type Period } from '../period.ts';
import type { LocalMinute } from '../local-time.ts';
import { spanKey, type Bar, type Piece } from './pieces.ts';
import { calendarTexts } from './texts.ts';
import type { GridActs } from './time-column.tsx';

/** Days one below the other, with what is free between. */
export function Agenda({
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
}: {
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
  onAnswer: GridActs['onAnswer'];
  onFree: (day: string, from: number, to: number, anchor: DOMRect) => void;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const days = daysOf(period);
  const plans = plansOf(days, pieces, bars);
  const shown = days.filter((day) => day === always || due.has(day) || !isEmpty(plans.get(day)));
  return (
    <div className="cal-agenda" data-scrolls>
      {shown.map((day) => {
        const plan = plans.get(day) ?? { bars: [], pieces: [] };
        return (
          <section key={day} aria-label={dayName(day, language)}>
            <h2 data-today={day === now.day}>{dayName(day, language)}</h2>
            {isKnown && isEmpty(plan) && !due.has(day) ? <p className="cal-agenda-none">{t.nothingPlanned}</p> : null}
            <ul>
              {due.get(day)?.map((task) => (
                <li key={task.aggregateId} className="cal-agenda-due">
                  <DueLine entry={task} />
                </li>
              ))}
              {plan.bars.map(({ span }) => (
                <AgendaRow key={spanKey(span)} shown={waiting.get(spanKey(span)) ?? { span, isWaiting: false }} />
              ))}
              {isKnown ? (
                <AgendaHours day={day} plan={plan} now={now} waiting={waiting} onAnswer={onAnswer} onFree={onFree} />
              ) : null}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const isEmpty = (plan: DayPlan | undefined): boolean =>
  plan === undefined || plan.bars.length + plan.pieces.length === 0;

function AgendaHours({
  day,
  plan,
  now,
  waiting,
  onAnswer,
  onFree,
}: {
  day: string;
  plan: DayPlan;
  now: LocalMinute;
  waiting: ReadonlyMap<string, ShownSpan>;
  onAnswer: GridActs['onAnswer'];
  onFree: (day: string, from: number, to: number, anchor: DOMRect) => void;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const gaps =
    day < now.day || isWeekend(day) || isEmpty(plan)
      ? []
      : freeGaps(plan, day === now.day ? Math.ceil(now.minutes / 15) * 15 : 0);
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
        shown={waiting.get(spanKey(piece.span)) ?? { span: piece.span, isWaiting: false }}
        times={[piece.from, piece.to]}
        isOver={day < now.day || (day === now.day && piece.to <= now.minutes)}
        onAnswer={onAnswer}
      />
    ),
  );
}

function AgendaRow({
  shown,
  times,
  isOver = false,
  onAnswer,
}: {
  shown: ShownSpan;
  /** Minutes; without them it has the whole day. */
  times?: readonly [number, number];
  isOver?: boolean;
  onAnswer?: GridActs['onAnswer'];
}) {
  const { span } = shown;
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const client = useClient();
  const words = useSpanWords();
  const inner = (
    <>
      <span className="cal-agenda-time">
        {times === undefined ? (
          span.timeMode === 'timeIndependent' ? (
            t.withoutTime
          ) : (
            t.wholeDay
          )
        ) : (
          <>
            <time>{clockOf(times[0], language)}</time>
            <time>{clockOf(times[1], language)}</time>
          </>
        )}
      </span>
      <span className="cal-agenda-what" data-declined={span.participation === 'declined'}>
        <strong>{words(span)}</strong>
        {span.location === '' ? null : <span>{span.location}</span>}
      </span>
      <Signs {...shown} />
    </>
  );
  return (
    <li className="cal-agenda-row" data-over={isOver} style={colourOf(span)}>
      {span.appointmentId === null ? (
        <div className="cal-agenda-link">{inner}</div>
      ) : (
        <Link
          className="cal-agenda-link"
          to={detailHref({ module: 'appointment', aggregateId: idOfSpan(client, span) }, 'module')}
        >
          {inner}
        </Link>
      )}
      {needsAnswer(span) && onAnswer !== undefined && !isOver ? (
        <span className="ap-answers">
          <Button kind="primary" onClick={() => onAnswer(span, 'accepted')}>
            {t.accept}
          </Button>
          <Button onClick={() => onAnswer(span, 'declined')}>{t.decline}</Button>
        </span>
      ) : null}
    </li>
  );
}
