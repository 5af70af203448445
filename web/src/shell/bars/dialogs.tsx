import { Dialog } from '../../ui/overlays.tsx';
import { Changes } from './changes.tsx';
import { useTexts } from '../context.tsx';
import { KeyList } from '../keys/help.tsx';
import { texts as shellTexts } from '../texts.ts';
import { texts } from './dialog-texts.ts';

export { NotFound } from '../failures/not-found.tsx';

/** All keys, over whatever is being done. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const { close } = useTexts(shellTexts);
  return (
    <Dialog title={t.keysTitle} closeLabel={close} onClose={onClose}>
      <KeyList isSought />
    </Dialog>
  );
}

/** The changes that wait, and those that were refused. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const { close } = useTexts(shellTexts);
  return (
    <Dialog title={t.waitingTitle} closeLabel={close} onClose={onClose}>
      <Changes />
    </Dialog>
  );
}
