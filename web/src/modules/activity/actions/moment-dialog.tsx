import './moment-dialog.css';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useFormats, useLanguage, useTexts } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { momentAt, momentOf } from '../../../ui/when.ts';
import { momentTexts } from './moment-texts.ts';

const DayCalendar = lazily(() => import('../../../shell/dates/day-calendar.tsx').then((module) => module.DayCalendar));

/** A moment to come: one that is near at hand, typed, or a day of the calendar and a time. */
export function MomentDialog({
  title,
  set,
  now,
  years,
  moments,
  children,
  onMoment,
  onClose,
}: {
  title: string;
  /** What the button says that takes what was typed or picked. */
  set: string;
  /** When the choosing began, in the zone of the person. */
  now: Temporal.ZonedDateTime;
  /** How far ahead it may be. */
  years: number;
  /** Those that are near at hand, with what they are called. */
  moments: readonly (readonly [label: string, moment: Temporal.ZonedDateTime])[];
  /** Stands between them and what is typed. */
  children?: ReactNode;
  /** `moment`: an ISO instant; `words`: the same as the person reads it. */
  onMoment: (moment: string, words: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(momentTexts);
  const formats = useFormats();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<{ readonly day: string; readonly time: string }>();
  const [fault, setFault] = useState<string>();
  const words = (moment: Temporal.ZonedDateTime): string => formats.full(moment.epochMilliseconds / 1000);
  const take = (moment: Temporal.ZonedDateTime): void => {
    onClose();
    onMoment(moment.toInstant().toString({ smallestUnit: 'second' }), words(moment));
  };
  const today = now.toPlainDate().toString();
  const last = now.toPlainDate().add({ years }).toString();
  /** What was typed or picked, from this moment on: "in 1 Minute" counts from when it is taken. */
  const read = (): Temporal.ZonedDateTime | undefined => {
    const present = Temporal.Now.zonedDateTimeISO(now.timeZoneId);
    return picked === undefined ? momentOf(typed, present) : momentAt(picked.day, picked.time, present);
  };
  const meant = read();
  const isGiven = picked !== undefined || typed !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const moment = read();
    if (moment !== undefined) return take(moment);
    if (picked !== undefined) return setFault(t.fault);
    void import('../../../shell/understand/no-such-day.ts')
      .then(({ sayNoSuchDay }) => sayNoSuchDay(typed, language))
      .catch(() => undefined)
      .then((said) => setFault(said ?? t.fault));
  };
  return (
    <Dialog title={title} closeLabel={t.close} onClose={onClose}>
      <form className="form moment" onSubmit={submit}>
        {moments.map(([label, moment], index) => (
          <Button key={label} autoFocus={index === 0} onClick={() => take(moment)}>
            <span>{label}</span> <span className="quiet">{words(moment)}</span>
          </Button>
        ))}
        {children}
        <TextField
          label={t.typed}
          hint={isGiven && meant !== undefined ? words(meant) : t.hint}
          fault={fault}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPicked(undefined);
            setFault(undefined);
          }}
        />
        {picked === undefined ? (
          <Button kind="plain" icon="calendar-blank" onClick={() => setPicked({ day: today, time: '08:00' })}>
            {t.calendar}
          </Button>
        ) : (
          <div className="moment-calendar">
            <DayCalendar
              day={picked.day}
              today={today}
              first={today}
              last={last}
              onPick={(day) => {
                setPicked({ ...picked, day });
                setFault(undefined);
              }}
            />
            <DateField
              label={t.time}
              kind="time"
              required
              value={picked.time}
              onChange={(value) => {
                setPicked({ ...picked, time: value });
                setFault(undefined);
              }}
            />
          </div>
        )}
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit">
            {set}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
