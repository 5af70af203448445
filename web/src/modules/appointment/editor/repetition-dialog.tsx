import {
  APPOINTMENT_REPETITION_TYPES,
  APPOINTMENT_WEEKDAYS,
  MAX_TACT,
  MAX_TIMES,
  MONTH_RULES,
  type AppointmentRepetition,
} from '@kontor/contract/appointment';
import { useState } from 'react';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { LeftOutNote } from '../../../shell/dates/left-out-note.tsx';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { repetitionTexts } from './repetition-texts.ts';
import { ruleFaults, ruleOf, typedRule, type RepetitionEnd, type TypedRule } from './repetition-rules.ts';
import { monthDayWords, weekdayNames, weekdaysOf } from './words.ts';

const ENDS: readonly RepetitionEnd[] = ['never', 'date', 'times'];
const DAYS_OF_MONTH = [...Array(31).keys()].map((day) => String(day + 1));

/** The form of how something repeats. */
export function RepetitionDialog({
  value,
  firstDate,
  onTake,
  onClose,
}: {
  value: AppointmentRepetition | null;
  /** The day of the first occurrence. */
  firstDate: string;
  onTake: (value: AppointmentRepetition | null) => void;
  onClose: () => void;
}) {
  const t = useTexts(repetitionTexts);
  const [typed, setTyped] = useState(() => typedRule(value));
  const [isTried, setTried] = useState(false);
  const faults = isTried ? ruleFaults(typed, firstDate) : [];
  const change = (part: Partial<TypedRule>): void => setTyped((known) => ({ ...known, ...part }));
  const { repetitionType } = typed;
  const types = APPOINTMENT_REPETITION_TYPES.filter((type) => type !== 'custom' || value?.repetitionType === 'custom');
  return (
    <FormDialog
      title={t.title}
      texts={t}
      clear={value === null ? undefined : { label: t.off, onSelect: () => onTake(null) }}
      onTake={() => {
        if (ruleFaults(typed, firstDate).length > 0) return false;
        onTake(ruleOf(typed, value));
        return true;
      }}
      onWrong={() => setTried(true)}
      onClose={onClose}
    >
      <SelectField
        label={t.type}
        value={repetitionType}
        options={types.map((type) => [type, t.types[type]] as const)}
        onChange={(type) => change({ repetitionType: type })}
      />
      {repetitionType === 'custom' ? (
        <p className="quiet">{t.customHint}</p>
      ) : (
        <>
          <TextField
            label={t.tact[repetitionType]}
            type="number"
            min={1}
            max={MAX_TACT}
            inputMode="numeric"
            fault={faults.includes('tact') ? t.tactFault(MAX_TACT) : undefined}
            value={typed.tact}
            onChange={({ currentTarget }) => change({ tact: currentTarget.value })}
          />
          {repetitionType === 'weekly' ? <Weekdays typed={typed} firstDate={firstDate} onChange={change} /> : null}
          {repetitionType === 'monthly' || repetitionType === 'yearly' ? (
            <MonthDate typed={typed} firstDate={firstDate} onChange={change} />
          ) : null}
          <SelectField
            label={t.ends}
            value={typed.end}
            options={ENDS.map((end) => [end, t.end[end]] as const)}
            onChange={(end) => change({ end })}
          />
          {typed.end === 'date' ? (
            <DateField
              label={t.lastDay}
              kind="day"
              fault={faults.includes('durationEnd') ? t.lastDayFault : undefined}
              value={typed.durationEnd}
              onChange={(durationEnd) => change({ durationEnd })}
            />
          ) : null}
          {typed.end === 'times' ? (
            <TextField
              label={t.times}
              type="number"
              min={1}
              max={MAX_TIMES}
              inputMode="numeric"
              fault={faults.includes('times') ? t.tactFault(MAX_TIMES) : undefined}
              value={typed.times}
              onChange={({ currentTarget }) => change({ times: currentTarget.value })}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

interface PartProps {
  readonly typed: TypedRule;
  readonly firstDate: string;
  readonly onChange: (part: Partial<TypedRule>) => void;
}

/** The days of a week on which it repeats. */
function Weekdays({ typed: { weekdays }, firstDate, onChange }: PartProps) {
  const t = useTexts(repetitionTexts);
  const names = weekdayNames(useLanguage(), 'short');
  const chosen = weekdaysOf(weekdays, Temporal.PlainDate.from(firstDate));
  return (
    <fieldset className="appointment-weekdays">
      <legend>{t.weekdays}</legend>
      {APPOINTMENT_WEEKDAYS.map((day, index) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={chosen.includes(day)}
            onChange={({ currentTarget }) =>
              onChange({ weekdays: currentTarget.checked ? [...chosen, day] : chosen.filter((one) => one !== day) })
            }
          />
          <span>{names[index]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Which day of a month is meant. */
function MonthDate({ typed: { repetitionType, monthDate, tact }, firstDate, onChange }: PartProps) {
  const t = useTexts(repetitionTexts);
  const language = useLanguage();
  const first = Temporal.PlainDate.from(firstDate);
  const say = (day: string): string => {
    const rule = MONTH_RULES.find((one) => one === day);
    return monthDayWords(rule ?? (day === '' ? null : Number(day)), first, language);
  };
  // The day of the first occurrence stands there already, as the first.
  const days = DAYS_OF_MONTH.filter((day) => Number(day) !== first.day || day === monthDate);
  const day = monthDate === '' ? first.day : Number(monthDate);
  return (
    <>
      <SelectField
        label={t.monthDate}
        value={monthDate}
        options={['', ...MONTH_RULES, ...days].map((one) => [one, say(one)] as const)}
        onChange={(chosen) => onChange({ monthDate: chosen })}
      />
      <LeftOutNote
        rule={
          (repetitionType === 'monthly' || repetitionType === 'yearly') && Number.isInteger(day)
            ? { type: repetitionType, tact: Number(tact), day, month: first.month }
            : undefined
        }
        onLastDay={() => onChange({ monthDate: 'lastDay' })}
      />
    </>
  );
}
