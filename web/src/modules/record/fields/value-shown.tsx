import type { FieldDefinition, ModelField, Value } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { useSaid } from './field.tsx';
import { fieldTexts } from './field-texts.ts';
import { useRecordNames } from '../use-record-names.ts';
import { isEmpty } from './values.ts';

/** A value as it is read, and nothing to press in it. */
export function ValueShown({ field, value }: { field: FieldDefinition | ModelField; value: Value }) {
  const t = useTexts(fieldTexts);
  const said = useSaid();
  if (isEmpty(value)) return <span className="quiet">{t.empty}</span>;
  return (
    <span className="record-said">
      {field.kind === 'reference' ? <Referred field={field} value={value} /> : said(field, value)}
    </span>
  );
}

type ReferenceField = Extract<FieldDefinition, { kind: 'reference' }> & Pick<ModelField, 'references'>;

function Referred({ field: { idoInstanceId, references = [] }, value }: { field: ReferenceField; value: Value }) {
  const t = useTexts(fieldTexts);
  const ids = (typeof value === 'string' ? [value] : value).map(Number);
  const known = new Map(references.map(({ idoId, displayName }) => [idoId, displayName]));
  const { nameOf } = useRecordNames(ids.filter((id) => !known.has(id)).map((idoId) => ({ idoId, idoInstanceId })));
  return ids
    .map((id) => {
      const name = known.get(id) ?? nameOf(id);
      return name === null ? t.gone : (name ?? String(id));
    })
    .join('; ');
}
