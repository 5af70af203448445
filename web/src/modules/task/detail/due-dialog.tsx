import { useState } from 'react';
import { useTexts, useZone } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
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
  const take = (chosen: string): boolean => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(chosen)) return false;
    const date = Temporal.PlainDate.from(chosen);
    const moment = time === '' ? undefined : date.toZonedDateTime({ timeZone: zone, plainTime: time });
    onTake(
      moment === undefined ? date.toString() : moment.toInstant().toString({ smallestUnit: 'millisecond' }),
      Number(before),
    );
    return true;
  };
  const near = [
    [t.today, today],
    [t.tomorrow, today.add({ days: 1 })],
    [t.nextWeek, today.add({ days: 8 - today.dayOfWeek })],
  ] as const;
  return (
    <FormDialog
      title={t.dueTitle}
      texts={t}
      clear={due === null ? undefined : { label: t.noDue, onSelect: () => onTake(null, 0) }}
      onTake={() => take(day)}
      onWrong={() => setWrong(true)}
      onClose={onClose}
    >
      <div className="task-near">
        {near.map(([label, date], index) => (
          <Button
            key={label}
            autoFocus={index === 0}
            onClick={() => {
              if (take(date.toString())) onClose();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <DateField
        label={t.day}
        kind="day"
        fault={isWrong ? t.dueFault : undefined}
        value={day}
        onChange={(value) => {
          setDay(value);
          setWrong(false);
        }}
      />
      <DateField label={t.time} kind="time" value={time} onChange={setTime} />
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
    </FormDialog>
  );
}
