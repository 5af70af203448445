import './mail.css';
import './of-record.css';
import { MAILS_WITH_FILES, previewQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk } from '../../client/react.tsx';
import { detailHref, useFormats, useShell, useTexts, type AboutRecord } from '../../shell/index.ts';
import { SkeletonBlock, Button, Callout, StatePage } from '../../ui/parts.tsx';
import { ofRecordTexts } from './of-record-texts.ts';
import { Attachments } from './parts/attachments.tsx';

/** The files of the mails that a record is linked with, by their mails, the newest first. */
export function RecordAttachments({ idoId, idoInstanceId }: AboutRecord) {
  const t = useTexts(ofRecordTexts);
  const [pages, setPages] = useState(1);
  return (
    <div className="record-attachments" role="group" aria-label={t.list}>
      {Array.from({ length: pages }, (_, page) => (
        <Page
          key={page}
          record={{ idoId, idoInstanceId }}
          skip={page * MAILS_WITH_FILES}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </div>
  );
}

function Page({
  record,
  skip,
  onMore,
}: {
  record: { readonly idoId: number; readonly idoInstanceId: number };
  skip: number;
  onMore: (() => void) | undefined;
}) {
  const t = useTexts(ofRecordTexts);
  const formats = useFormats();
  const { tabs } = useShell();
  const { data, failure, retry } = useAsk(previewQueries.attachmentsOfRecord, { ...record, skip });
  if (data === undefined)
    return failure === undefined ? (
      <div className="delayed form" aria-hidden="true">
        <SkeletonBlock width="40%" />
        <SkeletonBlock width="100%" height={44} />
      </div>
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {failure.kind === 'offline' ? t.offline : t.failed}
      </Callout>
    );
  if (data.mails.length === 0)
    return skip === 0 ? (
      <StatePage icon="paperclip" title={t.none}>
        {t.noneHint}
      </StatePage>
    ) : null;
  const open = (aggregateId: string): void => {
    const address = detailHref({ module: 'email', aggregateId }, 'ido');
    if (address !== undefined) tabs.open(address, 'beside');
  };
  return (
    <>
      {data.mails.map(({ aggregateId, subject, senderAddress, senderRealName, timestamp, files }) => (
        <section key={aggregateId} className="record-attachment" aria-label={subject.trim() || t.noSubject}>
          <p>
            <button type="button" title={t.open(subject.trim() || t.noSubject)} onClick={() => open(aggregateId)}>
              {subject.trim() || t.noSubject}
            </button>
            <span className="quiet">{senderRealName || senderAddress}</span>
            <time className="quiet" dateTime={new Date(timestamp * 1000).toISOString()}>
              {formats.full(timestamp)}
            </time>
          </p>
          <Attachments aggregateId={aggregateId} attachments={files} />
        </section>
      ))}
      {data.isMore && onMore !== undefined ? <Button onClick={onMore}>{t.more}</Button> : null}
    </>
  );
}
