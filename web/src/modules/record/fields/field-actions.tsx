import type { ACTION_ICONS } from '@kontor/contract/record';
import { useState } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { PhoneNumber } from '../../../shell/numbers/phone-number.tsx';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { historyHref } from '../address.ts';
import { fieldTexts } from './field-texts.ts';
import { printText } from '../../../shell/print-text.ts';
import { addressesIn, openable } from './values.ts';

/** What can be done with what stands in a field: nothing where nothing does. */
export function FieldActions({
  icons,
  label,
  text,
  onWrite,
}: {
  icons: readonly (typeof ACTION_ICONS)[number][];
  label: string;
  text: string;
  onWrite: ((addresses: readonly string[]) => void) | undefined;
}) {
  const t = useTexts(fieldTexts);
  const addresses = icons.includes('mail') ? addressesIn(text) : [];
  const address = icons.includes('link') ? openable(text) : undefined;
  return (
    <>
      {addresses.length > 0 && onWrite !== undefined ? (
        <IconButton icon="envelope-simple" label={t.mail(addresses.join(', '))} onClick={() => onWrite(addresses)} />
      ) : null}
      {addresses.length === 0 ? null : <HistoryButton addresses={addresses} label={t.historyOf} />}
      {icons.includes('phone') ? <PhoneNumber plain number={text} /> : null}
      {address === undefined ? null : (
        <a
          className="icon-button"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t.visit(address)}
          title={t.visit(address)}
        >
          <Icon name="arrow-square-out" />
        </a>
      )}
      {icons.includes('print') && text.trim() !== '' ? (
        <IconButton icon="printer" label={t.print(label)} onClick={() => void printText(label, text)} />
      ) : null}
    </>
  );
}

/** The way to everything with an address of the field; of several, one is chosen. */
function HistoryButton({ addresses, label }: { addresses: readonly string[]; label: (address: string) => string }) {
  const { tabs } = useShell();
  const [anchor, setAnchor] = useState<DOMRect>();
  const show = (address: string): void => tabs.open(historyHref({ address }), 'beside');
  const [first = ''] = addresses;
  return (
    <>
      <IconButton
        icon="clock-counter-clockwise"
        label={label(addresses.join(', '))}
        aria-haspopup={addresses.length > 1 ? 'menu' : undefined}
        onClick={({ currentTarget }) =>
          addresses.length > 1 ? setAnchor(currentTarget.getBoundingClientRect()) : show(first)
        }
      />
      {anchor === undefined ? null : (
        <Menu
          label={label('')}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={addresses.map((address) => ({ key: address, label: address, onSelect: () => show(address) }))}
        />
      )}
    </>
  );
}
