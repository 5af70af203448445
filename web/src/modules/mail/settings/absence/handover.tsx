import type { ResultOf } from '@kontor/contract/kernel';
import { handoverQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { useFormats, useTexts } from '../../../../shell/index.ts';
import { Check } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../../ui/parts.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { activityTexts } from '../../../activity/index.tsx';
import { useOpenMail } from '../../reader/use-open-mail.ts';
import { texts } from './texts.ts';

type Handed = ResultOf<typeof handoverQueries.handover>[number];

/** Mails that are drawn at first, and more of them at a time. */
const A_PAGE = 100;
const DONE = 3;

/** What became of a person's mails while they were away. */
export function HandoverDialog({
  userId,
  title,
  startsAt,
  onClose,
}: {
  userId: number;
  title: string;
  /** When the absence began, as an ISO instant. */
  startsAt: string;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  return (
    <Dialog title={title} closeLabel={t.close} size="l" onClose={onClose}>
      <div className="form">
        <p className="quiet">{t.handoverHint}</p>
        <Mails userId={userId} from={Date.parse(startsAt) / 1000} onClose={onClose} />
        <footer>
          <Button onClick={onClose}>{t.close}</Button>
        </footer>
      </div>
    </Dialog>
  );
}

function Mails({ userId, from, onClose }: { userId: number; from: number; onClose: () => void }) {
  const t = useTexts(texts);
  const [isOpenOnly, setOpenOnly] = useState(false);
  const { data, failure, retry } = useAsk(handoverQueries.handover, { userId });
  if (data === undefined)
    return failure === undefined ? (
      <SkeletonBlock width="100%" height={120} />
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {t.listFailed}
      </Callout>
    );
  if (data.length === 0) return <p role="status">{t.handoverNone}</p>;
  const open = data.filter(({ status }) => status < DONE);
  const shown = isOpenOnly ? open : data;
  return (
    <>
      <p role="status">{open.length === 0 ? t.allDone : t.handoverCount(open.length, data.length)}</p>
      {open.length === 0 || open.length === data.length ? null : (
        <Check
          label={t.onlyOpen}
          checked={isOpenOnly}
          onChange={({ currentTarget }) => setOpenOnly(currentTarget.checked)}
        />
      )}
      <Part title={t.meanwhile} mails={shown.filter(({ timestamp }) => timestamp >= from)} onClose={onClose} />
      <Part title={t.before} mails={shown.filter(({ timestamp }) => timestamp < from)} onClose={onClose} />
    </>
  );
}

function Part({ title, mails, onClose }: { title: string; mails: readonly Handed[]; onClose: () => void }) {
  const t = useTexts(texts);
  const [count, setCount] = useState(A_PAGE);
  if (mails.length === 0) return null;
  return (
    <section className="absence-part" aria-label={title}>
      <h3>{title}</h3>
      <ul className="absence-lines">
        {mails.slice(0, count).map((mail) => (
          <Line key={mail.aggregateId} mail={mail} onClose={onClose} />
        ))}
      </ul>
      {mails.length > count ? (
        <div>
          <Button onClick={() => setCount(count + A_PAGE)}>{t.more}</Button>
        </div>
      ) : null}
    </section>
  );
}

const STATES = { 1: 'unseen', 2: 'seen', 3: 'ready' } as const;
const asStatus = (status: number): keyof typeof STATES => (status === 3 ? 3 : status === 2 ? 2 : 1);

function Line({ mail, onClose }: { mail: Handed; onClose: () => void }) {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const formats = useFormats();
  const openMail = useOpenMail();
  const { aggregateId, subject, contact, timestamp, answeredBy } = mail;
  const status = asStatus(mail.status);
  // The server tells nothing of a mail that the person does not see.
  const isSeen = subject !== '' || contact !== '';
  const more = [contact, formats.full(timestamp), ...(answeredBy === null ? [] : [t.answeredBy(answeredBy)])];
  return (
    <li>
      <span className="absence-line">
        <StatusMark status={status} label={a.states[STATES[status]]} />
        {isSeen ? (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              onClose();
              openMail(aggregateId);
            }}
          >
            {subject || t.noSubject}
          </button>
        ) : (
          <span className="quiet">{t.unseen}</span>
        )}
      </span>
      <span className="quiet small">{more.filter((part) => part !== '').join(' · ')}</span>
    </li>
  );
}
