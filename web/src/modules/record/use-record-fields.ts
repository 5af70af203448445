import { recordQueries, type FieldDefinition } from '@kontor/contract/record';
import { useAsk } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { placeholderTexts } from './placeholder-texts.ts';
import { useSeesRecords } from '../activity/index.tsx';

/** A placeholder of templates that stands for something of a record. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
}

/** Placeholders of records: title and kind, and what the kinds have as text, each key once. Nothing for who may see no records. */
export function useRecordFields(isWanted: boolean): readonly RecordField[] {
  const t = useTexts(placeholderTexts);
  const maySee = useSeesRecords();
  const { data } = useAsk(recordQueries.instances, isWanted && maySee ? {} : undefined);
  if (!isWanted || !maySee) return [];
  const labels = new Map<string, string>();
  for (const { fields } of data ?? [])
    for (const { key, label } of [...fields.leftColumn, ...fields.rightColumn] as readonly FieldDefinition[])
      if (!labels.has(key)) labels.set(key, label);
  return [
    { name: 'record.title', label: t.title },
    { name: 'record.kind', label: t.kind },
    ...[...labels]
      .filter(([key]) => key !== 'title' && key !== 'kind')
      .map(([key, label]) => ({ name: `record.${key}`, label: t.field(label) })),
  ];
}
