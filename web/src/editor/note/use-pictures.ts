import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useRef } from 'react';
import { useShell, useTexts } from '../../shell/index.ts';
import { makePicture, shownSize } from '../pictures.ts';
import { OUTSIDE } from '../replace.ts';
import { belongsInText } from '../use-editor.ts';
import { noteTexts } from './note-texts.ts';

/** Where this page finds a picture: one that was uploaded, by that, or one that the item has, by its key. */
export type PictureAddress = (key: string, kind: 'upload' | 'inline') => Promise<string | undefined>;

const keyOfPicture = (
  attrs: Readonly<Record<string, unknown>>,
): readonly [key: string, kind: 'upload' | 'inline'] | undefined => {
  const [upload, inline] = [attrs['upload'], attrs['inline']];
  if (typeof upload === 'string' && upload !== '') return [upload, 'upload'];
  return typeof inline === 'string' && inline !== '' ? [inline, 'inline'] : undefined;
};

/** Shows the pictures of a text, also those that others put in meanwhile. */
export function useShownPictures(editor: Editor, addressOf: PictureAddress): void {
  const latest = useRef(addressOf);
  useEffect(() => {
    latest.current = addressOf;
  });
  useEffect(() => {
    const requested = new Set<string>();
    const show = (key: string, address: string): void => {
      if (editor.isDestroyed) return;
      const { tr } = editor.state;
      editor.state.doc.descendants((node, position) => {
        if (node.type.name === 'image' && !node.attrs['src'] && keyOfPicture(node.attrs)?.[0] === key)
          tr.setNodeAttribute(position, 'src', address);
      });
      if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(OUTSIDE, true));
    };
    const update = (): void =>
      editor.state.doc.descendants((node) => {
        const found = node.type.name === 'image' && !node.attrs['src'] ? keyOfPicture(node.attrs) : undefined;
        if (found === undefined || requested.has(found[0])) return;
        requested.add(found[0]);
        latest.current(...found).then(
          (address) => (address === undefined ? requested.delete(found[0]) : show(found[0], address)),
          () => requested.delete(found[0]),
        );
      });
    update();
    editor.on('update', update);
    return () => {
      editor.off('update', update);
    };
  }, [editor]);
}

/** Puts pictures into a text, as soon as `upload` has a name for each. */
export function usePuttingPictures(
  editorNow: { readonly current: Editor | null },
  upload: ((file: File) => Promise<string | undefined>) | undefined,
): (files: readonly File[], position?: number) => Promise<void> {
  const t = useTexts(noteTexts);
  const { notices } = useShell();
  return useCallback(
    async (files, position) => {
      for (const file of files) {
        const picture = belongsInText(file, false) && upload !== undefined ? await makePicture(file) : undefined;
        if (picture === undefined || upload === undefined) {
          notices.show({ text: t.noPicture(file.name) });
          continue;
        }
        const name = await upload(picture.file).catch(() => undefined);
        const editor = editorNow.current;
        if (name === undefined) notices.show({ text: t.failed(file.name), tone: 'fault' });
        if (name === undefined || editor === null || editor.isDestroyed) continue;
        const attrs = {
          src: URL.createObjectURL(picture.file),
          alt: file.name.replace(/\.[^.]*$/, ''),
          upload: name,
          ...shownSize(picture.width, picture.height),
        };
        const at = Math.min(position ?? editor.state.selection.to, editor.state.doc.content.size);
        editor.chain().insertContentAt(at, { type: 'image', attrs }).focus().run();
      }
    },
    [editorNow, upload, notices, t],
  );
}
