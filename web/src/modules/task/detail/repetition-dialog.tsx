import {
  MONTHLY_RULES,
  MAX_CYCLE,
  MAX_OCCURRENCES,
  REPETITION_ENDS,
  REPETITION_TYPES,
  WEEKDAYS,
  type Repetition,
} from '@kontor/contract/task';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { LeftOutNote } from '../../../shell/dates/left-out-note.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { weekdayNames } from './repetition-words.ts';
import { detailTexts } from './texts.ts';

const DEFAULTS: Repetition = {
  type: 'weekly',
  cycleTime: 1,
  end: 'never',
  countEnd: null,
  fixedEndDate: null,
  monthlyRule: 'dayOfMonth',
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: false,
  saturday: false,
  sunday: false,
};

const isWhole = (typed: string, most: number): boolean =>
  /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most;

interface Props {
  readonly value: Repetition | null;
  /** The day that it is due; null for never, and then what repeats becomes due today. */
  readonly due: Temporal.PlainDate | null;
  readonly onTake: (repetition: Repetition | null) => void;
  readonly onClose: () => void;
}

/** How a task repeats. */
export function RepetitionDialog({ value, due, onTake, onClose }: Props) {
  const t = useTexts(detailTexts);
  const [draft, setDraft] = useState<Repetition>(value ?? DEFAULTS);
  const [cycle, setCycle] = useState(String(draft.cycleTime));
  const [count, setCount] = useState(String(draft.countEnd ?? 10));
  const [isWrong, setWrong] = useState(false);
  const write = (part: Partial<Repetition>): void => {
    setWrong(false);
    setDraft({ ...draft, ...part });
  };
  const take = (): boolean => {
    const isFault =
      !isWhole(cycle, MAX_CYCLE) ||
      (draft.end === 'count' && !isWhole(count, MAX_OCCURRENCES)) ||
      (draft.end === 'date' && draft.fixedEndDate === null);
    if (isFault) return false;
    onTake({
      ...draft,
      cycleTime: Number(cycle),
      countEnd: draft.end === 'count' ? Number(count) : null,
      fixedEndDate: draft.end === 'date' ? draft.fixedEndDate : null,
    });
    return true;
  };
  const hasRule = draft.type === 'monthly' || draft.type === 'yearly';
  return (
    <FormDialog
      title={t.repeatTitle}
      texts={t}
      clear={value === null ? undefined : { label: t.repeatOff, onSelect: () => onTake(null) }}
      onTake={take}
      onWrong={() => setWrong(true)}
      onClose={onClose}
    >
      {due !== null ? null : <p className="quiet">{t.repeatNeedsDue}</p>}
      {value === null ? null : <p className="quiet">{t.follows}</p>}
      <SelectField
        label={t.repeat}
        value={draft.type}
        options={REPETITION_TYPES.map((type) => [type, t.types[type]] as const)}
        onChange={(type) => write({ type })}
      />
      <TextField
        label={t.cycle[draft.type]}
        type="number"
        min={1}
        max={MAX_CYCLE}
        inputMode="numeric"
        fault={isWrong ? t.repeatFault : undefined}
        value={cycle}
        onChange={({ currentTarget }) => {
          setCycle(currentTarget.value);
          setWrong(false);
        }}
      />
      {draft.type === 'weekly' ? <Weekdays draft={draft} onChange={write} /> : null}
      {hasRule ? (
        <SelectField
          label={t.monthlyRule}
          value={draft.monthlyRule}
          options={MONTHLY_RULES.map((rule) => [rule, t.monthlyRules[rule]] as const)}
          onChange={(monthlyRule) => write({ monthlyRule })}
        />
      ) : null}
      <LeftOutNote
        rule={
          due !== null && (draft.type === 'monthly' || draft.type === 'yearly') && draft.monthlyRule === 'dayOfMonth'
            ? { type: draft.type, tact: Number(cycle), day: due.day, month: due.month }
            : undefined
        }
        onLastDay={() => write({ monthlyRule: 'lastDay' })}
      />
      <End
        draft={draft}
        count={count}
        onCount={(typed) => {
          setCount(typed);
          setWrong(false);
        }}
        onChange={write}
      />
    </FormDialog>
  );
}

interface PartProps {
  readonly draft: Repetition;
  readonly onChange: (part: Partial<Repetition>) => void;
}

/** The days of a week on which it repeats. */
function Weekdays({ draft, onChange }: PartProps) {
  const t = useTexts(detailTexts);
  const names = weekdayNames(useLanguage(), 'short');
  return (
    <fieldset className="task-days">
      <legend>{t.weekdays}</legend>
      {WEEKDAYS.map((day, index) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={draft[day]}
            onChange={({ currentTarget }) => onChange({ [day]: currentTarget.checked })}
          />
          <span>{names[index]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** When it ends: never, after so many times, or on a day. */
function End({
  draft,
  count,
  onCount,
  onChange,
}: PartProps & {
  /** How often, as it is typed. */
  count: string;
  onCount: (typed: string) => void;
}) {
  const t = useTexts(detailTexts);
  return (
    <>
      <SelectField
        label={t.ends}
        value={draft.end}
        options={REPETITION_ENDS.map((end) => [end, t.end[end]] as const)}
        onChange={(end) => onChange({ end })}
      />
      {draft.end === 'count' ? (
        <TextField
          label={t.count}
          type="number"
          min={1}
          max={MAX_OCCURRENCES}
          inputMode="numeric"
          value={count}
          onChange={({ currentTarget }) => onCount(currentTarget.value)}
        />
      ) : draft.end === 'date' ? (
        <DateField
          label={t.endDate}
          kind="day"
          value={draft.fixedEndDate ?? ''}
          onChange={(value) => onChange({ fixedEndDate: value || null })}
        />
      ) : null}
    </>
  );
}
