import {
  MONTHLY_RULES,
  MOST_CYCLE,
  MOST_OCCURRENCES,
  REPETITION_ENDS,
  REPETITION_TYPES,
  WEEKDAYS,
  type Repetition,
} from '@kontor/contract/task';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { weekdayNames } from './repetition-words.ts';
import { detailTexts } from './texts.ts';

const USUAL: Repetition = {
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

/** How a task repeats. */
export function RepetitionDialog({
  value,
  hasDue,
  onTake,
  onClose,
}: {
  value: Repetition | null;
  /** What repeats has to be due. */
  hasDue: boolean;
  onTake: (repetition: Repetition | null) => void;
  onClose: () => void;
}) {
  const t = useTexts(detailTexts);
  const names = weekdayNames(useLanguage(), 'short');
  const [draft, setDraft] = useState<Repetition>(value ?? USUAL);
  const [cycle, setCycle] = useState(String(draft.cycleTime));
  const [count, setCount] = useState(String(draft.countEnd ?? 10));
  const [isWrong, setWrong] = useState(false);
  const write = (part: Partial<Repetition>): void => {
    setWrong(false);
    setDraft({ ...draft, ...part });
  };
  const take = (): boolean => {
    const isFault =
      !isWhole(cycle, MOST_CYCLE) ||
      (draft.end === 'count' && !isWhole(count, MOST_OCCURRENCES)) ||
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
      {hasDue ? null : <p className="quiet">{t.repeatNeedsDue}</p>}
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
        max={MOST_CYCLE}
        inputMode="numeric"
        fault={isWrong ? t.repeatFault : undefined}
        value={cycle}
        onChange={({ currentTarget }) => {
          setCycle(currentTarget.value);
          setWrong(false);
        }}
      />
      {draft.type === 'weekly' ? (
        <fieldset className="task-days">
          <legend>{t.weekdays}</legend>
          {WEEKDAYS.map((day, index) => (
            <label key={day}>
              <input
                type="checkbox"
                checked={draft[day]}
                onChange={({ currentTarget }) => write({ [day]: currentTarget.checked })}
              />
              <span>{names[index]}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {hasRule ? (
        <SelectField
          label={t.monthlyRule}
          value={draft.monthlyRule}
          options={MONTHLY_RULES.map((rule) => [rule, t.monthlyRules[rule]] as const)}
          onChange={(monthlyRule) => write({ monthlyRule })}
        />
      ) : null}
      <SelectField
        label={t.ends}
        value={draft.end}
        options={REPETITION_ENDS.map((end) => [end, t.end[end]] as const)}
        onChange={(end) => write({ end })}
      />
      {draft.end === 'count' ? (
        <TextField
          label={t.count}
          type="number"
          min={1}
          max={MOST_OCCURRENCES}
          inputMode="numeric"
          value={count}
          onChange={({ currentTarget }) => {
            setCount(currentTarget.value);
            setWrong(false);
          }}
        />
      ) : draft.end === 'date' ? (
        <TextField
          label={t.endDate}
          type="date"
          value={draft.fixedEndDate ?? ''}
          onChange={({ currentTarget }) => write({ fixedEndDate: currentTarget.value || null })}
        />
      ) : null}
    </FormDialog>
  );
}
