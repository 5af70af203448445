import { documentQueries, type DocumentVersion } from '@kontor/contract/document';
import { useMemo } from 'react';
import { useClient } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { FileViewer } from '../../shell/viewer/viewer.tsx';
import { texts } from './texts.ts';

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
  const t = useTexts(texts);
  const files = useMemo(
    () => versions.map((one) => ({ one, key: String(one.version), filename: t.version(one.version, one.filename) })),
    [versions, t],
  );
  return (
    <FileViewer
      files={files}
      first={first}
      bytes={({ one: { version } }, signal) =>
        client.ask.bytes(documentQueries.preview, { aggregateId, version }, { signal })
      }
      onDownload={({ one }) => onDownload(one)}
      onClose={onClose}
    />
  );
}
