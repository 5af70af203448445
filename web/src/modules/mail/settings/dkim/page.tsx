import '../settings.css';
import './dkim.css';
import type { ResultOf } from '@kontor/contract/kernel';
import { dkimCommands, dkimQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useAsk, useClient } from '../../../../client/react.tsx';
import { Failed, useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { copyText } from '../../../../ui/copy.ts';
import { Dialog } from '../../../../ui/overlays.tsx';
import { FaultNote } from '../../../../ui/fault-note.tsx';
import { SkeletonBlock, Button, Callout, IconButton, StatePage } from '../../../../ui/parts.tsx';
import { KeyForm } from './key-form.tsx';
import { texts } from './texts.ts';
import { saidOf } from '../said-of.ts';

type Key = ResultOf<typeof dkimQueries.dkimKeys>[number];

/** How long a record that was found counts, as the server sees it. */
const FRESH_MS = 3600_000;

/** The keys that mails of the instance's domains are signed with, for its administrators. */
export function Dkim() {
  const t = useTexts(texts);
  const { data, failure, retry } = useAsk(dkimQueries.dkimKeys, {});
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) {
    if (failure !== undefined) return <Failed failure={failure} title={t.failed} onRetry={retry} />;
    return <SkeletonBlock width="100%" height={140} />;
  }
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
      {t.add}
    </Button>
  );
  return (
    <section className="mail-accounts">
      <p className="quiet">{t.intro}</p>
      {data.length === 0 ? (
        <StatePage icon="key" title={t.none} action={add}>
          {t.noneHint}
        </StatePage>
      ) : (
        <>
          {data.map((key) => (
            <One key={`${key.domain} ${key.selector}`} known={key} onChanged={retry} />
          ))}
          <div>{add}</div>
        </>
      )}
      {isOpen ? (
        <KeyForm
          onDone={() => {
            setOpen(false);
            retry();
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  );
}

function One({ known, onChanged }: { known: Key; onChanged: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const formats = useFormats();
  const { notices } = useShell();
  const [busy, setBusy] = useState<'check' | 'switch'>();
  const [isRemoving, setRemoving] = useState(false);
  const { domain, selector, isOn, checkedAt, fault } = known;
  const checked = checkedAt === null ? undefined : Date.parse(checkedAt);
  const isFresh = checked !== undefined && fault === null && client.env.now() - checked < FRESH_MS;
  const run = async (kind: 'check' | 'switch', work: () => Promise<string | undefined>): Promise<void> => {
    setBusy(kind);
    try {
      const said = await work();
      if (said !== undefined) notices.show({ text: said });
    } catch (error) {
      notices.show({ text: saidOf(t.problems, asFailure(error).code), tone: 'fault' });
    } finally {
      setBusy(undefined);
      onChanged();
    }
  };
  const check = (): Promise<void> =>
    run('check', async () => {
      await client.transport.query(dkimQueries.checkDkimKey, { domain, selector }, { once: true });
      return undefined;
    });
  const turn = (): Promise<void> =>
    run('switch', async () => {
      await client.sendNow(dkimCommands.switchDkimKey, { domain, selector, isOn: !isOn });
      return isOn ? t.switchedOff(domain) : t.switchedOn(domain);
    });
  const copy = async (text: string): Promise<void> => {
    const isCopied = await copyText(text);
    notices.show(isCopied ? { text: t.copied } : { text: t.notCopied, tone: 'fault' });
  };
  return (
    <article className="account-card" aria-label={known.recordName}>
      <header>
        <div>
          <h2>{domain}</h2>
          <span className="quiet">{selector}</span>
        </div>
        <span className="account-phase" data-phase={isOn ? 'watching' : 'paused'}>
          {isOn ? t.on : t.off}
        </span>
      </header>
      <p>{t.record}</p>
      <dl className="dkim-record">
        <dt>{t.recordName}</dt>
        <dd>
          <code>{known.recordName}</code>
          <IconButton icon="copy" label={t.copyName} onClick={() => void copy(known.recordName)} />
        </dd>
        <dt>{t.recordValue}</dt>
        <dd>
          <code>{known.recordValue}</code>
          <IconButton icon="copy" label={t.copyValue} onClick={() => void copy(known.recordValue)} />
        </dd>
      </dl>
      {checked === undefined ? null : fault === null ? (
        <Callout tone="good" icon="check-circle">
          {t.published} <span className="quiet">{t.checkedAt(formats.full(checked / 1000))}</span>
        </Callout>
      ) : (
        <Callout tone="fault" icon="warning">
          <strong>{t.faults[fault][0]}</strong> {t.faults[fault][1]}{' '}
          <span className="quiet">{t.checkedAt(formats.full(checked / 1000))}</span>
        </Callout>
      )}
      {isOn || isFresh ? null : <p className="quiet small">{t.switchOnHint}</p>}
      <footer>
        <Button
          icon="arrow-clockwise"
          kind={isOn || isFresh ? 'normal' : 'primary'}
          disabled={busy !== undefined}
          onClick={() => void check()}
        >
          {busy === 'check' ? t.checking : t.check}
        </Button>
        <Button
          icon={isOn ? 'pause' : 'signature'}
          kind={!isOn && isFresh ? 'primary' : 'normal'}
          disabled={busy !== undefined || (!isOn && !isFresh)}
          onClick={() => void turn()}
        >
          {isOn ? t.switchOff : t.switchOn}
        </Button>
        <Button kind="danger" icon="trash" onClick={() => setRemoving(true)}>
          {t.remove}
        </Button>
      </footer>
      {isRemoving ? <Remove known={known} onClose={() => setRemoving(false)} onChanged={onChanged} /> : null}
    </article>
  );
}

function Remove({ known, onClose, onChanged }: { known: Key; onClose: () => void; onChanged: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const [fault, setFault] = useState<string>();
  const { domain, selector } = known;
  const remove = async (): Promise<void> => {
    try {
      await client.sendNow(dkimCommands.removeDkimKey, { domain, selector });
      notices.show({ text: t.removed });
      onClose();
      onChanged();
    } catch (error) {
      setFault(saidOf(t.problems, asFailure(error).code));
    }
  };
  return (
    <Dialog title={t.removeTitle(known.recordName)} closeLabel={t.close} onClose={onClose}>
      <p>{t.removeText}</p>
      <FaultNote text={fault} />
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" onClick={() => void remove()}>
          {t.remove}
        </Button>
      </footer>
    </Dialog>
  );
}
