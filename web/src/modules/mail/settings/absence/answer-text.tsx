import '../../../../editor/editor.css';
import '../../composer/editor/mail-text.css';
import { EditorContent } from '@tiptap/react';
import { useShell, useTexts } from '../../../../shell/index.ts';
import type { WrittenNode } from '../../../../editor/document.ts';
import { withFields } from '../../composer/editor/document.ts';
import { FieldButton } from '../../composer/editor/field-button.tsx';
import { TEMPLATE_FIELDS } from '../../composer/editor/fields.ts';
import { WrittenPreview } from '../../../../editor/preview.tsx';
import { toHtml } from '../../composer/editor/to-html.ts';
import { EditorToolbar } from '../../../../editor/toolbar.tsx';
import { useMailEditor } from '../../composer/editor/use-mail-editor.ts';
import { texts } from './texts.ts';

/** A text that is answered with, and how its receivers will read it: `sample` fills its placeholders. What it begins with is `doc`. */
export function AnswerText({
  label,
  previewLabel,
  previewSubject,
  doc,
  sample,
  fault,
  onChange,
}: {
  label: string;
  previewLabel: string;
  previewSubject: string;
  doc: WrittenNode;
  sample: Readonly<Record<string, string>>;
  fault: string | undefined;
  onChange: (doc: WrittenNode) => void;
}) {
  const t = useTexts(texts);
  const { notices } = useShell();
  const editor = useMailEditor({
    content: doc,
    label,
    placeholder: t.placeholder,
    onChange,
    onFiles: () => notices.show({ text: t.noPictures }),
    onKey: () => false,
  });
  return (
    <>
      <div className="field">
        <span className="label">{label}</span>
        <div className="absence-editor" data-faulty={fault !== undefined}>
          <EditorToolbar editor={editor}>
            <FieldButton editor={editor} fields={TEMPLATE_FIELDS} />
          </EditorToolbar>
          <EditorContent editor={editor} />
        </div>
        {fault === undefined ? (
          <span className="hint">{t.fieldsHint}</span>
        ) : (
          <span className="fault" role="alert">
            {fault}
          </span>
        )}
      </div>
      <div className="field">
        <span className="label">{previewLabel}</span>
        <div className="absence-preview">
          <p className="quiet small">{t.previewSubject(previewSubject)}</p>
          <WrittenPreview html={toHtml(withFields(doc, sample))} label={previewLabel} />
        </div>
      </div>
    </>
  );
}
