import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, type RefObject } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell } from '../../../shell/index.ts';
import { makePicture, shownSize } from '../../../editor/pictures.ts';
import { belongsInText } from '../../../editor/use-editor.ts';
import type { Writing } from './state.ts';
import type { ComposerTexts } from './texts.ts';

/** Takes files along: pictures in the text, unless they are to be attached. */
export type Attach = (files: readonly File[], position: number | undefined, isAttached: boolean) => Promise<void>;

export function useAttaching(
  editorNow: RefObject<Editor | null>,
  current: RefObject<Writing>,
  change: (part: Partial<Writing>) => void,
  t: ComposerTexts,
): Attach {
  const client = useClient();
  const { notices } = useShell();
  return useCallback(
    async (files, position, isAttached) => {
      const uploads = await client.uploads();
      for (const file of files) {
        const wantsText = belongsInText(file, isAttached) && !current.current.isPlain;
        const picture = wantsText ? await makePicture(file) : undefined;
        if (wantsText && picture === undefined) notices.show({ text: t.noPicture(file.name) });
        const given = picture?.file ?? file;
        const uploadId = uploads.add(given);
        const about = { key: uploadId, name: given.name, size: given.size, type: given.type, uploadId };
        change({ files: [...current.current.files, { ...about, isInline: picture !== undefined }] });
        if (picture === undefined) continue;
        const node = {
          type: 'image',
          attrs: {
            src: URL.createObjectURL(given),
            alt: file.name.replace(/\.[^.]*$/, ''),
            upload: uploadId,
            ...shownSize(picture.width, picture.height),
          },
        };
        const at = position ?? editorNow.current?.state.selection.to ?? 0;
        editorNow.current?.chain().insertContentAt(at, node).focus().run();
      }
    },
    [client, change, current, editorNow, notices, t],
  );
}

/** Shows pictures again that this device has the bytes of. */
export function useKnownPictures(editor: Editor): void {
  const client = useClient();
  useEffect(() => {
    void client.uploads().then((uploads) =>
      editor.state.doc.descendants((node, position) => {
        const upload = node.attrs['upload'] as string | undefined;
        if (node.type.name !== 'image' || !upload || (node.attrs['src'] as string | null)?.startsWith('blob:')) return;
        void uploads.file(upload).then((file) => {
          if (file === undefined || editor.isDestroyed || editor.state.doc.nodeAt(position)?.attrs['upload'] !== upload)
            return;
          editor.view.dispatch(
            editor.state.tr.setNodeAttribute(position, 'src', URL.createObjectURL(file)).setMeta('addToHistory', false),
          );
        });
      }),
    );
  }, [client, editor]);
}
