import type { ReceiverInput } from '@kontor/contract/mail';
import { memo } from 'react';
import { useTexts } from '../../../../shell/index.ts';
import { Icon } from '../../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import type { Oddity } from './rules.ts';

/** What a chip that is dragged is known by. */
export const DRAGGED = 'application/x-kontor-receiver';

const nameOf = ({ receiver, receiverRealName }: ReceiverInput): string => receiverRealName || receiver;
/** A receiver as one would type it. */
export const typedAs = ({ receiver, receiverRealName }: ReceiverInput): string =>
  receiverRealName === '' ? receiver : `${receiverRealName} <${receiver}>`;

/** One receiver. Drawn anew only when it changes itself: there may be two hundred while the next one is typed. */
export const ReceiverChip = memo(function ReceiverChip({
  receiver,
  index,
  oddity,
  isChosen,
  onEdit,
  onRemove,
  onReplace,
}: {
  receiver: ReceiverInput;
  index: number;
  oddity: Oddity | undefined;
  isChosen: boolean;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
  onReplace: (index: number, address: string) => void;
}) {
  const t = useTexts(texts);
  const reason =
    oddity === undefined ? undefined : oddity.kind === 'typo' ? t.odd.typo(oddity.meant) : t.odd[oddity.kind];
  return (
    <span
      className="write-chip"
      data-odd={oddity?.kind}
      data-chosen={isChosen}
      draggable
      title={reason === undefined ? receiver.receiver : `${receiver.receiver}: ${reason}`}
      onDoubleClick={() => onEdit(index)}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, typedAs(receiver))}
      onDragEnd={(event) => event.dataTransfer.dropEffect !== 'none' && onRemove(index)}
    >
      {reason === undefined ? null : <Icon name="warning" small label={reason} />}
      <span className="write-chip-name">{nameOf(receiver)}</span>
      {oddity?.kind === 'typo' ? (
        <button type="button" className="link-button" onClick={() => onReplace(index, oddity.meant)}>
          {t.replace}
        </button>
      ) : null}
      <button
        type="button"
        className="write-chip-x"
        aria-label={t.removeReceiver(nameOf(receiver))}
        onClick={() => onRemove(index)}
      >
        <Icon name="x" small />
      </button>
    </span>
  );
});
