import { useId, type ReactNode } from 'react';
import { useLanguage, useTexts } from '../../../../shell/index.ts';
import { DateField } from '../../../../shell/dates/date-field.tsx';
import { Check, SelectField, TextField } from '../../../../ui/fields.tsx';
import { IconButton } from '../../../../ui/parts.tsx';
import {
  FIELDS,
  VERDICTS,
  WEEKDAYS,
  comparisonsOf,
  isFact,
  isText,
  withField,
  type ConditionDraft,
  type Field,
} from './draft.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { texts } from './texts.ts';

/** Lines that a field shows before it scrolls. */
const MAX_LINES = 6;

/** One part of a rule with what is wrong with it, and a way to take it out. `onRemove`: undefined for the only one. */
export function Part({
  label,
  removeLabel,
  fault,
  onRemove,
  children,
}: {
  label: string;
  removeLabel: string;
  fault: string | undefined;
  onRemove: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <div className="rule-part" role="group" aria-label={label}>
      <div className="rule-fields">{children}</div>
      {onRemove === undefined ? null : <IconButton icon="x" label={removeLabel} onClick={onRemove} />}
      {fault === undefined ? null : (
        <p className="rule-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Several lines of text, each of which counts for itself. */
export function LinesField({
  label,
  hint,
  value,
  isWrong,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field wide">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={Math.min(MAX_LINES, Math.max(1, value.split('\n').length))}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-hint`} className="hint">
        {hint}
      </span>
    </div>
  );
}

/** A condition as it is written: what is looked at, how, and for what. */
export function ConditionRow({
  number,
  draft,
  zone,
  fault,
  onChange,
  onRemove,
}: {
  /** From 1. */
  number: number;
  draft: ConditionDraft;
  /** The time zone of the instance. */
  zone: string;
  fault: string | undefined;
  onChange: (draft: ConditionDraft) => void;
  onRemove: (() => void) | undefined;
}) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const language = useLanguage();
  const { field } = draft;
  const isWrong = fault !== undefined;
  const change = (part: Partial<ConditionDraft>): void => onChange({ ...draft, ...part });
  return (
    <Part label={t.condition(number)} removeLabel={t.removeCondition(number)} fault={fault} onRemove={onRemove}>
      <SelectField<Field>
        label={t.field}
        value={field}
        options={FIELDS.map((one) => [one, s.fields[one]])}
        onChange={(one) => onChange(withField(draft, one))}
      />
      {field === 'header' ? (
        <TextField
          label={t.header}
          placeholder="List-Id"
          spellCheck={false}
          maxLength={100}
          aria-invalid={isWrong}
          value={draft.header}
          onChange={({ currentTarget }) => change({ header: currentTarget.value })}
        />
      ) : null}
      {isText(field) ? (
        <>
          <SelectField
            label={t.comparison}
            value={draft.comparison}
            options={comparisonsOf(field).map((one) => [one, s.comparisons[one]])}
            onChange={(comparison) => change({ comparison })}
          />
          <LinesField
            label={t.values}
            hint={draft.comparison === 'containsNot' ? t.valuesNotHint : t.valuesHint}
            value={draft.values}
            isWrong={isWrong}
            onChange={(values) => change({ values })}
          />
        </>
      ) : isFact(field) ? (
        <SelectField<'yes' | 'no'>
          label={t.comparison}
          value={draft.isSo ? 'yes' : 'no'}
          options={[
            ['yes', s.factChoices[field].yes],
            ['no', s.factChoices[field].no],
          ]}
          onChange={(one) => change({ isSo: one === 'yes' })}
        />
      ) : field === 'authentication' ? (
        <SelectField
          label={t.comparison}
          value={draft.verdict}
          options={VERDICTS.map((one) => [one, s.verdicts[one]])}
          onChange={(verdict) => change({ verdict })}
        />
      ) : field === 'size' ? (
        <>
          <SelectField
            label={t.comparison}
            value={draft.size}
            options={[
              ['over', s.sizes.over],
              ['under', s.sizes.under],
            ]}
            onChange={(size) => change({ size })}
          />
          <TextField
            label={t.megabytes}
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={isWrong}
            value={language === 'de' ? draft.megabytes.replace('.', ',') : draft.megabytes}
            onChange={({ currentTarget }) => change({ megabytes: currentTarget.value })}
          />
        </>
      ) : (
        <TimeFields draft={draft} zone={zone} isWrong={isWrong} onChange={change} />
      )}
    </Part>
  );
}

function TimeFields({
  draft,
  zone,
  isWrong,
  onChange,
}: {
  draft: ConditionDraft;
  zone: string;
  isWrong: boolean;
  onChange: (part: Partial<ConditionDraft>) => void;
}) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const { weekdays } = draft;
  return (
    <>
      <DateField
        label={t.from}
        kind="time"
        aria-invalid={isWrong}
        value={draft.from}
        onChange={(value) => onChange({ from: value })}
      />
      <DateField
        label={t.to}
        kind="time"
        aria-invalid={isWrong}
        value={draft.to}
        onChange={(value) => onChange({ to: value })}
      />
      <fieldset className="rule-days wide">
        <legend>{t.weekdays}</legend>
        {WEEKDAYS.map((day) => (
          <Check
            key={day}
            label={s.days[day - 1]}
            aria-label={s.dayNames[day - 1]}
            checked={weekdays.includes(day)}
            onChange={({ currentTarget }) =>
              onChange({
                weekdays: currentTarget.checked
                  ? WEEKDAYS.filter((one) => one === day || weekdays.includes(one))
                  : weekdays.filter((one) => one !== day),
              })
            }
          />
        ))}
      </fieldset>
      <p className="hint wide">{t.timeHint(zone)}</p>
    </>
  );
}
