import {
  MAX_BUZZWORDS,
  MAX_TITLE,
  PRIVATE_BOX,
  documentCommands,
  documentQueries,
  titleOf,
} from '@kontor/contract/document';
import { useRef, useState, type FormEvent } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useAsk, useClient } from '../../client/react.tsx';
import { FaultId, detailHref, useShell, useTexts } from '../../shell/index.ts';
import type { ItemFile } from '../../shell/manifest.ts';
import { TextField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../ui/parts.tsx';
import { BoxField } from './filing-dialog.tsx';
import { fileItemTexts } from './file-item-texts.ts';

/** Files what lies in another item as a document. */
export function FileItemDialog({ onClose, ...file }: ItemFile & { readonly onClose: () => void }) {
  const t = useTexts(fileItemTexts);
  const client = useClient();
  const { notices, tabs } = useShell();
  const boxes = useAsk(documentQueries.boxes, {});
  const standard = useAsk(documentQueries.standardBox, {});
  const [title, setTitle] = useState(titleOf(file.filename));
  const [keywords, setKeywords] = useState('');
  const [chosen, setChosen] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** The process of what is sent: once more it is the same, as its answer may only have been lost. */
  const sent = useRef<{ readonly of: string; readonly processId: string }>(undefined);
  const box = chosen ?? standard.data?.boxId ?? PRIVATE_BOX;
  const isReady = boxes.data !== undefined && standard.data !== undefined;
  const missing = isReady ? undefined : (boxes.failure ?? standard.failure);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy || !isReady) return;
    const params = { aggregateId: file.aggregateId, storageKey: file.storageKey, title: title.trim(), keywords, box };
    const of = JSON.stringify(params);
    if (sent.current?.of !== of) sent.current = { of, processId: client.env.newId() };
    setBusy(true);
    setFailure(undefined);
    try {
      const { aggregateId } = await client.transport.command(
        documentCommands.createFromItem,
        params,
        sent.current.processId,
        { once: true },
      );
      const target = detailHref({ module: 'document', aggregateId }, 'module');
      const open = { label: t.open, run: () => tabs.open(target ?? '/', 'beside') };
      notices.show({ text: t.filed, action: open });
      onClose();
    } catch (error) {
      setFailure(asFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <p className="quiet" style={{ overflowWrap: 'anywhere' }}>
          {file.filename}
        </p>
        <TextField
          label={t.name}
          autoFocus
          value={title}
          maxLength={MAX_TITLE}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {isReady ? (
          <BoxField label={t.box} hint={t.boxHint} value={chosen ?? standard.data?.boxId} onChange={setChosen} />
        ) : missing === undefined ? (
          <SkeletonBlock width="100%" height={60} />
        ) : (
          <Callout
            tone="fault"
            icon="warning"
            action={
              <Button
                onClick={() => {
                  boxes.retry();
                  standard.retry();
                }}
              >
                {t.retry}
              </Button>
            }
          >
            {missing.kind === 'offline' ? t.codes.OFFLINE : t.boxesFailed}
          </Callout>
        )}
        <TextField
          label={t.buzzwords}
          hint={t.buzzwordsHint}
          value={keywords}
          maxLength={MAX_BUZZWORDS}
          onChange={(event) => setKeywords(event.currentTarget.value)}
        />
        {failure === undefined ? null : <Refused failure={failure} />}
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" disabled={isBusy || !isReady}>
            {isBusy ? t.filing : failure === undefined ? t.file : t.retry}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Why nothing was filed; what was entered stays. */
function Refused({ failure }: { failure: Failure }) {
  const t = useTexts(fileItemTexts);
  const said = (t.codes as Readonly<Record<string, string>>)[failure.code];
  return (
    <Callout tone="fault" icon="warning">
      {said ?? t.otherCode} {said === undefined ? <FaultId failure={failure} /> : null}
    </Callout>
  );
}
