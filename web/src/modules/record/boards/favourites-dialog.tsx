import './favourites.css';
import { useId } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { movedTo } from '../../../ui/moved-to.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { KindDot } from '../link-line.tsx';
import { favouriteKey } from './favourite-rules.ts';
import { favouriteTexts } from './favourite-texts.ts';
import { useFavouriteActions, useFavourites } from './favourites.ts';

/** All favourites of the person, to be put into an order, opened and taken out. */
export function FavouritesDialog({ onGo, onClose }: { onGo?: () => void; onClose: () => void }) {
  const t = useTexts(favouriteTexts);
  const id = useId();
  const showRecord = useShowRecord();
  const favourites = useFavourites() ?? [];
  const { order, remove } = useFavouriteActions();
  const move = (from: number, to: number): void => order(movedTo(favourites.map(favouriteKey), from, to));
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={onClose}>
      <div className="favourites-dialog">
        <h3 id={id} className="hidden-text">
          {t.titleCount(favourites.length)}
        </h3>
        {favourites.length === 0 ? (
          <p className="quiet">{t.none}</p>
        ) : (
          <OrderList
            labelledBy={id}
            t={t}
            onMove={move}
            rows={favourites.map((favourite) => ({
              key: favouriteKey(favourite),
              name: favourite.title,
              sign: <KindDot color={favourite.instanceColor} />,
              shown: (
                <button
                  type="button"
                  className="favourites-open"
                  onClick={() => {
                    onClose();
                    onGo?.();
                    showRecord(favourite);
                  }}
                >
                  <span>{favourite.title}</span>
                  <small>{favourite.instance}</small>
                </button>
              ),
              ends: <IconButton icon="x" label={t.removeOf(favourite.title)} onClick={() => remove(favourite)} />,
            }))}
          />
        )}
      </div>
    </Dialog>
  );
}
