import type { administrationCommands } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { CopyButton } from '../../../shell/forms/copy-button.tsx';
import { useTimes } from '../times.ts';
import { texts } from './texts.ts';

export type MadeLink = ResultOf<typeof administrationCommands.sendLink> & { readonly email: string | null };

/** Says where a link went, or shows it, once, to be handed over. */
export function LinkMade({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const t = useTexts(texts);
  const times = useTimes();
  const until = times.full(made.expiresAt);
  const { link } = made;
  return (
    <Dialog title={link === null ? t.linkMailedTitle : t.linkTitle} closeLabel={t.close} onClose={onClose}>
      <div className="form">
        <p>{link === null ? t.linkMailed(made.email ?? '', until) : t.linkText(until)}</p>
        {link === null ? null : (
          <div className="link-made">
            <input
              className="input"
              aria-label={t.link}
              readOnly
              // Browsers keep what stands in fields, to fill it in again.
              autoComplete="off"
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton text={link} label={t.copy} autoFocus />
          </div>
        )}
        <footer>
          <Button kind="primary" onClick={onClose}>
            {t.done}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
