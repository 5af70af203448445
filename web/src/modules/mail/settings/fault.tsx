import type { MailServerFault } from '@kontor/contract/mail';
import { useTexts } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { sendingTexts } from './sending/texts.ts';
import { texts } from './texts.ts';

/** What went wrong with a mail server: what it means, what to do, and what was tried and answered. `of`: which of its sides. */
export function Fault({
  fault,
  of = 'reading',
  onTrust,
}: {
  fault: MailServerFault;
  of?: 'reading' | 'sending';
  /** Given the fingerprint of a certificate that nobody vouches for; without it that is not offered. */
  onTrust?: (fingerprint: string) => void;
}) {
  const t = useTexts(texts);
  const { faults: ofSending } = useTexts(sendingTexts);
  const own = of === 'sending' ? (ofSending as Partial<typeof t.faults>)[fault.code] : undefined;
  const fingerprint = fault.code === 'CERTIFICATE_NOT_TRUSTED' ? fault.fingerprint : null;
  const [what, advice] = own ?? t.faults[fault.code];
  return (
    <Callout tone="fault" icon="warning">
      <p>
        <strong>{what}</strong> {advice}
      </p>
      <p className="quiet small">
        {t.tried(fault.address)}
        {fault.serverSaid === '' ? null : (
          <>
            <br />
            {t.said(fault.serverSaid)}
          </>
        )}
      </p>
      {fingerprint === null || onTrust === undefined ? null : (
        <div className="trust">
          <p className="small">
            {t.fingerprint}: <code>{fingerprint}</code>
          </p>
          <p className="small">{t.trustHint}</p>
          <Button onClick={() => onTrust(fingerprint)}>{t.trust}</Button>
        </div>
      )}
    </Callout>
  );
}
