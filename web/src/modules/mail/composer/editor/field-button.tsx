import type { Editor } from '@tiptap/core';
import { useTexts } from '../../../../shell/index.ts';
import { BarMenu } from './bar-menu.tsx';
import { fieldTexts } from './field-texts.ts';
import type { FieldName } from './fields.ts';

/** Puts a placeholder into the text. */
export function FieldButton({ editor, fields }: { editor: Editor; fields: readonly FieldName[] }) {
  const t = useTexts(fieldTexts);
  return (
    <BarMenu
      icon="text-t"
      label={t.insert}
      items={() =>
        fields.map((name, index) => ({
          key: name,
          label: t.labels[name],
          apart: index > 0 && name.split('.')[0] !== fields[index - 1]?.split('.')[0],
          onSelect: () =>
            void editor
              .chain()
              .focus()
              .insertContent({ type: 'field', attrs: { name, label: t.labels[name] } })
              .run(),
        }))
      }
    />
  );
}
