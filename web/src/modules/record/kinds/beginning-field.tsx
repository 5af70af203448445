import { type DEFAULTS, type FieldDefinition, type Value } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { RecordField } from '../fields/field.tsx';
import { emptyOf } from '../fields/values.ts';
import { formTexts } from './form-texts.ts';

type Beginning = 'none' | 'value' | (typeof DEFAULTS)[number];

const nothing = (): void => undefined;

/** Whether what a field begins with is told by a name, as the day. */
const namedIn = (begins: FieldDefinition['default']): (typeof DEFAULTS)[number] | undefined =>
  typeof begins === 'object' && 'kind' in begins ? begins.kind : undefined;

/** The beginnings that a kind of field can have. Numbers are those of records. */
function beginningsOf(field: FieldDefinition, isOfPersons: boolean): readonly Beginning[] {
  const always: readonly Beginning[] = ['none', 'value'];
  if (field.kind === 'datefield') return [...always, 'today'];
  if (field.kind === 'textarea') return [...always, 'me'];
  if (field.kind !== 'textField' || field.actionIcons.includes('mail')) return always;
  const named: readonly Beginning[] = field.isNumber === true ? [] : ['me'];
  return [...always, ...named, ...(isOfPersons ? [] : (['number'] as const))];
}

/** What a field begins with in a new record. */
export function BeginningField({
  field,
  fault,
  isOfPersons,
  onChange,
}: {
  field: FieldDefinition;
  fault: string | undefined;
  isOfPersons: boolean;
  onChange: (part: object, of: string) => void;
}) {
  const t = useTexts(formTexts);
  if (field.kind === 'computed') return null;
  const { default: begins } = field;
  const named = namedIn(begins);
  const chosen: Beginning = named ?? (begins === undefined ? 'none' : 'value');
  const put = (next: Beginning): void => {
    const value = next === 'none' ? undefined : next === 'value' ? emptyOf(field) : { kind: next };
    onChange({ default: value }, `begins ${next}`);
  };
  const { help: _help, rights: _rights, ...plain } = field;
  return (
    <>
      <SelectField
        label={t.begins}
        fault={fault}
        value={chosen}
        options={beginningsOf(field, isOfPersons).map((one) => [one, t.beginnings[one]])}
        onChange={put}
      />
      {chosen === 'value' ? (
        <RecordField
          key={field.kind === 'reference' ? `reference ${field.idoInstanceId}` : field.kind}
          field={{ ...plain, label: t.beginValue, isRequired: false }}
          value={begins as Value}
          fault={undefined}
          isFixed={false}
          theirs={undefined}
          onChange={(value) => onChange({ default: typeof value === 'string' ? value : [...value] }, 'beginValue')}
          onTakeMine={nothing}
          onTakeTheirs={nothing}
          onWrite={undefined}
        />
      ) : null}
    </>
  );
}
