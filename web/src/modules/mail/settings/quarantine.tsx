import './quarantine.css';
import { mailQueries, type UnreadableMail } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { Link } from '../../../shell/link.tsx';
import { detailHref, useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { Button, Callout, IconButton } from '../../../ui/parts.tsx';
import { useDownload, useReadAgain } from '../parts/unreadable.tsx';
import { unreadableTexts } from '../unreadable-texts.ts';

/** As many as one command takes. */
const AT_ONCE = 100;

/** The mails of the person's boxes that could not be read; nothing where there are none. */
export function Quarantine() {
  const t = useTexts(unreadableTexts);
  const { notices } = useShell();
  const { data, failure, retry } = useAsk(mailQueries.quarantine, {});
  const readAgain = useReadAgain();
  const [busy, setBusy] = useState(false);
  if (data === undefined) {
    return failure === undefined ? null : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {t.listFailed}
      </Callout>
    );
  }
  if (data.length === 0) return null;
  const again = async (mails: readonly UnreadableMail[]): Promise<void> => {
    setBusy(true);
    if (await readAgain(mails.slice(0, AT_ONCE).map(({ aggregateId }) => aggregateId)))
      notices.show({ text: t.allTrying });
    setBusy(false);
  };
  return (
    <section className="quarantine" aria-labelledby="quarantine-title">
      <header>
        <h2 id="quarantine-title">{t.listTitle}</h2>
        {data.length < 2 ? null : (
          <Button icon="arrow-clockwise" disabled={busy} onClick={() => void again(data)}>
            {t.allAgain}
          </Button>
        )}
      </header>
      <p className="quiet">{t.listHint(data.length)}</p>
      <ul>
        {data.map((mail) => (
          <Row key={mail.aggregateId} mail={mail} disabled={busy} onAgain={() => void again([mail])} />
        ))}
      </ul>
    </section>
  );
}

function Row({ mail, disabled, onAgain }: { mail: UnreadableMail; disabled: boolean; onAgain: () => void }) {
  const t = useTexts(unreadableTexts);
  const formats = useFormats();
  const download = useDownload();
  return (
    <li>
      <div>
        <Link
          to={detailHref({ module: 'email', aggregateId: mail.aggregateId }, 'mailList')}
          aria-label={t.open(mail.subject)}
        >
          {mail.subject}
        </Link>
        <p className="quiet small">
          {[
            mail.senderAddress || t.noSender,
            mail.mailbox,
            formats.full(mail.timestamp),
            formats.size(mail.size),
            t.shortReasons[mail.reason],
          ].join(' · ')}
        </p>
      </div>
      <IconButton icon="download-simple" label={t.download} onClick={() => void download(mail.aggregateId)} />
      <IconButton icon="arrow-clockwise" label={t.again} disabled={disabled} onClick={onAgain} />
    </li>
  );
}
