import { mailQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { AttachItem, FileCheck, type AttachProps, type Choice } from './attach-item.tsx';
import type { WrittenFile } from './state.ts';
import { texts } from './texts.ts';

/** Takes another mail along, or files of it. */
export function AttachMail(given: AttachProps) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  const [open, setOpen] = useState<string>();
  return (
    <AttachItem {...given} module="email" title={t.attachMailTitle} search={t.attachMailSearch} none={t.attachMailNone}>
      {(row, aggregateId, choice) => {
        const isOpen = open === aggregateId;
        return (
          <>
            <button
              type="button"
              className="write-mail"
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? undefined : aggregateId)}
            >
              <span>
                <strong>{row.contact}</strong>
                <span className="row-time">{formats.short(row.timestamp, now)}</span>
              </span>
              <span className="quiet">
                <span>{row.information}</span>
                {row.extras['hasAttachments'] === true ? <Icon name="paperclip" small label={t.attached} /> : null}
              </span>
            </button>
            {isOpen ? <Parts aggregateId={aggregateId} subject={row.information} choice={choice} /> : null}
          </>
        );
      }}
    </AttachItem>
  );
}

/** The mail itself and its files, to be chosen of. */
function Parts({ aggregateId, subject, choice }: { aggregateId: string; subject: string; choice: Choice }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const { data, failure, retry } = useAsk(mailQueries.attachments, { aggregateId });
  const whole: WrittenFile = {
    key: `item ${aggregateId}`,
    name: `${subject || t.quote}.eml`,
    size: 0,
    type: 'message/rfc822',
    isInline: false,
    item: { aggregateId, storageKey: '' },
  };
  const files = (data ?? [])
    .filter((file) => !file.isDeleted && file['content-disposition'] !== 'inline')
    .map((file): WrittenFile => ({
      key: `item ${aggregateId} ${file.storageKey}`,
      name: file.filename,
      size: file.fileSize,
      type: file['content-type'],
      isInline: false,
      item: { aggregateId, storageKey: file.storageKey },
    }));
  return (
    <div className="write-mail-parts">
      <FileCheck file={whole} choice={choice}>
        {t.wholeMail}
      </FileCheck>
      {files.map((file) => (
        <FileCheck key={file.key} file={file} choice={choice}>
          {file.name} <span className="quiet">{formats.size(file.size)}</span>
        </FileCheck>
      ))}
      {data === undefined && failure !== undefined ? (
        <p>
          {t.attachMailFailed}{' '}
          <Button kind="plain" onClick={retry}>
            {t.retry}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
