import type { Editor } from '@tiptap/core';
import { useState, type FormEvent } from 'react';
import { useTexts } from '../shell/index.ts';
import { TextField } from '../ui/fields.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { Button } from '../ui/parts.tsx';
import { linkOf } from './link.ts';
import { toolbarTexts } from './toolbar-texts.ts';

/** Makes a link of what is selected, changes the one that is written in, or puts a new one there. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts(toolbarTexts);
  const [before] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [isWithText] = useState(() => editor.state.selection.empty && before === '');
  const [address, setAddress] = useState(before);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const close = (): void => {
    onClose();
    editor.commands.focus();
  };
  const set = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const href = linkOf(address);
    if (href === undefined) return setFault(t.linkFault);
    onClose();
    const chain = editor.chain().focus();
    if (isWithText)
      chain
        .insertContent([
          { type: 'text', text: text.trim() || address.trim(), marks: [{ type: 'link', attrs: { href } }] },
          { type: 'text', text: ' ' },
        ])
        .run();
    else chain.extendMarkRange('link').setLink({ href }).run();
  };
  return (
    <Dialog title={t.linkTitle} closeLabel={t.close} onClose={close}>
      <form className="form" onSubmit={set}>
        <TextField
          label={t.linkAddress}
          hint={t.linkHint}
          fault={fault}
          value={address}
          inputMode="url"
          autoFocus
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        {isWithText ? (
          <TextField label={t.linkText} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        ) : null}
        <footer>
          {before === '' ? null : (
            <Button
              kind="plain"
              onClick={() => {
                onClose();
                editor.chain().focus().extendMarkRange('link').unsetLink().run();
              }}
            >
              {t.linkRemove}
            </Button>
          )}
          <Button onClick={close}>{t.cancel}</Button>
          <Button kind="primary" type="submit">
            {t.linkSet}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
