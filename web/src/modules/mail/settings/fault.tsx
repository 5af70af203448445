import type { MailServerFault } from '@kontor/contract/mail';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Callout } from '../../../ui/parts.tsx';
import { sendingTexts } from './sending/texts.ts';
import { texts } from './texts.ts';

/** What went wrong with a mail server: what it means, what to do, and what was tried and answered. `of`: which of its sides. */
export function Fault({
  fault,
  of = 'reading',
  children,
}: {
  fault: MailServerFault;
  of?: 'reading' | 'sending';
  children?: ReactNode;
}) {
  const t = useTexts(texts);
  const { faults: ofSending } = useTexts(sendingTexts);
  const own = of === 'sending' ? (ofSending as Partial<typeof t.faults>)[fault.code] : undefined;
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
      {children}
    </Callout>
  );
}
