import type { Editor } from '@tiptap/core';
import { useTexts } from '../../../../shell/index.ts';
import { useRecordFields } from '../../../record/index.tsx';
import { BarMenu } from '../../../../editor/bar-menu.tsx';
import { fieldTexts } from './field-texts.ts';
import type { FieldName } from './fields.ts';

/** Puts a placeholder into the text. */
export function FieldButton({
  editor,
  fields,
  hasRecords = false,
}: {
  editor: Editor;
  fields: readonly FieldName[];
  /** Whether there may be a record that the text is about. */
  hasRecords?: boolean;
}) {
  const t = useTexts(fieldTexts);
  const ofRecords = useRecordFields(hasRecords);
  const all = [...fields.map((name) => ({ name: name as string, label: t.labels[name] })), ...ofRecords];
  return (
    <BarMenu
      icon="text-t"
      label={t.insert}
      items={() =>
        all.map(({ name, label }, index) => ({
          key: name,
          label,
          apart: index > 0 && name.split('.')[0] !== all[index - 1]?.name.split('.')[0],
          onSelect: () => void editor.chain().focus().insertContent({ type: 'field', attrs: { name, label } }).run(),
        }))
      }
    />
  );
}
