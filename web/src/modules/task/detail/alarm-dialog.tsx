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

interface Props {
  readonly task: Task;
  readonly people: TaskDetail['allUsers'];
  readonly notified: TaskDetail['alarmConfig']['alarmConfigNotifiableUsers'];
  readonly onTake: (alarm: Reminding) => void;
  readonly onClose: () => void;
}

/** Who is reminded of a task, and when. */
export function AlarmDialog({ task, people, notified, onTake, onClose }: Props) {
  const t = useTexts(detailTexts);
  const zone = useZone();
  const { alarmConfig: before, fixedMaturityDate: due, ownerUserId, responsibleUserId } = task;
  const [date, setDate] = useState(() => fieldOf(before.date, zone));
  const [ownerType, setOwnerType] = useState(before.ownerType);
  const [ownerDate, setOwnerDate] = useState(() => fieldOf(before.ownerDate ?? before.date, zone));
  const [others, setOthers] = useState<readonly number[]>(before.notifiableUserIds);
  const [isWrong, setWrong] = useState(false);
  const now = Temporal.Now.instant();
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
      {due === null ? null : <NearDue due={due} now={now} onTake={(moment) => setDate(fieldOf(moment, zone))} />}
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
        <Others
          people={people.filter(({ ID }) => ID !== responsibleUserId)}
          notified={notified}
          chosen={others}
          onChange={setOthers}
        />
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

/** Moments before it is due, of which those are offered that are still to come. */
function NearDue({ due, now, onTake }: { due: string; now: Temporal.Instant; onTake: (moment: string) => void }) {
  const t = useTexts(detailTexts);
  const zone = useZone();
  const reckoned = (
    [
      [t.alarmAtDue, { hours: 0 }],
      [t.alarmHour, { hours: 1 }],
      [t.alarmDay, { days: 1 }],
    ] as const
  ).map(([label, by]) => [label, anchorOf(due, zone).subtract(by)] as const);
  return (
    <div className="task-near">
      {reckoned
        .filter(([, moment]) => Temporal.Instant.compare(moment.toInstant(), now) > 0)
        .map(([label, moment]) => (
          <Button key={label} onClick={() => onTake(moment.toInstant().toString())}>
            {label}
          </Button>
        ))}
    </div>
  );
}

/** Who else is reminded. */
function Others({
  people,
  notified,
  chosen,
  onChange,
}: Pick<Props, 'people' | 'notified'> & {
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}) {
  const t = useTexts(detailTexts);
  const known = new Map(notified.map((one) => [one.userId, one]));
  return (
    <fieldset className="task-people">
      <legend>{t.alarmOthers}</legend>
      {people.map(({ ID, Displayname }) => (
        <Check
          key={ID}
          label={Displayname}
          hint={known.get(ID)?.notified === true ? t.notified : undefined}
          checked={chosen.includes(ID)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, ID] : chosen.filter((id) => id !== ID))
          }
        />
      ))}
    </fieldset>
  );
}
