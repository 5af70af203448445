import { itemKeyOf } from '@kontor/contract/kernel';
import { messageCommands, type MessageDetail } from '@kontor/contract/message';
import type { QueuedCommand } from '../../../client/core/command.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Button, Callout, Icon } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';

/** Asks the person to confirm that they have got a message, or says that they have. `isCounted`: who sent it is told beside it how many have. */
export function Confirmation({
  details: { aggregateId, senderUserId, confirmation },
  isCounted,
}: {
  details: MessageDetail;
  isCounted: boolean;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const formats = useFormats();
  const now = useMinute();
  const ownId = useValue(client.user)?.id;
  const key = itemKeyOf(aggregateId);
  const isConfirming = ({ name, keys, state }: QueuedCommand): boolean =>
    name === messageCommands.confirm.name && keys.includes(key) && state !== 'refused';
  const isOnWay = useValue(client.waiting).some(isConfirming);
  if (confirmation === null) return null;
  const { confirmedAt, counts } = confirmation;
  if (senderUserId === ownId)
    return counts === null || isCounted ? null : (
      <p className="message-confirmation">{t.confirmedBy(counts.confirmed, counts.of)}</p>
    );
  if (confirmedAt === null && !isOnWay)
    return (
      <Callout
        icon="seal-check"
        action={
          <Button
            kind="primary"
            onClick={() => void client.enqueue(messageCommands.confirm, { aggregateId }, { patches: [], keys: [key] })}
          >
            {t.confirmIt}
          </Button>
        }
      >
        {t.confirmAsk}
      </Callout>
    );
  return (
    <p className="message-confirmation">
      <Icon name="seal-check" small />
      {confirmedAt === null ? t.confirmedNow : t.confirmed(formats.short(Date.parse(confirmedAt) / 1000, now))}
    </p>
  );
}
