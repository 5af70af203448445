import { useKeyName, useLanguage, useTexts } from '../context.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Creation } from '../manifest.ts';
import { texts } from '../texts.ts';

/** All that can be begun anew, beneath the button that asks for it. */
export function CreateMenu({
  creations,
  anchor,
  onClose,
}: {
  creations: readonly (Omit<Creation, 'run'> & { readonly run: () => void })[];
  anchor: DOMRect;
  onClose: () => void;
}) {
  const { slots } = useTexts(texts);
  const language = useLanguage();
  const keyName = useKeyName();
  return (
    <Menu
      label={slots.create}
      anchor={anchor}
      onClose={onClose}
      items={creations
        .toSorted((a, b) => a.order - b.order)
        .map(({ name, icon, label, key, run }) => ({
          key: name,
          icon,
          label: label[language],
          hint: keyName(key),
          onSelect: run,
        }))}
    />
  );
}
