import './document.css';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Button, Icon } from '../../ui/parts.tsx';
import { beginFiling, type FilingRecord } from './filing-state.ts';
import { texts } from './texts.ts';

/** Whether the person may file documents. */
export const useMayFile = (): boolean => useValue(useClient().configuration)?.rights.createDocument === true;

/** Asks for files of the device, and files them; with `records`, linked with these. */
export function UploadButton({
  isFirst = false,
  records = [],
}: {
  isFirst?: boolean;
  records?: readonly FilingRecord[];
}) {
  const t = useTexts(texts);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={t.chooseFiles}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) beginFiling({ files, records });
        }}
      />
      <Button icon="plus" kind={isFirst ? 'primary' : 'normal'} onClick={() => field.current?.click()}>
        {isFirst ? t.uploadFirst : t.upload}
      </Button>
    </>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Stands around a list of documents: files that are dropped anywhere on it are filed; with `records`, linked with these. */
export function DropZone({ children, records = [] }: { children: ReactNode; records?: readonly FilingRecord[] }) {
  const t = useTexts(texts);
  const mayFile = useMayFile();
  const [isOver, setOver] = useState(false);
  // Each element on the way says that it is entered and left.
  const depth = useRef(0);
  if (!mayFile) return children;
  const change = (event: DragEvent, by: 1 | -1): void => {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    <div
      className="document-drop"
      onDragEnter={(event) => change(event, 1)}
      onDragLeave={(event) => change(event, -1)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={(event) => {
        depth.current = 0;
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (!hasFiles(event)) return;
        event.preventDefault();
        if (files.length > 0) beginFiling({ files, records });
      }}
    >
      {children}
      {isOver ? (
        <div className="document-over" aria-hidden="true">
          <Icon name="file-text" />
          {t.dropHere}
        </div>
      ) : null}
    </div>
  );
}
