import type { AddressSuggestion } from '@kontor/contract/mail';
import { useTexts } from '../../../../shell/index.ts';
import { Icon } from '../../../../ui/parts.tsx';
import { texts } from '../texts.ts';

/** What is offered for the beginning of an address. `id`: what the field calls the list and its lines by. */
export function AddressOffers({
  id,
  offered,
  active,
  isOpen,
  onTake,
}: {
  id: string;
  offered: readonly AddressSuggestion[];
  active: number;
  isOpen: boolean;
  onTake: (one: AddressSuggestion) => void;
}) {
  const t = useTexts(texts);
  return (
    <div id={`${id}-list`} className="write-offers" role="listbox" aria-label={t.suggestions} hidden={!isOpen}>
      {isOpen
        ? offered.map((one, index) => (
            <div
              key={`${one.email}${index}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => {
                event.preventDefault();
                onTake(one);
              }}
            >
              <span className="write-offer-name">
                {one.source === 'IDO' ? <Icon name="address-book" small /> : null}
                {one.name || one.email}
              </span>
              <span className="quiet">
                {one.members.length > 0
                  ? t.group(one.members.length)
                  : `${one.email} · ${one.source === 'IDO' ? t.record : t.often}`}
              </span>
            </div>
          ))
        : null}
    </div>
  );
}
