import { IconButton } from '../../../ui/parts.tsx';
import { useOfBar } from '../actions/use-item-actions.ts';

/** What modules do with an item where it is read, as buttons of its bar. `itemId`: left out, the one that is open. */
export function BarButtons({ itemId }: { itemId?: string | undefined }) {
  return useOfBar(itemId).map(({ name, icon, label, key, run }) => (
    <IconButton key={name} icon={icon} label={label} hotkey={key} onClick={run} />
  ));
}
