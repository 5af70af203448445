import type { FieldDefinition, Value } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { useSaid } from '../field.tsx';
import { useRecordNames } from '../use-record-names.ts';
import { isEmpty } from '../values.ts';
import { mergingTexts } from './texts.ts';

/** A value as it is read, and nothing to press in it. */
export function ValueShown({ field, value }: { field: FieldDefinition; value: Value }) {
  const t = useTexts(mergingTexts);
  const said = useSaid();
  if (isEmpty(value)) return <span className="quiet">{t.empty}</span>;
  return field.kind === 'reference' ? (
    <Referred idoInstanceId={field.idoInstanceId} value={value} />
  ) : (
    <span className="merge-value">{said(field, value)}</span>
  );
}

function Referred({ idoInstanceId, value }: { idoInstanceId: number; value: Value }) {
  const ids = (typeof value === 'string' ? [value] : value).map(Number);
  const { nameOf } = useRecordNames(ids.map((idoId) => ({ idoId, idoInstanceId })));
  return <span className="merge-value">{ids.map((id) => nameOf(id) ?? `${id}`).join(', ')}</span>;
}
