import { useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { OrderedLinks } from '../../../shell/menu/ordered-links.tsx';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { KindDot } from '../link-line.tsx';
import { favouriteKey } from './favourite-rules.ts';
import { favouriteTexts } from './favourite-texts.ts';
import { useFavouriteActions, useFavourites } from './favourites.ts';
import './favourites.css';

const FavouritesDialog = lazily(() => import('./favourites-dialog.tsx').then((module) => module.FavouritesDialog));

/** So many stand in the menu; the others are behind its button. */
const MAX_IN_MENU = 10;

/** The person's favourite records under the entries of the menu. */
export function FavouritesMenu({ onGo }: { readonly address: string; readonly onGo?: () => void }) {
  const t = useTexts(favouriteTexts);
  const showRecord = useShowRecord();
  const favourites = useFavourites() ?? [];
  const { order } = useFavouriteActions();
  const [isManaged, setManaged] = useState(false);
  if (favourites.length === 0 && !isManaged) return null;
  const shown = favourites.slice(0, MAX_IN_MENU);
  const hidden = favourites.length - shown.length;
  return (
    <>
      <OrderedLinks
        title={t.title}
        hint={t.orderHint}
        tools={
          <IconButton
            icon={hidden > 0 ? 'list' : 'pencil-simple'}
            label={hidden > 0 ? t.all(favourites.length) : t.manage}
            onClick={() => setManaged(true)}
          />
        }
        links={shown.map((favourite) => ({
          key: favouriteKey(favourite),
          name: favourite.title,
          hint: t.open(favourite.title, favourite.instance),
          onOpen: () => showRecord(favourite),
          isCurrent: false,
          mark: (
            <span className="favourite-dot">
              <KindDot color={favourite.instanceColor} />
            </span>
          ),
        }))}
        sayOrdered={t.ordered}
        onOrder={order}
        onGo={onGo}
      />
      {isManaged ? (
        <Requested>
          <FavouritesDialog onClose={() => setManaged(false)} {...(onGo === undefined ? {} : { onGo })} />
        </Requested>
      ) : null}
    </>
  );
}
