import { lazily } from '../../ui/lazily.tsx';
import { kindManifest } from '../activity/index.tsx';
import { beginFiling } from './filing-state.ts';

const loadList = () => import('./list.tsx').then((module) => module.documentList);
const loadDetail = () => import('./detail.tsx');
const DropZone = lazily(() => import('./uploading.tsx').then((module) => module.DropZone));
const DocumentDetail = lazily(() => loadDetail().then((module) => module.DocumentDetailScreen));
const loadRow = () => import('./row/document-row.tsx');
const DocumentRow = lazily(() => loadRow().then((module) => module.DocumentRow));
const DocumentIcon = lazily(() => loadRow().then((module) => module.DocumentIcon));
const FilingHost = lazily(() => import('./host.tsx').then((module) => module.FilingHost));
const FileItemDialog = lazily(() => import('./file-item.tsx').then((module) => module.FileItemDialog));
const RecordDocuments = lazily(() => import('./of-record.tsx').then((module) => module.RecordDocuments));

const document = kindManifest('document', {
  order: 40,
  detail: DocumentDetail,
  isRefetchedOnShow: true,
  list: { load: loadList, around: ({ children }) => <DropZone>{children}</DropZone>, order: 9, keys: 'g d' },
  rows: {
    document: {
      preview: DocumentRow,
      icon: DocumentIcon,
      discardRight: 'documentMayBeDeleted',
    },
  },
  first: async () => void (await Promise.all([DocumentRow.load(), DocumentIcon.load()])),
  commands: (client) =>
    client.configuration.get()?.rights.createDocument === true
      ? [
          {
            id: 'document.file',
            icon: 'file-text',
            label: { de: 'Dokumente hochladen', en: 'Upload documents' },
            words: 'ablegen file upload',
            run: () => beginFiling({ files: [] }),
          },
        ]
      : [],
  begin: {
    label: { de: 'Dokument hochladen', en: 'Upload document' },
    order: 5,
    key: '',
    run: () => beginFiling({ files: [] }),
  },
  ofFiles: [
    {
      name: 'fileAsDocument',
      icon: 'file-text',
      label: { de: 'Als Dokument ablegen', en: 'File as document' },
      right: 'createDocument',
      dialog: FileItemDialog,
    },
  ],
  inRecords: { document: RecordDocuments },
  bar: FilingHost,
  settings: () => import('./settings-tab.ts').then((module) => module.settingsTabs),
  warm: () => void DropZone.load(),
  prepare: {
    document: (client, aggregateId) =>
      void loadDetail().then(({ prepareDocument }) => prepareDocument(client, aggregateId)),
  },
});

export const manifests = [document];
