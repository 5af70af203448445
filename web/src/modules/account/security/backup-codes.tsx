import { useState, type ReactNode } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { CopyButton } from '../../../shell/forms/copy-button.tsx';
import { offerFile } from '../../../ui/save-file.ts';
import { useTimes } from '../times.ts';
import { texts } from './texts.ts';

/** The backup codes, once: to copy, as a file, or on paper. Nobody closes them unasked who has not said that they are kept. */
export function BackupCodes({
  codes,
  size,
  children,
  onDone,
}: {
  codes: readonly string[];
  size?: 'l';
  /** Above the codes. */
  children?: ReactNode;
  onDone: () => void;
}) {
  const all = useTexts(texts);
  const t = all.twoFactor;
  const { account, env } = useClient();
  const times = useTimes();
  const [kept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const head = t.fileHead(account.title, account.user, times.day(new Date(env.now()).toISOString()));
  const whole = `${head}\n\n${codes.join('\n')}\n`;
  return (
    <Dialog
      title={t.codes}
      closeLabel={all.close}
      {...(size === undefined ? {} : { size })}
      onClose={() => (kept ? onDone() : setLeaving(true))}
    >
      {children}
      <div className="form">
        {isLeaving && !kept ? (
          <Callout tone="fault" icon="warning" action={<Button onClick={onDone}>{t.closeAnyway}</Button>}>
            {t.notKept}
          </Callout>
        ) : null}
        <p>{t.codesText}</p>
        <div className="backup-codes">
          <p className="print-head">{head}</p>
          <ol>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </div>
        <div className="form-buttons">
          {/* Else the button that closes had the focus, and a second Enter would take the codes away. */}
          <CopyButton text={whole} label={t.copy} autoFocus />
          <Button
            icon="download-simple"
            onClick={() => offerFile(new Blob([whole], { type: 'text/plain' }), t.fileName)}
          >
            {t.file}
          </Button>
          <Button icon="printer" onClick={() => window.print()}>
            {t.print}
          </Button>
        </div>
        <Check label={t.keepDone} checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
        <footer>
          <Button kind="primary" disabled={!kept} onClick={onDone}>
            {all.done}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
