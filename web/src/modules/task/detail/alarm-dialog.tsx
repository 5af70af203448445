import { OWNER_TYPES, type TaskDetail } from '@kontor/contract/task';
import { useState } from 'react';
import { useTexts, useZone } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { Check, SelectField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Button } from '../../../ui/parts.tsx';
import { isDay } from './due-words.ts';
import type { Reminding, Task } from './fields.ts';
import { detailTexts } from './texts.ts';

/** A moment as a field of a form has it, in a zone; empty for none. */
const fieldOf = (moment: string | null, zone: string): string =>
  moment === null
    ? ''
    : Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });
const momentOf = (field: string, zone: string): string | null =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(field)
    ? Temporal.PlainDateTime.from(field).toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'millisecond' })
    : null;

/** The moment from which reminders are reckoned: when it is due, on a day without a time eight o'clock. */
const anchorOf = (due: string, zone: string): Temporal.ZonedDateTime =>
  isDay(due)
    ? Temporal.PlainDate.from(due).toZonedDateTime({ timeZone: zone, plainTime: '08:00' })
    : Temporal.Instant.from(due).toZonedDateTimeISO(zone);

/** Who is reminded of a task, and when. */
export function AlarmDialog({
  task,
  people,
  notified,
  onTake,
  onClose,
}: {
  task: Task;
  people: TaskDetail['allUsers'];
  notified: TaskDetail['alarmConfig']['alarmConfigNotifiableUsers'];
  onTake: (alarm: Reminding) => void;
  onClose: () => void;
}) {
  const t = useTexts(detailTexts);
  const zone = useZone();
  const { alarmConfig: before, fixedMaturityDate: due, ownerUserId, responsibleUserId } = task;
  const [date, setDate] = useState(() => fieldOf(before.date, zone));
  const [ownerType, setOwnerType] = useState(before.ownerType);
  const [ownerDate, setOwnerDate] = useState(() => fieldOf(before.ownerDate ?? before.date, zone));
  const [others, setOthers] = useState<readonly number[]>(before.notifiableUserIds);
  const [isWrong, setWrong] = useState(false);
  const reckoned =
    due === null
      ? []
      : (
          [
            [t.alarmAtDue, { hours: 0 }],
            [t.alarmHour, { hours: 1 }],
            [t.alarmDay, { days: 1 }],
          ] as const
        ).map(([label, by]) => [label, anchorOf(due, zone).subtract(by)] as const);
  const now = Temporal.Now.instant();
  const known = new Map(notified.map((one) => [one.userId, one]));
  const take = (): boolean => {
    const at = momentOf(date, zone);
    const owners = ownerUserId === 0 || ownerType === 'never' ? null : momentOf(ownerDate, zone);
    const isPast = (moment: string | null, was: string | null): boolean =>
      moment !== null && moment !== was && Temporal.Instant.compare(Temporal.Instant.from(moment), now) <= 0;
    if (isPast(at, before.date) || isPast(owners, before.ownerDate)) return false;
    onTake({
      date: at,
      notifiable: at !== null,
      ownerDate: owners,
      ownerType: ownerUserId === 0 ? 'never' : ownerType,
      notifiableUserIds: others.toSorted((a, b) => a - b),
    });
    return true;
  };
  return (
    <FormDialog
      title={t.alarmTitle}
      texts={t}
      clear={
        before.date === null && before.ownerDate === null
          ? undefined
          : {
              label: t.alarmOff,
              onSelect: () =>
                onTake({ date: null, notifiable: false, ownerDate: null, ownerType: 'never', notifiableUserIds: [] }),
            }
      }
      onTake={take}
      onWrong={() => setWrong(true)}
      onClose={onClose}
    >
      {reckoned.length === 0 ? null : (
        <div className="task-near">
          {reckoned
            .filter(([, moment]) => Temporal.Instant.compare(moment.toInstant(), now) > 0)
            .map(([label, moment]) => (
              <Button key={label} onClick={() => setDate(fieldOf(moment.toInstant().toString(), zone))}>
                {label}
              </Button>
            ))}
        </div>
      )}
      <DateField
        label={t.alarmDate}
        kind="moment"
        fault={isWrong ? t.alarmFault : undefined}
        value={date}
        onChange={(value) => {
          setDate(value);
          setWrong(false);
        }}
      />
      {people.length < 2 ? null : (
        <fieldset className="task-people">
          <legend>{t.alarmOthers}</legend>
          {people
            .filter(({ ID }) => ID !== responsibleUserId)
            .map(({ ID, Displayname }) => (
              <Check
                key={ID}
                label={Displayname}
                hint={known.get(ID)?.notified === true ? t.notified : undefined}
                checked={others.includes(ID)}
                onChange={({ currentTarget }) =>
                  setOthers(currentTarget.checked ? [...others, ID] : others.filter((id) => id !== ID))
                }
              />
            ))}
        </fieldset>
      )}
      {ownerUserId === 0 ? null : (
        <>
          <SelectField
            label={t.alarmOwner}
            value={ownerType}
            options={OWNER_TYPES.map((type) => [type, t.ownerTypes[type]] as const)}
            onChange={setOwnerType}
          />
          {ownerType === 'never' ? null : (
            <DateField
              label={t.ownerDate}
              kind="moment"
              value={ownerDate}
              onChange={(value) => {
                setOwnerDate(value);
                setWrong(false);
              }}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
