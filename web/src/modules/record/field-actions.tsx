import type { ACTION_ICONS } from '@kontor/contract/record';
import { useTexts } from '../../shell/index.ts';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { fieldTexts } from './field-texts.ts';
import { printText } from './print-text.ts';
import { addressesIn, dialled, openable } from './values.ts';

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
  const number = icons.includes('phone') ? dialled(text) : '';
  const address = icons.includes('link') ? openable(text) : undefined;
  return (
    <>
      {addresses.length > 0 && onWrite !== undefined ? (
        <IconButton icon="envelope-simple" label={t.mail(addresses.join(', '))} onClick={() => onWrite(addresses)} />
      ) : null}
      {number === '' ? null : (
        <a className="icon-button" href={`tel:${number}`} aria-label={t.call(text.trim())} title={t.call(text.trim())}>
          <Icon name="phone" />
        </a>
      )}
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
