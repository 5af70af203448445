import './checks.css';
import type { MailDetail } from '@kontor/contract/mail';
import { Suspense, useState, type ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Button, Callout, Icon, LoadingLine } from '../../../ui/parts.tsx';
import { quietWord } from './checks-rules.ts';
import { checksTexts } from './checks-texts.ts';

export const ChecksDialog = lazily(() => import('./checks.tsx').then((module) => module.ChecksDialog));

/** The dialog about where a mail is from, and how it is opened. */
function useChecks(mail: MailDetail): readonly [open: () => void, dialog: ReactNode] {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen ? (
    <Suspense fallback={<LoadingLine shown />}>
      <ChecksDialog mail={mail} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  return [() => setOpen(true), dialog];
}

/** One quiet word where a mail is sure to be from who it says; nothing where that is not known, as of most. */
export function Origin({ mail }: { mail: MailDetail }) {
  const t = useTexts(checksTexts);
  const [open, dialog] = useChecks(mail);
  const word = quietWord(mail);
  if (word === undefined) return null;
  const { authentication, signature } = mail;
  return (
    <>
      <button type="button" className="quiet-word" onClick={open}>
        <Icon name={word === 'signed' ? 'certificate' : 'seal-check'} small />
        {word === 'signed'
          ? t.signed(signature?.signer || signature?.address || '')
          : t.confirmed(authentication?.domain ?? '')}
      </button>
      {dialog}
    </>
  );
}

/** Warns of a mail that was changed after somebody signed it. */
export function AlteredSignature({ mail }: { mail: MailDetail }) {
  const t = useTexts(checksTexts);
  const [open, dialog] = useChecks(mail);
  if (mail.signature?.state !== 'altered') return null;
  return (
    <>
      <Callout tone="fault" icon="warning" action={<Button onClick={open}>{t.details}</Button>}>
        <strong>{t.alteredTitle}</strong>
        <p>{t.signatures.altered()}</p>
      </Callout>
      {dialog}
    </>
  );
}
