import { useState, type FormEvent } from 'react';
import { useTexts, useZone } from '../../../shell/index.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { dayOf, isDay } from './due-words.ts';
import { detailTexts } from './texts.ts';

const FORERUNS = [0, 3600, 86_400, 259_200, 604_800, 1_209_600] as const;

/** When something is due: on a day, or at a time of it, and how long before that it comes up. */
export function DueDialog({
  due,
  forerun,
  onTake,
  onClose,
}: {
  due: string | null;
  /** Seconds. */
  forerun: number;
  onTake: (due: string | null, forerun: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(detailTexts);
  const zone = useZone();
  const [today] = useState(() => Temporal.Now.zonedDateTimeISO(zone).toPlainDate());
  const [day, setDay] = useState(() => (due === null ? '' : dayOf(due, zone).toString()));
  const [time, setTime] = useState(() =>
    due === null || isDay(due)
      ? ''
      : Temporal.Instant.from(due).toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' }),
  );
  const [before, setBefore] = useState(String(forerun));
  const [isWrong, setWrong] = useState(false);
  const take = (chosen: string): void => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(chosen)) return setWrong(true);
    const date = Temporal.PlainDate.from(chosen);
    const moment = time === '' ? undefined : date.toZonedDateTime({ timeZone: zone, plainTime: time });
    onTake(
      moment === undefined ? date.toString() : moment.toInstant().toString({ smallestUnit: 'millisecond' }),
      Number(before),
    );
    onClose();
    return undefined;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    take(day);
  };
  const near = [
    [t.today, today],
    [t.tomorrow, today.add({ days: 1 })],
    [t.nextWeek, today.add({ days: 8 - today.dayOfWeek })],
  ] as const;
  return (
    <Dialog title={t.dueTitle} closeLabel={t.close} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <div className="task-near">
          {near.map(([label, date], index) => (
            <Button key={label} autoFocus={index === 0} onClick={() => take(date.toString())}>
              {label}
            </Button>
          ))}
        </div>
        <TextField
          label={t.day}
          type="date"
          fault={isWrong ? t.dueFault : undefined}
          value={day}
          onChange={({ currentTarget }) => {
            setDay(currentTarget.value);
            setWrong(false);
          }}
        />
        <TextField
          label={t.time}
          type="time"
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
        <SelectField
          label={t.forerun}
          value={before}
          options={[
            ...FORERUNS.map((seconds) => [String(seconds), t.foreruns[seconds]] as const),
            ...(FORERUNS.some((seconds) => seconds === forerun)
              ? []
              : [[String(forerun), `${forerun / 3600} h`] as const]),
          ]}
          onChange={setBefore}
        />
        <footer className="form-buttons">
          {due === null ? null : (
            <Button
              kind="plain"
              onClick={() => {
                onTake(null, 0);
                onClose();
              }}
            >
              {t.noDue}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit">
            {t.take}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
