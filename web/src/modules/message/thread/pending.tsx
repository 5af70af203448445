import { useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { WrittenFiles } from '../files/written-files.tsx';
import { texts } from '../texts.ts';
import { WrittenHtml } from './html.tsx';
import type { PendingText } from './use-thread.ts';

/** A text of the person that the server does not have yet: it waits, or was refused and is tried again or discarded. */
export function PendingItem({ pending, onRecord }: { pending: PendingText; onRecord: (key: string) => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const { online } = useValue(client.connection);
  const { processId, html, files, isRefused, refusal } = pending;
  return (
    <article className="message-text message-pending" data-own data-first={false} data-refused={isRefused}>
      <div className="message-said">
        {html === '' ? null : <WrittenHtml html={html} onRecord={onRecord} />}
        <WrittenFiles files={files} />
        {isRefused ? (
          <p className="message-refused" role="alert">
            <Icon name="warning" small /> {t.refusals[refusal] ?? t.refused}
            <Button onClick={() => void client.queue.retry([processId])}>{t.retry}</Button>
            <Button kind="plain" onClick={() => void client.queue.discard([processId])}>
              {t.takeAway}
            </Button>
          </p>
        ) : (
          <span className="message-foot">
            <span className="message-read">
              <Icon name="clock" small />
              <span>{online ? t.waiting : t.waitingOffline}</span>
            </span>
          </span>
        )}
      </div>
    </article>
  );
}
