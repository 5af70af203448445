import { previewQueries, type Attachment } from '@kontor/contract/mail';
import { Suspense, useId, useRef, useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { whileLong } from '../../../shell/failures/while-long.ts';
import { fileIcon } from '../../../ui/file-icons.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { writeAddress } from '../composer/address.ts';
import { useFileActions } from '../reader/file-actions.tsx';
import { texts } from '../texts.ts';
import { attachmentTexts } from './attachment-texts.ts';
import { useDownloadFile } from './download-file.ts';

const Viewer = lazily(() => import('../reader/viewer/viewer.tsx').then((module) => module.Viewer));

/** The files that came with a mail. `isInner`: of a mail that is a file itself, which has no archive of its own. */
export function Attachments({
  aggregateId,
  attachments,
  isInner = false,
}: {
  aggregateId: string;
  attachments: readonly Attachment[];
  isInner?: boolean;
}) {
  const t = useTexts(texts);
  const a = useTexts(attachmentTexts);
  const client = useClient();
  const { notices } = useShell();
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<number>();
  if (attachments.length === 0) return null;
  const close = (index: number): void => {
    setShown(undefined);
    // After the dialog has given the focus back to where it came from.
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>('.attachment')[index]?.focus(), 0);
  };
  const saveAll = async (): Promise<void> => {
    try {
      const bytes = client.transport.bytes(previewQueries.attachmentsArchive, { aggregateId });
      await saveFile(await whileLong(notices, a.zipping, bytes), a.zipName);
    } catch {
      const run = (): void => void saveAll();
      notices.show({ text: a.zipFailed, tone: 'fault', action: { label: t.retry, run } });
    }
  };
  return (
    <>
      <ul className="attachments" aria-label={t.attachments(attachments.length)} ref={list}>
        {attachments.map((attachment, index) => (
          <li key={attachment.storageKey}>
            <File aggregateId={aggregateId} file={attachment} isInner={isInner} onShow={() => setShown(index)} />
          </li>
        ))}
        {attachments.length > 1 && !isInner ? (
          <li>
            <Button kind="plain" icon="file-zip" onClick={() => void saveAll()}>
              {a.allAsZip}
            </Button>
          </li>
        ) : null}
      </ul>
      {shown === undefined ? null : (
        <Requested>
          <Suspense>
            <Viewer
              aggregateId={aggregateId}
              files={attachments}
              first={shown}
              isInner={isInner}
              filesOf={(files) => <Attachments aggregateId={aggregateId} attachments={files} isInner />}
              onClose={close}
            />
          </Suspense>
        </Requested>
      )}
    </>
  );
}

/** One file: a click shows it, beside that it is saved or gone on with. */
function File({
  aggregateId,
  file,
  isInner,
  onShow,
}: {
  aggregateId: string;
  file: Attachment;
  isInner: boolean;
  onShow: () => void;
}) {
  const t = useTexts(texts);
  const { notSearched, view, moreOf, toNewMail } = useTexts(attachmentTexts);
  const why = file.notSearched === undefined ? undefined : notSearched[file.notSearched];
  const whyId = useId();
  const client = useClient();
  const formats = useFormats();
  const { tabs } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const download = useDownloadFile(aggregateId);
  const [isBusy, setBusy] = useState(false);
  const [menu, setMenu] = useState<DOMRect>();
  const actions = useFileActions();
  const save = async (): Promise<void> => {
    setBusy(true);
    await download(file);
    setBusy(false);
  };
  const attach: MenuItem = {
    key: 'attach',
    icon: 'paperclip',
    label: toNewMail,
    onSelect: () =>
      tabs.open(writeAddress(client, { kind: 'attach', aggregateId, storageKey: file.storageKey }), 'beside'),
  };
  // What is in a mail that is a file itself has no key of its own to be named by.
  const items = isInner
    ? []
    : [
        ...(mayWrite ? [attach] : []),
        ...actions.of({ aggregateId, storageKey: file.storageKey, filename: file.filename }),
      ];
  return (
    <>
      <span className="attachment-chip">
        <button
          type="button"
          className="attachment"
          title={view(file.filename)}
          aria-describedby={why === undefined ? undefined : whyId}
          onClick={onShow}
        >
          <Icon name={fileIcon(file.fileType, file.filename)} />
          <span className="attachment-name">{file.filename}</span>
          <span className="quiet">{formats.size(file.fileSize)}</span>
        </button>
        <IconButton
          icon="download-simple"
          label={t.download(file.filename)}
          disabled={isBusy}
          onClick={() => void save()}
        />
        {items.length > 0 ? (
          <IconButton
            icon="dots-three-vertical"
            label={moreOf(file.filename)}
            aria-haspopup="menu"
            onClick={(event) => setMenu(event.currentTarget.getBoundingClientRect())}
          />
        ) : null}
      </span>
      {why === undefined ? null : (
        <p className="attachment-why" id={whyId}>
          {why}
        </p>
      )}
      {menu === undefined ? null : (
        <Menu label={moreOf(file.filename)} anchor={menu} onClose={() => setMenu(undefined)} items={items} />
      )}
      {actions.dialog}
    </>
  );
}
