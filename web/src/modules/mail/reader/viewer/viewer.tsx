import { previewQueries, type Attachment } from '@kontor/contract/mail';
import { useMemo, type ReactNode } from 'react';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useShell } from '../../../../shell/index.ts';
import { FileViewer, type Viewed } from '../../../../shell/viewer/viewer.tsx';
import { writeAddress } from '../../composer/address.ts';
import { useDownloadFile } from '../../parts/download-file.ts';
import { AttachedMail } from './attached-mail.tsx';
import { Contacts } from './contacts.tsx';
import { Events } from './events.tsx';
import { presentationOf } from './rules.ts';

type Shown = Attachment & Viewed;

/** Shows the files of a mail, one at a time. `onClose` is told which one was shown last. */
export function Viewer({
  aggregateId,
  files,
  isInner,
  filesOf,
  ...shown
}: {
  aggregateId: string;
  files: readonly Attachment[];
  first: number;
  /** Files of a mail that is a file itself: they cannot be attached to another one by themselves. */
  isInner: boolean;
  /** Shows the files of a mail that is one of the files. */
  filesOf: (files: readonly Attachment[]) => ReactNode;
  onClose: (index: number) => void;
}) {
  const client = useClient();
  const { tabs } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const download = useDownloadFile(aggregateId);
  const keyed = useMemo(() => files.map((file) => ({ ...file, key: file.storageKey })), [files]);
  const attach = ({ storageKey }: Shown): void =>
    tabs.open(writeAddress(client, { kind: 'attach', aggregateId, storageKey }), 'beside');
  return (
    <FileViewer
      {...shown}
      files={keyed}
      bytes={({ storageKey }, signal) =>
        client.ask.bytes(previewQueries.attachmentPreview, { aggregateId, storageKey }, { signal })
      }
      other={(file, acts) => otherPresentation(aggregateId, file, { ...acts, filesOf })}
      onDownload={(file) => void download(file)}
      onAttach={mayWrite && !isInner ? attach : undefined}
    />
  );
}

/** What of the files of mails is not looked at as bytes. */
function otherPresentation(
  aggregateId: string,
  file: Shown,
  {
    onDownload,
    onLeave,
    filesOf,
  }: {
    readonly onDownload: () => void;
    readonly onLeave: () => void;
    readonly filesOf: (files: readonly Attachment[]) => ReactNode;
  },
): ReactNode {
  const { storageKey } = file;
  const about = { aggregateId, storageKey, onDownload };
  switch (presentationOf(file)) {
    case 'mail':
      return <AttachedMail key={storageKey} {...about} filesOf={filesOf} />;
    case 'events':
      return <Events key={storageKey} {...about} />;
    case 'contacts':
      return <Contacts key={storageKey} {...about} onLeave={onLeave} />;
    case 'bytes':
      return undefined;
  }
}
