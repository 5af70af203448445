import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import type { Action } from './choices.ts';
import { bulkTexts } from './bulk-texts.ts';

/** Asks before something is done to many items. */
export function BulkQuestion({
  action,
  count,
  onYes,
  onClose,
}: {
  action: Action;
  count: number;
  onYes: () => void;
  onClose: () => void;
}) {
  const t = useTexts(bulkTexts);
  return (
    <Dialog title={t.ask[action](count)} closeLabel={t.close} onClose={onClose}>
      <p>{t.askHint}</p>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="primary" autoFocus onClick={onYes}>
          {t.yes[action]}
        </Button>
      </footer>
    </Dialog>
  );
}
