import type { MailServerFault } from '@kontor/contract/mail';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Callout } from '../../../ui/parts.tsx';
import { texts } from './texts.ts';

/** What went wrong with a mail server: what it means, what to do, and what was tried and answered. */
export function Fault({ fault, children }: { fault: MailServerFault; children?: ReactNode }) {
  const t = useTexts(texts);
  const [what, advice] = t.faults[fault.code];
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
