import { Dialog } from '../../ui/overlays.tsx';
import { Changes } from '../changes.tsx';
import { useTexts } from '../context.tsx';
import { KeyList } from '../help.tsx';
import { texts } from '../texts.ts';

/** All keys, over whatever is being done. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.keysTitle} closeLabel={t.close} onClose={onClose}>
      <KeyList />
    </Dialog>
  );
}

/** The changes that wait, and those that were refused. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.waitingTitle} closeLabel={t.close} onClose={onClose}>
      <Changes />
    </Dialog>
  );
}
