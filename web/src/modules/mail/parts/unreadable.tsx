import './unreadable.css';
import { mailCommands, type MailDetail } from '@kontor/contract/mail';
import { useId, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { unreadableTexts } from '../unreadable-texts.ts';
import { downloadSource } from './source.ts';

/** Hands out a mail as it came, and says so where that fails. */
export function useDownload(): (aggregateId: string) => Promise<void> {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  return (aggregateId) => downloadSource(client, notices, t, aggregateId);
}

/** Has mails read anew. Returns whether that was begun, and says so where it was not. */
export function useReadAgain(): (aggregateIds: readonly string[]) => Promise<boolean> {
  const t = useTexts(unreadableTexts);
  const client = useClient();
  const { notices } = useShell();
  return async (aggregateIds) => {
    try {
      await client.sendNow(mailCommands.retryUnreadable, { aggregateIds: [...aggregateIds] });
      return true;
    } catch {
      notices.show({ text: t.againFailed, tone: 'fault' });
      return false;
    }
  };
}

/** Says of a mail that could not be read why, and what can be done: have it whole, or have it read once more. */
export function Unreadable({ mail }: { mail: MailDetail }) {
  const t = useTexts(unreadableTexts);
  const download = useDownload();
  const readAgain = useReadAgain();
  const version = mail.entry.aggregateVersion;
  // A version that is newer than the one of the click is the outcome of the try.
  const [triedAt, setTriedAt] = useState<number>();
  const reason = mail.unreadableReason ?? 'malformed';
  const isPart = reason === 'truncated';
  const titleId = useId();
  const isTrying = triedAt !== undefined && version <= triedAt;
  const tryAgain = async (): Promise<void> => {
    setTriedAt(version);
    if (!(await readAgain([mail.aggregateId]))) setTriedAt(undefined);
  };
  return (
    <div role="group" className="unreadable" aria-labelledby={titleId}>
      <Icon name="warning" />
      <div>
        <h2 id={titleId}>{isPart ? t.partTitle : t.title}</h2>
        <p>{t.reasons[reason]}</p>
        <p>
          {isPart ? t.keptPart : t.kept} <span className="quiet">{t.downloadHint}</span>
        </p>
        <p role="status">{triedAt !== undefined && !isTrying ? t.still : ''}</p>
        <div className="unreadable-actions">
          <Button kind="primary" icon="download-simple" onClick={() => void download(mail.aggregateId)}>
            {t.download}
          </Button>
          <Button
            icon="arrow-clockwise"
            aria-disabled={isTrying}
            onClick={() => (isTrying ? undefined : void tryAgain())}
          >
            {isTrying ? t.trying : t.again}
          </Button>
        </div>
      </div>
    </div>
  );
}
