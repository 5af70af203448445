import type { ResultOf } from '@kontor/contract/kernel';
import type { writingQueries } from '@kontor/contract/mail';
import type { Editor } from '@tiptap/core';
import { memo } from 'react';
import { useGo, useTexts, href } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { Button } from '../../../ui/parts.tsx';
import { BarMenu } from '../../../editor/bar-menu.tsx';
import { FieldButton } from './editor/field-button.tsx';
import { TEMPLATE_FIELDS } from './editor/fields.ts';
import { putSignature } from './signature.ts';
import type { Envelope, Writing } from './state.ts';
import { texts } from './texts.ts';
import { useTemplate } from './use-template.ts';

/** What belongs to the mail more than to its text, in the bar over it: template, signature, placeholder, text alone. */
export const MailTools = memo(function MailTools({
  editor,
  accounts,
  writing,
  onChange,
  onPlain,
}: {
  editor: Editor;
  accounts: ResultOf<typeof writingQueries.accounts> | undefined;
  writing: Envelope;
  onChange: (part: Partial<Writing>) => void;
  onPlain: (isPlain: boolean) => void;
}) {
  const t = useTexts(texts);
  const go = useGo();
  const insert = useTemplate(editor, writing, onChange);
  const { isPlain, signatureId } = writing;
  const isTemplate = writing.kind === 'template';
  const templates = [...(accounts?.templates ?? []), ...(accounts?.globalTemplates ?? [])];
  const signatures = (accounts?.signatures ?? []).filter((one) => one.sendingAccountId === writing.senderAccountId);
  const sign = (id: number | null): void => {
    const chosen = signatures.find((one) => one.id === id);
    void putSignature(editor, chosen, isPlain).then(() => onChange({ signatureId: id }));
  };
  const ofTemplates = (): readonly MenuItem[] =>
    templates.length === 0
      ? [{ key: 'none', label: t.noTemplates, detail: t.noTemplatesHint, onSelect: () => undefined }]
      : templates.map(({ ID, Name, subject }) => ({
          key: String(ID),
          label: Name,
          ...(subject === '' ? {} : { detail: subject }),
          onSelect: () => insert(ID, editor.state.selection),
        }));
  const ofSignatures = (): readonly MenuItem[] => [
    ...signatures.map(({ id, name }) => ({
      key: String(id),
      label: name,
      checked: id === signatureId,
      onSelect: () => sign(id),
    })),
    { key: 'none', label: t.noSignature, checked: signatureId === null, onSelect: () => sign(null) },
    {
      key: 'manage',
      label: t.manageSignatures,
      apart: true,
      onSelect: () => go(href('settings', { selectedSettingsTab: 'signatures' })),
    },
  ];
  return (
    <>
      <span className="editor-gap" />
      <BarMenu icon="files" label={t.template} items={ofTemplates} />
      {isTemplate ? null : <BarMenu icon="signature" label={t.signature} items={ofSignatures} />}
      {isTemplate ? <FieldButton editor={editor} fields={TEMPLATE_FIELDS} hasRecords /> : null}
      <Button kind="plain" icon="text-t" aria-pressed={isPlain} onClick={() => onPlain(!isPlain)}>
        {t.plain}
      </Button>
    </>
  );
});
