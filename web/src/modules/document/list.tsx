import './document.css';
import { documentQueries } from '@kontor/contract/document';
import { useRef, useState, type ComponentProps, type DragEvent, type ReactNode } from 'react';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Button, Icon, StatePage } from '../../ui/parts.tsx';
import { defineList, type ListDeclaration } from '../activity/index.tsx';
import { beginFiling } from './asked.ts';
import { texts } from './texts.ts';

const useBoxesAndUsers = () => useAsk(documentQueries.boxes, {}).data;

/** All documents that the person sees. */
export const documentList = defineList({
  route: 'documentList',
  name: 'document',
  from: 'module',
  title: { de: texts.de.documents, en: texts.en.documents },
  search: { de: texts.de.search, en: texts.en.search },
  query: documentQueries.items,
  params: (params) => params,
  views: ['open', 'mine', 'all'],
  usual: { view: 'all', date: 'all' },
  useBoxes: () => useBoxesAndUsers()?.boxes,
  useUsers: () => useBoxesAndUsers()?.users,
  hides: true,
  beside: UploadLine,
  empty: NoDocuments,
});

/** Whether the person may file documents. */
const useMayFile = (): boolean => useValue(useClient().configuration)?.rights.createDocument === true;

function UploadLine() {
  return useMayFile() ? (
    <div className="document-upload">
      <UploadButton />
    </div>
  ) : null;
}

/** Asks for files of the device, and files them. */
function UploadButton({ isFirst = false }: { isFirst?: boolean }) {
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
          if (files.length > 0) beginFiling({ files });
        }}
      />
      <Button icon="plus" kind={isFirst ? 'primary' : 'normal'} onClick={() => field.current?.click()}>
        {isFirst ? t.uploadFirst : t.upload}
      </Button>
    </>
  );
}

function NoDocuments({ filter, otherwise }: ComponentProps<ListDeclaration['empty']>) {
  const t = useTexts(texts);
  const mayFile = useMayFile();
  if (otherwise !== undefined) return otherwise;
  return (
    <StatePage
      icon="file-text"
      title={t.empty[filter.view === 'custom' ? 'all' : filter.view]}
      action={filter.view === 'all' && mayFile ? <UploadButton isFirst /> : undefined}
    >
      {filter.view === 'all' ? t.emptyHint : t.emptyViewHint}
    </StatePage>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Stands around the list: files that are dropped anywhere on it are filed. */
export function DropPlace({ children }: { children: ReactNode }) {
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
        if (files.length > 0) beginFiling({ files });
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
