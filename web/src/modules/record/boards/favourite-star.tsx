import './favourites.css';
import { useKeys, useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import type { Named } from '../links.ts';
import { favouriteTexts } from './favourite-texts.ts';
import { useFavouriteActions, useFavourites } from './favourites.ts';

/** Key that marks the record which is looked at, and what it does elsewhere: the same for tasks. */
const KEY = '*';

/** Marks a record as a favourite of the person's own, or takes the mark away. `isKeyed`: its key does so too, where one record is looked at. */
export function FavouriteStar({ record, isKeyed = false }: { record: Named; isKeyed?: boolean }) {
  const t = useTexts(favouriteTexts);
  const isMarked = useFavourites()?.some(({ idoId }) => idoId === record.idoId) ?? false;
  const { add, remove } = useFavouriteActions();
  const toggle = (): void => (isMarked ? remove(record) : add(record));
  useKeys(isKeyed ? { [KEY]: toggle } : {});
  return (
    <IconButton
      icon="star"
      className="icon-button favourite-star"
      fill={isMarked}
      aria-pressed={isMarked}
      label={isMarked ? t.removeOf(record.displayName) : t.addOf(record.displayName)}
      {...(isKeyed ? { hotkey: KEY } : {})}
      onClick={toggle}
    />
  );
}
