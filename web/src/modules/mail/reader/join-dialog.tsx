import { mailQueries, type MailDetail } from '@kontor/contract/mail';
import { useDeferredValue, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { readerTexts } from './texts.ts';
import { keyOf } from './key-of.ts';

/** Mails that are offered. */
const MOST = 20;

/** The subject without what answers put before it: what is probably looked for. */
const bare = (subject: string): string => subject.replace(/^(?:(?:re|aw|antw|fwd?|wg|sv)\s*:\s*)+/i, '').trim();

/** Asks which mail's thread a mail belongs to. */
export function JoinDialog({
  mail,
  onJoin,
  onClose,
}: {
  mail: MailDetail;
  onJoin: (aggregateId: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTexts(readerTexts);
  const { close } = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  const [text, setText] = useState(() => bare(mail.subject));
  const searchTerm = useDeferredValue(text.trim());
  const { data, failure, retry } = useAsk(mailQueries.items, { view: 'all', searchTerm });
  const own = keyOf(mail.aggregateId);
  const found = (data ?? [])
    .filter(({ aggregateId }) => keyOf(aggregateId) !== own)
    .filter(({ extras }) => mail.threadId === null || extras['threadId'] !== mail.threadId)
    .slice(0, MOST);
  const choose = (aggregateId: string): void => {
    onClose();
    void onJoin(aggregateId);
  };
  return (
    <Dialog title={t.joinTitle} closeLabel={close} size="l" onClose={onClose}>
      <div className="form">
        <p className="quiet">{t.joinHint}</p>
        <input
          className="input"
          type="search"
          aria-label={t.joinSearch}
          placeholder={t.joinSearch}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {data === undefined ? (
          failure === undefined ? (
            <div className="delayed" aria-hidden="true">
              <SkeletonBlock width="100%" height={120} />
            </div>
          ) : (
            <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
              {failure.kind === 'offline' ? t.needsConnection : t.joinFailed}
            </Callout>
          )
        ) : found.length === 0 ? (
          <p role="status">{t.joinNothing}</p>
        ) : (
          <ul className="join-list">
            {found.map((row) => (
              <li key={row.aggregateId}>
                <button type="button" className="thread-line" onClick={() => choose(row.aggregateId)}>
                  <span className="thread-names">
                    <strong>{row.information || t.noSubject}</strong> <span className="quiet">{row.contact}</span>
                  </span>
                  <span className="thread-marks" />
                  <time className="row-time">{formats.short(row.timestamp, now)}</time>
                </button>
              </li>
            ))}
          </ul>
        )}
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
        </footer>
      </div>
    </Dialog>
  );
}
