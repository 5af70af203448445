import { messageCommands, type WaitingText } from '@kontor/contract/message';
import { useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { WrittenFiles } from '../files/written-files.tsx';
import { fromDraft } from '../files/written.ts';
import { momentText } from '../row/rules.ts';
import { texts } from '../texts.ts';
import { WrittenHtml } from './html.tsx';

/** What is sent within so many milliseconds is sent at once, in the words of people. */
const SOON_MS = 60_000;

/** A text of the person that nobody has heard yet: it is sent at a moment, until which it can be taken back to the editor. */
export function WaitingItem({
  aggregateId,
  text: { waitingId, sendAt, messageContent, files },
  onRecord,
}: {
  aggregateId: string;
  text: WaitingText;
  onRecord: (key: string) => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const zone = useZone();
  const locale = LOCALES[useLanguage()];
  const now = useMinute();
  const [isBusy, setBusy] = useState(false);
  const { attempt } = useAttempt(
    ({ kind, code }) =>
      kind === 'offline' ? t.unsendOffline : code === 'MESSAGE_SENT' ? t.unsendLate : t.unsendFailed,
    () => setBusy(false),
  );
  const unsend = (): void => {
    setBusy(true);
    void attempt(() => client.sendNow(messageCommands.unsend, { aggregateId, waitingId }));
  };
  const at = Date.parse(sendAt);
  return (
    <article className="message-text message-pending" data-own data-first={false}>
      <div className="message-said">
        {messageContent === '' ? null : <WrittenHtml html={messageContent} onRecord={onRecord} />}
        <WrittenFiles files={fromDraft(files)} />
        <p className="message-waiting">
          <Icon name="clock" small />
          <span>{at - client.env.now() < SOON_MS ? t.sentSoon : t.sentAt(momentText(at, { now, zone, locale }))}</span>
          <Button kind="plain" aria-disabled={isBusy} onClick={unsend}>
            {t.unsend}
          </Button>
        </p>
      </div>
    </article>
  );
}
