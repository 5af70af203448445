import './finding.css';
import { APPOINTMENT_WEEKDAYS, appointmentQueries, type FoundTime } from '@kontor/contract/appointment';
import { useEffect, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { Failed, useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { LoadingLine, SkeletonBlock, StatePage } from '../../../ui/parts.tsx';
import { useColleagues } from '../colleagues.ts';
import { localOf } from '../local-time.ts';
import { weekStartIn, weekdayName } from '../period.ts';
import { useResources } from '../resources.tsx';
import { CalendarsField, nameOfCalendar, type Findable } from './calendars-field.tsx';
import { FoundTimes } from './found-times.tsx';
import { findingTexts } from './texts.ts';
import { WITHINS, faultsOf, questionOf, wantedFor, type Wanted, type WantedFault } from './wanted.ts';

/** Milliseconds after the last change until it is asked for. */
const REST_MS = 250;
/** A Monday. */
const MONDAY = 23;

/** Looks for a time that some people and resources have together. */
export function FindPanel({
  start,
  appointmentId = null,
  onTake,
  onClose,
}: {
  /** What is looked for at first. */
  start: Partial<Wanted>;
  /** An appointment that is to be moved. */
  appointmentId?: number | null;
  onTake: (time: FoundTime, wanted: Wanted) => void;
  onClose: () => void;
}) {
  const t = useTexts(findingTexts);
  const { env } = useClient();
  const zone = useZone();
  const language = useLanguage();
  const [now] = useState(() => env.now());
  const today = localOf(new Date(now).toISOString(), zone).day;
  const [wanted, setWanted] = useState(() => wantedFor(today, start));
  const settled = useSettled(wanted);
  const findable = { colleagues: useColleagues(), resources: useResources() };
  const question = questionOf(settled, { now, zone, weekStart: weekStartIn(language), appointmentId });
  const isRight = faultsOf(settled, today).length === 0;
  const answer = useAsk(appointmentQueries.findTimes, isRight ? question : undefined);
  const nameOf = (id: number): string => nameOfCalendar(findable, id);
  return (
    <Dialog title={t.title} closeLabel={t.close} size="l" onClose={onClose}>
      <div className="finding">
        <WantedFields
          wanted={wanted}
          faults={faultsOf(wanted, today)}
          findable={findable}
          onChange={(part) => setWanted({ ...wanted, ...part })}
        />
        <section className="finding-answer" aria-label={t.times} aria-busy={answer.isFetching}>
          <LoadingLine shown={answer.isFetching} />
          {!isRight ? null : answer.data === undefined ? (
            answer.failure === undefined ? (
              <div className="found-times" aria-hidden="true">
                <SkeletonBlock width="60%" />
                <SkeletonBlock width="100%" height={40} />
                <SkeletonBlock width="100%" height={40} />
              </div>
            ) : (
              <Failed failure={answer.failure} title={t.failed} offline={t.offline} onRetry={answer.retry} />
            )
          ) : answer.data.length === 0 ? (
            <StatePage icon="calendar-x" title={t.empty}>
              {t.emptyHint}
            </StatePage>
          ) : (
            <FoundTimes
              found={answer.data}
              hasChoice={settled.oneOf.length > 0}
              nameOf={nameOf}
              onTake={(time) => onTake(time, settled)}
            />
          )}
        </section>
      </div>
    </Dialog>
  );
}

/** What is chosen, once nothing has been changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function WantedFields({
  wanted,
  faults,
  findable,
  onChange,
}: {
  wanted: Wanted;
  faults: readonly WantedFault[];
  findable: Findable;
  onChange: (part: Partial<Wanted>) => void;
}) {
  const t = useTexts(findingTexts);
  const said = (...of: readonly WantedFault[]): string | undefined => {
    const fault = of.find((one) => faults.includes(one));
    return fault === undefined ? undefined : t.faults[fault];
  };
  return (
    <div className="form finding-form">
      <CalendarsField
        label={t.must}
        hint={t.hint}
        fault={said('must', 'tooMany')}
        findable={findable}
        autoFocus
        value={wanted.must}
        onChange={(must) => onChange({ must })}
      />
      <CalendarsField
        label={t.may}
        hint={t.hint}
        fault={undefined}
        findable={findable}
        value={wanted.may}
        onChange={(may) => onChange({ may })}
      />
      {findable.resources.length === 0 ? null : (
        <CalendarsField
          label={t.oneOf}
          hint={t.oneOfHint}
          fault={undefined}
          findable={findable}
          onlyResources
          value={wanted.oneOf}
          onChange={(oneOf) => onChange({ oneOf })}
        />
      )}
      <TextField
        label={t.length}
        type="number"
        inputMode="numeric"
        min={5}
        step={5}
        fault={said('minutes')}
        value={Number.isNaN(wanted.minutes) ? '' : wanted.minutes}
        onChange={({ currentTarget }) => onChange({ minutes: currentTarget.valueAsNumber })}
      />
      <SelectField
        label={t.within}
        value={wanted.within}
        options={WITHINS.map((within) => [within, t.withins[within]] as const)}
        onChange={(within) => onChange({ within })}
      />
      {wanted.within === 'own' ? (
        <div className="two">
          <DateField
            label={t.first}
            kind="day"
            fault={said('days')}
            value={wanted.first}
            onChange={(first) => onChange({ first })}
          />
          <DateField label={t.last} kind="day" value={wanted.last} onChange={(last) => onChange({ last })} />
        </div>
      ) : null}
      <div className="two">
        <DateField
          label={t.fromTime}
          kind="time"
          fault={said('hours')}
          value={wanted.fromTime}
          onChange={(fromTime) => onChange({ fromTime })}
        />
        <DateField label={t.toTime} kind="time" value={wanted.toTime} onChange={(toTime) => onChange({ toTime })} />
      </div>
      <Weekdays wanted={wanted} fault={said('weekdays')} onChange={onChange} />
    </div>
  );
}

function Weekdays({
  wanted: { weekdays },
  fault,
  onChange,
}: {
  wanted: Wanted;
  fault: string | undefined;
  onChange: (part: Partial<Wanted>) => void;
}) {
  const t = useTexts(findingTexts);
  const language = useLanguage();
  return (
    <div className="field" role="group" aria-label={t.weekdays}>
      <span className="label">{t.weekdays}</span>
      <span className="finding-days">
        {APPOINTMENT_WEEKDAYS.map((day, index) => (
          <button
            key={day}
            type="button"
            className="pill"
            aria-pressed={weekdays.includes(day)}
            onClick={() =>
              onChange({
                weekdays: weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day],
              })
            }
          >
            <span aria-hidden="true">{weekdayName(`2026-11-${MONDAY + index}`, language)}</span>
            <span className="hidden-text">{weekdayName(`2026-11-${MONDAY + index}`, language, 'long')}</span>
          </button>
        ))}
      </span>
      {fault === undefined ? null : (
        <span className="fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
