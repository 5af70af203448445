import '../settings.css';
import './dkim.css';
import type { ResultOf } from '@kontor/contract/kernel';
import { dkimCommands, dkimQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import type { Failure } from '../../../../client/failure.ts';
import { useAsk, useClient } from '../../../../client/react.tsx';
import { EditedList, type EditedRows } from '../../../../shell/forms/edited-list.tsx';
import { RemoveRow } from '../../../../shell/forms/remove-row.tsx';
import { useAttempt } from '../../../../shell/forms/use-attempt.ts';
import { useOpened } from '../../../../shell/forms/use-opened.ts';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { copyText } from '../../../../ui/copy.ts';
import { Button, Callout, IconButton } from '../../../../ui/parts.tsx';
import { KeyForm } from './key-form.tsx';
import { texts } from './texts.ts';
import { saidOf } from '../said-of.ts';

type Key = ResultOf<typeof dkimQueries.dkimKeys>[number];

/** How long a record that was found counts, as the server sees it. */
const FRESH_MS = 3600_000;

/** The keys that mails of the instance's domains are signed with, for its administrators. */
export function Dkim() {
  const t = useTexts(texts);
  const answer = useAsk(dkimQueries.dkimKeys, {});
  const opened = useOpened<Key>(({ recordName }) => recordName);
  return (
    <EditedList
      t={t}
      icon="key"
      answer={answer}
      rowsOf={(keys) => keys}
      opened={opened}
      isOver
      form={({ onSaved }) => <KeyForm onSaved={onSaved} onClose={opened.close} />}
    >
      {(keys, rows) => keys.map((key) => <One key={key.recordName} known={key} {...rows} />)}
    </EditedList>
  );
}

function One({ known, onChanged, onRemoved }: Pick<EditedRows<Key>, 'onChanged' | 'onRemoved'> & { known: Key }) {
  const t = useTexts(texts);
  const client = useClient();
  const formats = useFormats();
  const { notices } = useShell();
  const say = ({ code }: Failure): string => saidOf(t.problems, code);
  const { attempt } = useAttempt(say, onChanged);
  const [busy, setBusy] = useState<'check' | 'switch'>();
  const [isRemoving, setRemoving] = useState(false);
  const { domain, selector, isOn, checkedAt, fault } = known;
  const checked = checkedAt === null ? undefined : Date.parse(checkedAt);
  const isFresh = checked !== undefined && fault === null && client.env.now() - checked < FRESH_MS;
  /** To be switched on, its record must have been found. */
  const isReady = isOn || isFresh;
  const run = async (kind: 'check' | 'switch', work: () => Promise<string | undefined>): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(kind);
    await attempt(async () => {
      const said = await work();
      if (said !== undefined) notices.show({ text: said });
    });
    setBusy(undefined);
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
      {isReady ? null : <p className="quiet small">{t.switchOnHint}</p>}
      <footer>
        <Button
          icon="arrow-clockwise"
          kind={isReady ? 'normal' : 'primary'}
          aria-disabled={busy !== undefined}
          onClick={() => void check()}
        >
          {busy === 'check' ? t.checking : t.check}
        </Button>
        <Button
          icon={isOn ? 'pause' : 'signature'}
          kind={!isOn && isFresh ? 'primary' : 'normal'}
          aria-disabled={busy !== undefined || !isReady}
          onClick={() => (isReady ? void turn() : undefined)}
        >
          {isOn ? t.switchOff : t.switchOn}
        </Button>
        <Button kind="danger" icon="trash" onClick={() => setRemoving(true)}>
          {t.remove}
        </Button>
      </footer>
      {isRemoving ? (
        <RemoveRow
          title={t.removeTitle(known.recordName)}
          action={t.remove}
          rows={{ onChanged, onRemoved }}
          run={() => client.sendNow(dkimCommands.removeDkimKey, { domain, selector })}
          done={t.removed}
          say={say}
          onClose={() => setRemoving(false)}
        >
          <p>{t.removeText}</p>
        </RemoveRow>
      ) : null}
    </article>
  );
}
