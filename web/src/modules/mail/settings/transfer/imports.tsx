import type { ResultOf } from '@kontor/contract/kernel';
import { transferCommands, transferQueries, type MailAccount } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useAsk, useClient } from '../../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { Dialog } from '../../../../ui/overlays.tsx';
import { FaultNote } from '../../../../ui/fault-note.tsx';
import { Button, Callout } from '../../../../ui/parts.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { texts } from './texts.ts';
import { saidOf } from '../said-of.ts';

type Import = ResultOf<typeof transferQueries.imports>[number];

/** What was taken in so far, with how far each is; nothing where there is none. */
export function Imports({ accounts }: { accounts: readonly MailAccount[] }) {
  const t = useTexts(texts);
  const { data, failure, retry } = useAsk(transferQueries.imports, {});
  const [undoing, setUndoing] = useState<Import>();
  if (data === undefined)
    return failure === undefined ? null : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {t.problems.other}
      </Callout>
    );
  if (data.length === 0) return null;
  return (
    <section className="account-card" aria-labelledby="imports-title">
      <h2 id="imports-title">{t.history}</h2>
      <ul className="transfer-list">
        {data.map((one) => (
          <Line
            key={one.importId}
            one={one}
            email={accounts.find(({ id }) => id === one.accountId)?.email ?? ''}
            onUndo={() => setUndoing(one)}
          />
        ))}
      </ul>
      {undoing === undefined ? null : <Undo one={undoing} onClose={() => setUndoing(undefined)} onDone={retry} />}
    </section>
  );
}

function Line({ one, email, onUndo }: { one: Import; email: string; onUndo: () => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const { transport } = useClient();
  const { notices } = useShell();
  const { importId, name, isTry, state, done, total, added, known, failed, at, byName } = one;
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  const result = {
    reading: t.reading(added),
    done: isTry ? t.wouldBe(added) : t.added(added),
    failed: t.broken,
    undone: t.undone,
  }[state];
  const said = [result, ...(known > 0 ? [t.known(known)] : []), ...(failed > 0 ? [t.unread(failed)] : [])];
  const save = async (): Promise<void> => {
    try {
      await saveFile(await transport.bytes(transferQueries.importErrors, { importId }), `import-${importId}.csv`);
    } catch (error) {
      notices.show({ text: saidOf(t.problems, asFailure(error).code), tone: 'fault' });
    }
  };
  return (
    <li aria-label={name}>
      <div>
        <strong className="transfer-name">{name}</strong>
        <p className="quiet small">{t.line(`${email} · ${formats.full(Date.parse(at) / 1000)}`, byName)}</p>
        <p role="status">{said.join(', ')}.</p>
        {state === 'reading' ? (
          <span
            className="progress"
            role="progressbar"
            aria-label={name}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span style={{ width: `${percent}%` }} />
          </span>
        ) : null}
      </div>
      {failed > 0 ? (
        <Button icon="download-simple" onClick={() => void save()}>
          {t.errors}
        </Button>
      ) : null}
      {state === 'done' && !isTry && added > 0 ? (
        <Button icon="arrow-counter-clockwise" onClick={onUndo}>
          {t.undo}
        </Button>
      ) : null}
    </li>
  );
}

function Undo({ one, onClose, onDone }: { one: Import; onClose: () => void; onDone: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      const { count } = await client.sendNow(transferCommands.undoImport, { importId: one.importId });
      notices.show({ text: t.undoDone(count) });
      onClose();
      onDone();
    } catch (error) {
      setFault(saidOf(t.problems, asFailure(error).code));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.undoTitle} closeLabel={t.close} onClose={onClose}>
      <p>{t.undoText}</p>
      <FaultNote text={fault} />
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" disabled={busy} onClick={() => void undo()}>
          {t.undo}
        </Button>
      </footer>
    </Dialog>
  );
}
