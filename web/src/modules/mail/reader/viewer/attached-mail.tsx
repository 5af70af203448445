import { previewQueries, type Attachment } from '@kontor/contract/mail';
import type { ReactNode } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { useFormats, useTexts } from '../../../../shell/index.ts';
import { activityTexts } from '../../../activity/index.tsx';
import { MailBody } from '../../parts/body.tsx';
import { isBlank } from '../../parts/sanitise.ts';
import { texts } from '../../texts.ts';
import { Failed, Waiting } from '../../../../shell/viewer/not-shown.tsx';
import { viewerTexts } from './texts.ts';

type People = readonly { readonly receiver: string; readonly receiverRealName: string }[];

const named = (name: string, address: string): string =>
  name === '' || name === address ? address : `${name} <${address}>`;
const everybody = (people: People): string =>
  people.map(({ receiver, receiverRealName }) => named(receiverRealName, receiver)).join(', ');

/** A mail that is a file of another one: to be read, with its own files, and nothing to be done with it. */
export function AttachedMail({
  aggregateId,
  storageKey,
  onDownload,
  filesOf,
}: {
  aggregateId: string;
  storageKey: string;
  onDownload: () => void;
  /** Shows its own files. */
  filesOf: (files: readonly Attachment[]) => ReactNode;
}) {
  const t = useTexts(texts);
  const { viewer } = useTexts(viewerTexts);
  const a = useTexts(activityTexts);
  const formats = useFormats();
  const { data, failure, retry } = useAsk(previewQueries.attachedMail, { aggregateId, storageKey });
  if (data === undefined)
    return failure === undefined ? <Waiting /> : <Failed failure={failure} onRetry={retry} onDownload={onDownload} />;
  const facts: readonly (readonly [string, string])[] = [
    [t.from, named(data.senderRealName, data.senderAddress) || a.nobody],
    [t.to, everybody(data.receiverAddressesTo)],
    [t.cc, everybody(data.receiverAddressesCC)],
    [t.received, data.timestamp === null ? '' : formats.full(data.timestamp)],
  ];
  const files = data.mailModelAttachments.filter((file) => file['content-disposition'] === 'attachment');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="viewer-stage" tabIndex={0} role="region" aria-label={viewer(data.subject || a.untitled.email)}>
      <article className="viewer-sheet">
        <h3>{data.subject || a.untitled.email}</h3>
        <dl className="facts">
          {facts.map(([label, text]) =>
            text === '' ? null : (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ),
          )}
        </dl>
        {filesOf(files)}
        {isBlank(data.readableContentHTML) ? (
          <p className="quiet">{t.noContent}</p>
        ) : (
          <MailBody
            aggregateId={aggregateId}
            html={data.readableContentHTML}
            externalImages={0}
            title={t.body}
            sender=""
          />
        )}
      </article>
    </div>
  );
}
