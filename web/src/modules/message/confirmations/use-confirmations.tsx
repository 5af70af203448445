import { SEND_STATES, messageQueries, type MessageDetail } from '@kontor/contract/message';
import { useState, type ReactNode } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts, useZone } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { Button } from '../../../ui/parts.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { confirmationTexts } from './texts.ts';

/**
 * What puts into a file who has confirmed a message, and when: as a button, and as an item of a menu. For who sent it, where it asks to be confirmed;
 * else both are empty. `details`: undefined until they are known.
 */
export function useConfirmations(details: MessageDetail | undefined): {
  readonly button: ReactNode;
  readonly items: readonly MenuItem[];
} {
  const t = useTexts(confirmationTexts);
  const client = useClient();
  const language = useLanguage();
  const zone = useZone();
  const { notices } = useShell();
  const ownId = useValue(client.user)?.id;
  const [isBusy, setBusy] = useState(false);
  const isOwn = details?.senderUserId === ownId && details?.leftAt === null;
  if (details === undefined || !isOwn || details.confirmation === null || details.sendState < SEND_STATES.sending)
    return { button: null, items: [] };
  const { aggregateId } = details;
  const faults: Readonly<Record<string, string>> = t.faults;
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const params = { aggregateId, delimiter: language === 'de' ? ';' : ',' } as const;
      const bytes = await client.transport.bytes(messageQueries.confirmations, params, { once: true });
      const now = Temporal.Instant.fromEpochMilliseconds(client.env.now()).toZonedDateTimeISO(zone);
      await saveFile(bytes, t.fileName(now.toPlainDate().toString()));
      notices.show({ text: t.saved });
    } catch (error) {
      const { code, kind } = asFailure(error);
      const text = faults[code] ?? t.failed;
      // Whoever may not, or asks for what is gone, is not helped by asking again.
      const isFinal = kind === 'problem' && faults[code] !== undefined;
      const again = { label: t.retry, run: () => void save() };
      notices.show({ text, tone: 'fault', ...(isFinal ? {} : { action: again }) });
    } finally {
      setBusy(false);
    }
  };
  return {
    button: (
      <Button icon="download-simple" aria-disabled={isBusy} onClick={() => void save()}>
        {isBusy ? t.saving : t.save}
      </Button>
    ),
    items: [{ key: 'confirmations', label: t.save, icon: 'download-simple', apart: true, onSelect: () => void save() }],
  };
}
