import './document.css';
import { documentQueries } from '@kontor/contract/document';
import type { ComponentProps } from 'react';
import { useAsk } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { StatePage } from '../../ui/parts.tsx';
import { defineList, type ListDeclaration } from '../activity/index.tsx';
import { texts } from './texts.ts';
import { UploadButton, useMayFile } from './uploading.tsx';

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
  default: { view: 'all', date: 'all' },
  useBoxes: () => useBoxesAndUsers()?.boxes,
  useUsers: () => useBoxesAndUsers()?.users,
  hides: true,
  beside: UploadLine,
  empty: NoDocuments,
});

function UploadLine() {
  return useMayFile() ? (
    <div className="document-upload">
      <UploadButton />
    </div>
  ) : null;
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
