import { RECORDS_KEY, recordCommands } from '@kontor/contract/record';
import { useRef, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { sayRemoved } from '../restoring.ts';
import { listTexts } from './list-texts.ts';
import type { Chosen } from './use-selection.ts';

/** Asks before records are deleted for good, and says how far it is. What somebody has changed since it was seen stays. */
export function RemoveMany({
  chosen,
  onGone,
  onClose,
}: {
  chosen: readonly Chosen[];
  /** Called with those that are left. */
  onGone: (left: readonly Chosen[]) => void;
  onClose: () => void;
}) {
  const t = useTexts(listTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const [done, setDone] = useState<number>();
  const isStopped = useRef(false);
  const run = async (): Promise<void> => {
    if (done !== undefined) return;
    setDone(0);
    const left: Chosen[] = [];
    const gone: { readonly idoId: number; readonly idoInstanceId: number }[] = [];
    for (const one of chosen) {
      const params = { idoId: one.id, idoInstanceId: one.kindId, lastKnownChangeTimestamp: one.changed };
      try {
        if (isStopped.current) throw new Error('Stopped');
        await client.sendNow(recordCommands.delete, params);
        gone.push({ idoId: one.id, idoInstanceId: one.kindId });
        setDone(gone.length);
      } catch {
        left.push(one);
      }
    }
    client.ask.touch([RECORDS_KEY]);
    if (left.length > 0) notices.show({ text: t.removedPart(gone.length, left.length), tone: 'fault' });
    if (gone.length > 0) sayRemoved({ client, notices, language }, gone, t.removed(gone.length));
    onGone(left);
    onClose();
  };
  const leave = (): void => {
    if (done === undefined) onClose();
    else isStopped.current = true;
  };
  return (
    <Dialog title={t.removeTitle(chosen.length)} closeLabel={t.close} onClose={leave}>
      <p>{t.removeText(chosen.length)}</p>
      <p role="status" className="quiet">
        {done === undefined ? '' : t.removing(done, chosen.length)}
      </p>
      <footer>
        <Button onClick={leave}>{done === undefined ? t.close : t.stop}</Button>
        <Button kind="danger" autoFocus aria-disabled={done !== undefined} onClick={() => void run()}>
          {t.remove}
        </Button>
      </footer>
    </Dialog>
  );
}
