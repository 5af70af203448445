import type { ReceiverInput } from '@kontor/contract/mail';
import { memo, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useMedia, useTexts } from '../../../../shell/index.ts';
import { texts } from '../texts.ts';
import { AddressOffers } from './address-offers.tsx';
import { DRAGGED, ReceiverChip } from './chip.tsx';
import { parseReceivers } from './parse.ts';
import type { Field, FindOddity, Receivers } from './rules.ts';
import { useReceivers } from './use-receivers.ts';

const MAX_SHOWN = 30;
/** On a phone a field that is left is one line. */
const MAX_FOLDED = 2;

interface Props {
  readonly field: Field;
  readonly label: string;
  readonly value: readonly ReceiverInput[];
  readonly oddity: FindOddity;
  readonly fault?: string | undefined;
  readonly autoFocus?: boolean;
  /** Key with Alt that leads here. */
  readonly fieldKey: string;
  readonly onChange: (part: Partial<Receivers>) => void;
  readonly end?: ReactNode;
}

/** Receivers as chips, and a field for more. */
export const ReceiverField = memo(function ReceiverField({
  field,
  label,
  value,
  oddity,
  fault,
  autoFocus = false,
  fieldKey,
  onChange,
  end,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isWhole, setWhole] = useState(false);
  const receivers = useReceivers({ field, value, input, onChange });
  const { typed, chosen, active, isFocused, offered, isOpen, ofChip, add } = receivers;
  const isNarrow = useMedia('(max-width: 600px)');
  const most = isNarrow && !isFocused ? MAX_FOLDED : MAX_SHOWN;
  const shown = isWhole || value.length <= most ? value : value.slice(0, most);

  const press = (event: KeyboardEvent): void => {
    if (!receivers.press(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const paste = (event: ClipboardEvent): void => {
    const found = parseReceivers(event.clipboardData.getData('text/plain'));
    if (found.length < 2 && !(found[0]?.receiver.includes('@') ?? false)) return;
    event.preventDefault();
    add(found);
  };
  return (
    <div
      className="write-line"
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        const dragged = event.dataTransfer.getData(DRAGGED);
        if (dragged === '') return;
        event.preventDefault();
        add(parseReceivers(dragged));
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div
        className="write-chips"
        onPointerUp={(event) => {
          if (event.target === event.currentTarget) input.current?.focus();
        }}
      >
        {shown.map((receiver, index) => (
          <ReceiverChip
            key={`${receiver.receiver}${index}`}
            receiver={receiver}
            index={index}
            oddity={oddity(field, index)}
            isChosen={index === chosen}
            onEdit={ofChip.edit}
            onRemove={ofChip.remove}
            onReplace={ofChip.replace}
          />
        ))}
        {value.length > shown.length ? (
          <MoreReceivers count={value.length - shown.length} onShow={() => setWhole(true)} />
        ) : null}
        <input
          ref={input}
          id={id}
          value={typed}
          autoFocus={autoFocus}
          role="combobox"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          inputMode="email"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          aria-keyshortcuts={`Alt+${fieldKey}`}
          data-field={fieldKey}
          onChange={(event) => receivers.type(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onFocus={receivers.enter}
          onBlur={receivers.leave}
        />
        {fault === undefined ? null : (
          <span id={`${id}-fault`} className="write-fault" role="alert">
            {fault}
          </span>
        )}
      </div>
      {end}
      <AddressOffers id={id} offered={offered} active={active} isOpen={isOpen} onTake={receivers.take} />
    </div>
  );
});

/** Shows the receivers, too, that there is no room for. */
function MoreReceivers({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useTexts(texts);
  return (
    <button type="button" className="write-chip" aria-label={t.moreReceiversLabel(count)} onClick={onShow}>
      {t.moreReceivers(count)}
    </button>
  );
}
