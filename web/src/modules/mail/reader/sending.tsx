import './sending.css';
import { sendingCommands, type MailDetail, type Outgoing } from '@kontor/contract/mail';
import { Suspense, useEffect, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Button, Icon, LoadingLine } from '../../../ui/parts.tsx';
import { writeAddress } from '../composer/address.ts';
import { bannerOf, troubled, type SendingAct, type SendingWord } from './sending-rules.ts';
import { sendingTexts } from './sending-texts.ts';
import { useOpenMail } from './use-open-mail.ts';

const SendingLog = lazily(() => import('./sending-log.tsx').then((module) => module.SendingLog));
const LaterDialog = lazily(() => import('../composer/later-dialog.tsx').then((module) => module.LaterDialog));

const ICONS: Readonly<Record<SendingWord, IconName>> = {
  countdown: 'timer',
  planned: 'clock',
  queued: 'paper-plane-tilt',
  sending: 'paper-plane-tilt',
  retrying: 'arrow-clockwise',
  sent: 'check',
  delayed: 'clock',
  delivered: 'check-circle',
  bounced: 'arrow-u-down-left',
  partly: 'warning',
  refused: 'warning-octagon',
  unknown: 'warning',
};
const SECOND_MS = 1000;

/** Milliseconds since 1970, each second anew while something is counted. */
function useSeconds(isCounting: boolean, now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => setAt(now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isCounting, now]);
  return at;
}

/** How a mail of ours is doing on its way out, and what can be done about it. */
export function SendingBanner({ mail, onEdit }: { mail: MailDetail; onEdit: () => void }) {
  const client = useClient();
  const { outgoing } = mail;
  const now = useSeconds(outgoing?.state === 'waiting', client.env.now);
  if (outgoing === null) return null;
  const may = { settle: outgoing.isMine || mail.mailbox.sends };
  const banner = bannerOf(outgoing, mail.sendState.smtpLogType, may, now);
  if (banner === undefined) return null;
  return <Banner mail={mail} outgoing={outgoing} banner={banner} maySee={may.settle} onEdit={onEdit} />;
}

