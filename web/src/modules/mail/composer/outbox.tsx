import { sendingCommands, sendingQueries, type Outgoing } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { Segments } from '../../../ui/fields.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, IconButton, LoadingLine } from '../../../ui/parts.tsx';
import { writeAddress } from './address.ts';
import { Empty, Failed, Rows, useFinding } from './folder-parts.tsx';
import { folderTexts } from './folder-texts.ts';
import { LaterDialog } from './later-dialog.tsx';
import { useOutbox } from './use-outbox.ts';

const FAULTY: readonly Outgoing['state'][] = ['refused', 'unknown', 'partly', 'retrying'];

/** Mails on their way out, those that something is wrong with on top. */
export function Outbox() {
  const t = useTexts(folderTexts);
  const [scope, setScope] = useState<'own' | 'all'>('own');
  const { data, failure, isFetching, retry } = useOutbox(scope);
  const { data: others } = useOutbox('all');
  const [log, setLog] = useState<number>();
  const [timed, setTimed] = useState<Outgoing>();
  const listed = (data ?? []).filter(({ state }) => state !== 'cancelled');
  const all = listed.toSorted((a, b) => Number(FAULTY.includes(b.state)) - Number(FAULTY.includes(a.state)));
  const { found, field } = useFinding(all, ({ subject, receivers }) =>
    [subject, ...receivers.flatMap(({ receiver, receiverRealName }) => [receiver, receiverRealName])].join(' '),
  );
  const hasOthers = others?.some(({ isMine, state }) => !isMine && state !== 'cancelled') === true;
  return (
    <>
      {hasOthers || scope === 'all' ? (
        <div className="folder-scope">
          <Segments
            label={t.scope}
            value={scope}
            options={[
              ['own', t.scopes.own],
              ['all', t.scopes.all],
            ]}
            onChange={setScope}
          />
        </div>
      ) : null}
      {data === undefined ? (
        failure === undefined ? (
          <LoadingLine shown={isFetching} />
        ) : (
          <Failed onRetry={retry} />
        )
      ) : all.length === 0 ? (
        <Empty folder="outbox" />
      ) : (
        <>
          {field}
          <Rows label={t.folders.outbox}>
            {found.map((one) => (
              <Row
                key={one.outgoingId}
                one={one}
                onChanged={retry}
                onLog={() => setLog(one.outgoingId)}
                onTime={() => setTimed(one)}
              />
            ))}
          </Rows>
        </>
      )}
      {log === undefined ? null : <Log outgoingId={log} onClose={() => setLog(undefined)} />}
      {timed === undefined ? null : <NewTime one={timed} onChanged={retry} onClose={() => setTimed(undefined)} />}
    </>
  );
}

/** When it goes, went, or is tried again. */
function useTimeOf(): (one: Outgoing) => string {
  const t = useTexts(folderTexts);
  const formats = useFormats();
  const when = (instant: string): string => formats.full(Date.parse(instant) / 1000);
  return ({ state, sendAt, since, nextTryAt }) => {
    if (state === 'waiting') return t.at(when(sendAt));
    if (nextTryAt !== null && state === 'retrying') return t.nextTry(when(nextTryAt));
    return state === 'sent' ? t.sentAt(when(since)) : t.since(when(since));
  };
}

/** What is wrong, in plain words; empty where nothing is. */
function useFaultOf(): (one: Outgoing) => string {
  const t = useTexts(folderTexts);
  return ({ fault }) =>
    fault === null ? '' : ((t.faults as Readonly<Record<string, string>>)[fault] ?? t.serverFault);
}

