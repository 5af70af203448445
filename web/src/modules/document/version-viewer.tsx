import { documentQueries, type DocumentVersion } from '@kontor/contract/document';
import { useMemo } from 'react';
import { useClient } from '../../client/react.tsx';
import { FileViewer } from '../../shell/viewer/viewer.tsx';

/** Shows the versions of a document, one at a time. */
export function VersionViewer({
  aggregateId,
  versions,
  first,
  onDownload,
  onClose,
}: {
  aggregateId: string;
  versions: readonly DocumentVersion[];
  first: number;
  onDownload: (version: DocumentVersion) => void;
  onClose: () => void;
}) {
  const client = useClient();
  const files = useMemo(() => versions.map((one) => ({ ...one, key: String(one.version) })), [versions]);
  return (
    <FileViewer
      files={files}
      first={first}
      bytes={({ version }, signal) => client.ask.bytes(documentQueries.preview, { aggregateId, version }, { signal })}
      onDownload={onDownload}
      onClose={onClose}
    />
  );
}
