import { MAX_TEXT_FILES } from '@kontor/contract/message';
import { useRef, type ClipboardEvent, type DragEvent, type RefObject } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { fileTexts } from './texts.ts';
import { fitting, type WrittenFile } from './written.ts';

/** Ways in which files come to what is written: chosen, pasted, or dropped. */
export interface AddingFiles {
  readonly chooser: RefObject<HTMLInputElement | null>;
  readonly add: (files: readonly File[]) => void;
  /** For the element around an editor: a picture that is pasted is a file here, not part of the text. */
  readonly taking: {
    readonly onPasteCapture: (event: ClipboardEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDropCapture: (event: DragEvent) => void;
  };
}

/** `files`: those that are there; `onAdd` is given more of them, whose bytes are on their way already. */
export function useAddingFiles(
  files: readonly WrittenFile[],
  onAdd: (more: readonly WrittenFile[]) => void,
): AddingFiles {
  const t = useTexts(fileTexts);
  const client = useClient();
  const { notices } = useShell();
  const chooser = useRef<HTMLInputElement>(null);
  const add = (given: readonly File[]): void => {
    const taken = fitting(files, given);
    if (taken.length < given.length) notices.show({ text: t.tooMany(MAX_TEXT_FILES), tone: 'fault' });
    if (taken.length === 0) return;
    void client.uploads().then((uploads) => {
      onAdd(taken.map((file) => ({ name: file.name, size: file.size, from: { uploadId: uploads.add(file) } })));
    });
  };
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null): void => {
    const given = [...(data?.files ?? [])];
    // What a word processor has copied comes as a picture, too.
    if (given.length === 0 || (event.type === 'paste' && data?.types.includes('text/html'))) return;
    event.preventDefault();
    event.stopPropagation();
    add(given);
  };
  return {
    chooser,
    add,
    taking: {
      onPasteCapture: (event) => take(event, event.clipboardData),
      onDragOver: (event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      },
      onDropCapture: (event) => take(event, event.dataTransfer),
    },
  };
}