function Row({
  one,
  onChanged,
  onLog,
  onTime,
}: {
  one: Outgoing;
  onChanged: () => void;
  onLog: () => void;
  onTime: () => void;
}) {
  const t = useTexts(folderTexts);
  const timeOf = useTimeOf();
  const faultOf = useFaultOf();
  const act = useOutgoingActs(one, onChanged);
  const [anchor, setAnchor] = useState<DOMRect>();
  const isUnsure = one.state === 'unknown';
  const [first, ...more] = one.receivers.map(({ receiver, receiverRealName }) => receiverRealName || receiver);
  const states = t.receiverStates as Readonly<Record<string, string>>;
  const answers = one.receivers.filter(({ state, answer }) => states[state] !== undefined && answer !== one.answer);
  const items: readonly MenuItem[] = [
    ...(one.isCancellable
      ? [
          { key: 'edit', icon: 'pencil-simple' as const, label: t.edit, onSelect: act.edit },
          { key: 'time', icon: 'clock' as const, label: t.otherTime, onSelect: onTime },
        ]
      : []),
    { key: 'log', icon: 'file-text', label: t.log, onSelect: onLog },
  ];
  return (
    <li className="folder-row" data-fault={FAULTY.includes(one.state)}>
      <div className="folder-open" role="group" tabIndex={-1} aria-label={one.subject || t.noSubject}>
        <span>
          <strong>{more.length === 0 ? first : t.toMany(first ?? '', more.length)}</strong>
          <span className="folder-state">{t.states[one.state]}</span>
        </span>
        <span className="quiet">
          <span>{one.subject || t.noSubject}</span>
          {one.isMine ? null : <span>{t.from(one.byName, one.senderAddress)}</span>}
        </span>
        <span className="quiet folder-more">
          <span>
            {[timeOf(one), one.attempts > 1 ? t.attempts(one.attempts) : ''].filter(Boolean).join(' · ')}
            {faultOf(one) === '' ? null : <strong> {faultOf(one)}</strong>}
            {one.answer === '' ? '' : ` ${t.said(one.answer)}`}
          </span>
        </span>
        {answers.map(({ receiver, state, answer }) => (
          <span key={receiver} className="quiet folder-more">
            <span>{t.saidTo(receiver, [states[state], answer].filter(Boolean).join(', '))}</span>
          </span>
        ))}
      </div>
      <span className="folder-acts">
        {one.isCancellable ? (
          <>
            <Button kind="plain" onClick={act.now}>
              {t.now}
            </Button>
            <Button kind="plain" onClick={act.cancel}>
              {t.cancel}
            </Button>
          </>
        ) : null}
        {isUnsure || one.state === 'refused' ? (
          <Button kind="plain" onClick={() => act.settle('again')}>
            {t.again}
          </Button>
        ) : null}
        {isUnsure ? (
          <Button kind="plain" onClick={() => act.settle('sent')}>
            {t.isSent}
          </Button>
        ) : null}
        <IconButton
          icon="dots-three-vertical"
          label={`${t.more}: ${one.subject || t.noSubject}`}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
        />
      </span>
      {anchor === undefined ? null : (
        <Menu label={t.more} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
      )}
    </li>
  );
}

/** What can be done with a mail on its way out. Each says what came of it. */
function useOutgoingActs({ outgoingId }: Outgoing, onChanged: () => void) {
  const t = useTexts(folderTexts);
  const client = useClient();
  const { notices, tabs } = useShell();
  const run = (what: Promise<unknown>): void =>
    void what
      .catch((error: unknown) => {
        const isLate = asFailure(error).code === 'MAIL_SENDING_BEGUN';
        notices.show({ text: isLate ? t.tooLate : t.actFailed, tone: 'fault' });
      })
      .then(onChanged);
  const takeBack = async (isOpened: boolean): Promise<void> => {
    const { draftId, draftKey } = await client.sendNow(sendingCommands.cancelSending, { outgoingId });
    const open = (): void => tabs.open(writeAddress(client, { kind: 'draft', id: draftId, draftKey }), 'beside');
    if (isOpened) open();
    else notices.show({ text: t.taken, action: { label: t.edit, run: open } });
  };
  return {
    now: () => {
      const sendAt = new Date(client.env.now()).toISOString();
      run(client.sendNow(sendingCommands.changeSending, { outgoingId, sendAt }));
    },
    cancel: () => run(takeBack(false)),
    edit: () => run(takeBack(true)),
    settle: (decision: 'again' | 'sent') =>
      run(client.sendNow(sendingCommands.settleSending, { outgoingId, decision })),
    at: (sendAt: string, words: string) =>
      run(
        client
          .sendNow(sendingCommands.changeSending, { outgoingId, sendAt })
          .then(() => notices.show({ text: t.timeSet(words) })),
      ),
  };
}

function NewTime({ one, onChanged, onClose }: { one: Outgoing; onChanged: () => void; onClose: () => void }) {
  const act = useOutgoingActs(one, onChanged);
  return <LaterDialog onClose={onClose} onLater={act.at} />;
}

/** What was said to the mail server, try by try. */
function Log({ outgoingId, onClose }: { outgoingId: number; onClose: () => void }) {
  const t = useTexts(folderTexts);
  const formats = useFormats();
  const { data, failure, retry } = useAsk(sendingQueries.sendingLog, { outgoingId });
  return (
    <Dialog title={t.logTitle} closeLabel={t.close} size="l" onClose={onClose}>
      {data === undefined && failure === undefined ? <SkeletonBlock width="100%" height={120} /> : null}
      {data === undefined && failure !== undefined ? <Failed onRetry={retry} /> : null}
      {data?.tries.length === 0 ? <p className="quiet">{t.logNone}</p> : null}
      {data?.tries.map(({ attempt, at, lines }) => (
        <section key={`${attempt} ${at}`} className="folder-log">
          <h3>{t.logTry(attempt, formats.full(Date.parse(at) / 1000))}</h3>
          {lines === '' ? <p className="quiet">{t.logEmpty}</p> : <pre>{lines}</pre>}
        </section>
      ))}
      <footer>
        <Button onClick={onClose}>{t.close}</Button>
      </footer>
    </Dialog>
  );
}
