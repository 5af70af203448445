import { useClient, useValue } from '../../../client/react.tsx';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { AttachItem, FileCheck, type AttachProps } from './attach-item.tsx';
import { fileOfRow } from './state.ts';
import { texts } from './texts.ts';

/** Whether documents are there to be taken along. */
export const useHasDocuments = (): boolean => useValue(useClient().configuration)?.rights.documentList === true;

/** Takes documents along, as they are now. */
export function AttachDocument(given: AttachProps) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  return (
    <AttachItem
      {...given}
      module="document"
      title={t.attachDocumentTitle}
      search={t.attachDocumentSearch}
      none={t.attachDocumentNone}
    >
      {(row, aggregateId, choice) => {
        const file = fileOfRow(aggregateId, row, t.document);
        return (
          <div className="write-document">
            <FileCheck file={file} choice={choice}>
              <span>
                <strong>{row.information || file.name}</strong>
                <span className="row-time">{formats.short(row.timestamp, now)}</span>
              </span>
              <span className="quiet">
                <span>{file.name}</span>
                <span>{formats.size(file.size)}</span>
              </span>
            </FileCheck>
          </div>
        );
      }}
    </AttachItem>
  );
}
