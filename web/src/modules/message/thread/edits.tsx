import { messageQueries, type MessageDetail, type MessageText } from '@kontor/contract/message';
import { useAsk } from '../../../client/react.tsx';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Callout, SkeletonBlock } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { WrittenHtml } from './html.tsx';

/** What a text said before it was edited, the newest first, beneath what it says now. */
export function Edits({
  details: { aggregateId, communicationPartnerUserId },
  text,
  onRecord,
  onClose,
}: {
  details: MessageDetail;
  text: MessageText;
  onRecord: (key: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  const { data, failure, retry } = useAsk(messageQueries.edits, {
    aggregateId,
    communicationPartnerUserId,
    no: text.no,
  });
  return (
    <Dialog title={t.edits} closeLabel={t.close} onClose={onClose}>
      {data === undefined ? (
        failure === undefined ? (
          <SkeletonBlock width="100%" height={56} />
        ) : (
          <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
            {t.editsFailed}
          </Callout>
        )
      ) : (
        <ol className="message-edits">
          {[{ edit: text.edit, at: null, message: text.message }, ...data.toReversed()].map(({ edit, at, message }) => (
            <li key={edit}>
              <p className="quiet small">{at === null ? t.now : t.until(formats.short(Date.parse(at) / 1000, now))}</p>
              <WrittenHtml html={message} onRecord={onRecord} />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
