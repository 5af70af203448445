import { ACTION_ICONS, type FieldDefinition, type RecordInstance } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import type { Values } from '../fields/values.ts';
import { ChoicesField } from './choices-field.tsx';
import { MIN_WIDTH, MAX_WIDTH, type Design } from './design.ts';
import type { Control } from './faults.ts';
import { formTexts } from './form-texts.ts';
import { FormulaField } from './formula-field.tsx';

interface Props<F = FieldDefinition> {
  readonly field: F;
  readonly design: Design;
  readonly kinds: readonly RecordInstance[];
  readonly values: Values;
  readonly faultOf: (control: Control) => string | undefined;
  /** `of`: which part it is, so that what is written there at once is one step. */
  readonly onChange: (part: object, of: string) => void;
}
type Of<K extends FieldDefinition['kind']> = Props<Extract<FieldDefinition, { kind: K }>>;

const FORMATS = ['DD.MM.YYYY', 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

/** What only this kind of field has. */
export function OwnOfKind({ field, ...given }: Props) {
  const t = useTexts(formTexts);
  switch (field.kind) {
    case 'singleChoiceSelect':
    case 'singleChoiceRadio':
    case 'multiplechoice':
    case 'checkboxgroup':
    case 'multiplechoiceTag':
      return (
        <ChoicesField
          label={t.choices}
          hint={field.kind === 'multiplechoiceTag' ? t.tagsHint : t.choicesHint}
          fault={given.faultOf('choices')}
          choices={field.choices}
          onChange={(choices) => given.onChange({ choices }, 'choices')}
        />
      );
    case 'textField':
      return <OfText field={field} {...given} />;
    case 'datefield':
      return <OfDate field={field} {...given} />;
    case 'timefield':
      return <OfTime field={field} {...given} />;
    case 'reference':
      return <OfReference field={field} {...given} />;
    case 'computed':
      return (
        <FormulaField
          field={field}
          design={given.design}
          values={given.values}
          fault={given.faultOf('formula')}
          onChange={(part) => given.onChange(part, Object.keys(part).join(' '))}
        />
      );
    case 'textarea':
      return null;
  }
}

function OfText({ field, onChange }: Of<'textField'>) {
  const t = useTexts(formTexts);
  return (
    <>
      <Check
        label={t.isNumber}
        hint={t.isNumberHint}
        checked={field.isNumber === true}
        onChange={({ currentTarget }) =>
          onChange(
            { isNumber: currentTarget.checked || undefined, ...(currentTarget.checked ? { actionIcons: [] } : {}) },
            'isNumber',
          )
        }
      />
      {field.isNumber === true ? null : (
        <fieldset className="kind-checks">
          <legend>{t.actions}</legend>
          {ACTION_ICONS.map((icon) => (
            <Check
              key={icon}
              label={t.actionIcons[icon]}
              checked={field.actionIcons.includes(icon)}
              onChange={({ currentTarget }) =>
                onChange(
                  {
                    actionIcons: ACTION_ICONS.filter((one) =>
                      one === icon ? currentTarget.checked : field.actionIcons.includes(one),
                    ),
                  },
                  'actionIcons',
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function OfDate({ field, faultOf, onChange }: Of<'datefield'>) {
  const t = useTexts(formTexts);
  const formats = (FORMATS as readonly string[]).includes(field.format) ? FORMATS : [field.format, ...FORMATS];
  return (
    <div className="kind-two">
      <SelectField
        label={t.format}
        fault={faultOf('format')}
        value={field.format}
        options={formats.map((format) => [format, format])}
        onChange={(format) => onChange({ format }, 'format')}
      />
      <TextField
        label={t.width}
        type="number"
        min={MIN_WIDTH}
        max={MAX_WIDTH}
        step={10}
        fault={faultOf('width')}
        value={field.width}
        onChange={({ currentTarget }) => onChange({ width: currentTarget.valueAsNumber || 0 }, 'width')}
      />
    </div>
  );
}

function OfTime({ field, faultOf, onChange }: Of<'timefield'>) {
  const t = useTexts(formTexts);
  return (
    <>
      <TextField
        label={t.increment}
        type="number"
        min={1}
        max={720}
        fault={faultOf('increment')}
        value={field.increment}
        onChange={({ currentTarget }) => onChange({ increment: currentTarget.valueAsNumber || 0 }, 'increment')}
      />
      <div className="kind-two">
        <DateField
          label={t.minValue}
          kind="time"
          fault={faultOf('minValue')}
          value={field.minValue}
          onChange={(value) => onChange({ minValue: value }, 'minValue')}
        />
        <DateField
          label={t.maxValue}
          kind="time"
          fault={faultOf('maxValue')}
          value={field.maxValue}
          onChange={(value) => onChange({ maxValue: value }, 'maxValue')}
        />
      </div>
    </>
  );
}

function OfReference({ field, kinds, faultOf, onChange }: Of<'reference'>) {
  const t = useTexts(formTexts);
  return (
    <>
      <SelectField
        label={t.refers}
        fault={faultOf('refers')}
        value={String(field.idoInstanceId)}
        options={kinds.map(({ ID, Name }) => [String(ID), Name])}
        onChange={(id) => onChange({ idoInstanceId: Number(id), default: undefined }, 'refers')}
      />
      <Check
        label={t.isMany}
        checked={field.isMany === true}
        onChange={({ currentTarget }) =>
          onChange({ isMany: currentTarget.checked || undefined, isUnique: undefined, default: undefined }, 'isMany')
        }
      />
    </>
  );
}
