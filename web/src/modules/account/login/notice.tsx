import { useTexts } from '../../../shell/index.ts';
import { Button, IconButton } from '../../../ui/parts.tsx';
import type { SignInFault } from './rules.ts';
import { texts } from './texts.ts';

/** What came of the last try, for as long as nobody has answered it: by the next try, or by closing it. */
export function SignInNotice({ fault, onClose }: { fault: SignInFault | undefined; onClose: () => void }) {
  const t = useTexts(texts);
  return (
    <div className="notices" role="alert">
      {fault === undefined ? null : (
        <div className="notice" data-tone="fault">
          <span>{t.faults[fault.long]}</span>
          {fault.ok === true ? (
            <Button kind="plain" onClick={onClose}>
              {t.ok}
            </Button>
          ) : (
            <IconButton icon="x" label={t.close} onClick={onClose} />
          )}
        </div>
      )}
    </div>
  );
}
