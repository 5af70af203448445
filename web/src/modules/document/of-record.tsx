import type { AboutRecord } from '../../shell/manifest.ts';
import { DropZone, UploadButton, useMayFile } from './uploading.tsx';

/** The documents of a record, and the way to more of them: chosen, or dropped anywhere on the list. */
export function RecordDocuments({ idoId, idoInstanceId, title, children }: AboutRecord) {
  const mayFile = useMayFile();
  const records = [{ idoId, idoInstanceId, displayName: title }];
  return (
    <DropZone records={records}>
      {mayFile ? (
        <div className="document-upload">
          <UploadButton records={records} />
        </div>
      ) : null}
      {children}
    </DropZone>
  );
}
