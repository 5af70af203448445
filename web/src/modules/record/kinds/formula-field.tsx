import { MAX_FORMULA, type FieldDefinition } from '@kontor/contract/record';
import { useId, useRef } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import type { Values } from '../fields/values.ts';
import { ownFields, type Design } from './design.ts';
import { formTexts } from './form-texts.ts';
import { formulaTexts } from './formula-texts.ts';
import { saidNumber } from '../fields/number-input.tsx';
import { useOutcome } from './use-example.ts';

type Computed = Extract<FieldDefinition, { kind: 'computed' }>;
const RESULTS = ['text', 'number', 'date'] as const;

/** A formula with what comes of it for the record of the preview. */
export function FormulaField({
  field,
  design,
  values,
  fault,
  onChange,
}: {
  field: Computed;
  design: Design;
  values: Values;
  fault: string | undefined;
  onChange: (part: Partial<Computed>) => void;
}) {
  const t = useTexts(formTexts);
  const { lines } = useTexts(formulaTexts);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const usable = ownFields(design).filter((one) => one.field.key !== field.key && one.field.kind !== 'reference');
  const insert = (key: string): void => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    onChange({ formula: `${field.formula.slice(0, selectionStart)}${key}${field.formula.slice(selectionEnd)}` });
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(selectionStart + key.length, selectionStart + key.length);
    });
  };
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t.formula}</label>
        <textarea
          ref={area}
          id={id}
          className="input kind-formula"
          rows={3}
          spellCheck={false}
          maxLength={MAX_FORMULA}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-more ${id}-outcome`}
          value={field.formula}
          onChange={({ currentTarget }) => onChange({ formula: currentTarget.value })}
        />
        <span id={`${id}-more`} className={fault === undefined ? 'hint' : 'fault'}>
          {fault ?? t.formulaHint}
        </span>
      </div>
      <select
        className="input"
        aria-label={t.insertField}
        value=""
        onChange={({ currentTarget }) => insert(currentTarget.value)}
      >
        <option value="">{t.insertField}</option>
        {usable.map((one) => (
          <option key={one.id} value={one.field.key}>
            {one.field.label} ({one.field.key})
          </option>
        ))}
      </select>
      <div className="kind-two">
        <SelectField
          label={t.result}
          value={field.result}
          options={RESULTS.map((result) => [result, t.results[result]])}
          onChange={(result) => onChange({ result })}
        />
        {field.result === 'number' ? (
          <SelectField
            label={t.decimals}
            value={field.decimals === undefined ? '' : String(field.decimals)}
            options={[['', t.anyDecimals], ...['0', '1', '2', '3', '4', '5', '6'].map((one) => [one, one] as const)]}
            onChange={(decimals) => onChange({ decimals: decimals === '' ? undefined : Number(decimals) })}
          />
        ) : null}
      </div>
      <Outcome id={`${id}-outcome`} field={field} design={design} values={values} />
      <details className="kind-functions">
        <summary>{t.functions}</summary>
        <dl>
          {lines.map(([how, what]) => (
            <div key={how}>
              <dt>
                <code>{how}</code>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Outcome({ id, field, design, values }: { id: string; field: Computed; design: Design; values: Values }) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const { outcome, failure, isEmpty } = useOutcome(design, field, values);
  if (isEmpty) return <p id={id} hidden />;
  if (outcome === undefined)
    return (
      <p id={id} className="quiet" role="status">
        {failure === undefined ? t.trying : t.tryFailed}
      </p>
    );
  if ('fault' in outcome)
    return (
      <p id={id} className="fault" role="status">
        {t.formulaFaults[outcome.fault.why]}
        {outcome.fault.detail === '' ? '' : `: ${outcome.fault.detail}`}
      </p>
    );
  const said = field.result === 'number' ? saidNumber(outcome.value, language, field.decimals) : outcome.value;
  return (
    <p id={id} className="kind-outcome" role="status">
      {t.outcome} <strong>{said === '' ? t.nothing : said}</strong>
    </p>
  );
}
