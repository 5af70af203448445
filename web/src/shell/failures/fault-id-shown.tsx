import type { Failure } from '../../client/failure.ts';
import { Button } from '../../ui/parts.tsx';
import { useShell, useTexts } from '../context.tsx';
import { defineTexts } from '../language.ts';

const texts = defineTexts(
  {
    faultId: 'Kennung',
    copyFaultId: 'Kennung kopieren',
    faultIdCopied: 'Die Kennung ist kopiert.',
  },
  {
    faultId: 'Reference',
    copyFaultId: 'Copy reference',
    faultIdCopied: 'The reference is copied.',
  },
);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Under which id the server's log tells more of a fault, to be handed to whoever looks after it. Nothing for other failures. */
export function FaultId({ failure }: { failure: Failure | undefined }) {
  const t = useTexts(texts);
  const { notices } = useShell();
  const id = failure?.problem?.detail ?? '';
  if (failure?.code !== 'INTERNAL' || !UUID.test(id)) return null;
  const copy = async (): Promise<void> => {
    // Without the right to write there, and over plain HTTP, it can still be marked and copied by hand.
    await navigator.clipboard.writeText(id);
    notices.show({ text: t.faultIdCopied });
  };
  return (
    <span className="fault-id">
      {t.faultId}: <code>{id}</code>{' '}
      <Button kind="plain" onClick={() => void copy().catch(() => undefined)}>
        {t.copyFaultId}
      </Button>
    </span>
  );
}