function Banner({
  mail,
  outgoing,
  banner: { word, tone, acts, seconds },
  maySee,
  onEdit,
}: {
  mail: MailDetail;
  outgoing: Outgoing;
  banner: NonNullable<ReturnType<typeof bannerOf>>;
  maySee: boolean;
  onEdit: () => void;
}) {
  const t = useTexts(sendingTexts);
  const client = useClient();
  const { notices, tabs } = useShell();
  const openMail = useOpenMail();
  const [isLogOpen, setLogOpen] = useState(false);
  const [asksTime, setAsksTime] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { outgoingId } = outgoing;
  const words = useWords(outgoing, seconds)[word];
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const { code, kind } = asFailure(error);
      const said: Readonly<Record<string, string>> = {
        MAIL_SENDING_BEGUN: t.tooLate,
        MAIL_NOT_UNSURE: t.decided,
        MAIL_SEND_TIME: t.badTime,
      };
      notices.show({ text: kind === 'offline' ? t.offline : (said[code] ?? t.failed), tone: 'fault' });
    }
    setBusy(false);
  };
  const cancel = (isOpened: boolean) => async (): Promise<void> => {
    const { draftId, draftKey } = await client.sendNow(sendingCommands.cancelSending, { outgoingId });
    notices.show({ text: t.taken });
    if (isOpened) tabs.open(writeAddress(client, { kind: 'draft', id: draftId, draftKey }), 'beside');
  };
  const change = (sendAt: string) => () => client.sendNow(sendingCommands.changeSending, { outgoingId, sendAt });
  const settle = (decision: 'again' | 'sent' | 'later') => () =>
    client.sendNow(sendingCommands.settleSending, { outgoingId, decision });
  const doAct: Readonly<Record<SendingAct, () => void>> = {
    undo: () => void run(cancel(true)),
    edit: () => void run(cancel(true)),
    cancel: () => void run(cancel(false)),
    now: () => void run(change(new Date(client.env.now()).toISOString())),
    time: () => setAsksTime(true),
    again: () => void run(settle('again')),
    sent: () => void run(settle('sent')),
    later: () => void run(settle('later')),
    rewrite: onEdit,
  };
  const reportId = mail.bounce?.aggregateId ?? null;
  const count = outgoing.receivers.length;
  return (
    <div className="send-banner" data-tone={tone} aria-label={t.title} role={tone === 'fault' ? 'alert' : 'group'}>
      <Icon name={ICONS[word]} />
      <div className="send-words">
        <p>
          {seconds === undefined ? (
            <span role={tone === 'fault' ? undefined : 'status'}>{words}</span>
          ) : (
            <>
              {/* Counted for the eye alone: to be told each second would leave no room for anything else. */}
              <span aria-hidden="true">{words}</span>
              <span className="hidden-text" role="status">
                {t.soon}
              </span>
            </>
          )}
          {count > 1 ? <span className="quiet"> · {t.receivers(count)}</span> : null}
        </p>
        <Missed mail={mail} outgoing={outgoing} word={word} />
      </div>
      <div className="send-acts">
        {acts.map((act, index) => (
          <Button
            key={act}
            kind={index === 0 && tone !== 'quiet' ? 'normal' : 'plain'}
            disabled={isBusy}
            onClick={doAct[act]}
          >
            {t.acts[act]}
          </Button>
        ))}
        {reportId === null ? null : (
          <Button kind="plain" onClick={() => openMail(reportId)}>
            {t.report}
          </Button>
        )}
        {maySee && outgoing.attempts > 0 ? (
          <Button kind="plain" onClick={() => setLogOpen(true)}>
            {t.log}
          </Button>
        ) : null}
      </div>
      {isLogOpen ? (
        <Suspense fallback={<LoadingLine shown />}>
          <SendingLog outgoingId={outgoingId} onClose={() => setLogOpen(false)} />
        </Suspense>
      ) : null}
      {asksTime ? (
        <Suspense fallback={<LoadingLine shown />}>
          <LaterDialog onClose={() => setAsksTime(false)} onLater={(sendAt) => void run(change(sendAt))} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** What is said of a mail in each of its states. */
function useWords(outgoing: Outgoing, seconds: number | undefined): Readonly<Record<SendingWord, string>> {
  const t = useTexts(sendingTexts);
  const formats = useFormats();
  const when = (instant: string): string => formats.full(Date.parse(instant) / 1000);
  return {
    countdown: seconds === undefined || seconds === 0 ? t.soon : t.countdown(seconds),
    planned: t.planned(when(outgoing.sendAt)),
    queued: t.queued,
    sending: t.sending,
    retrying: t.retrying(outgoing.answer, outgoing.nextTryAt === null ? '' : when(outgoing.nextTryAt)),
    sent: t.sent(when(outgoing.since)),
    delayed: t.delayed,
    delivered: t.delivered(when(outgoing.since)),
    bounced: t.bounced,
    partly: t.partly,
    refused: t.refused,
    unknown: t.unknown,
  };
}

const TELLS_OF_MISSED: readonly SendingWord[] = ['partly', 'refused', 'bounced', 'unknown'];

/** The receivers whom it did not reach, and what their servers said. */
function Missed({ mail, outgoing, word }: { mail: MailDetail; outgoing: Outgoing; word: SendingWord }) {
  const t = useTexts(sendingTexts);
  if (!TELLS_OF_MISSED.includes(word)) return null;
  const missed = troubled(outgoing).map(({ receiver, answer }) => ({ receiver, answer: answer || outgoing.answer }));
  const receivers = missed.length > 0 ? missed : (mail.bounce?.receivers ?? []);
  return receivers.length === 0 ? null : (
    <ul className="send-missed">
      {receivers.map(({ receiver, answer }) => (
        <li key={receiver}>{t.refusedTo(receiver, answer)}</li>
      ))}
    </ul>
  );
}
