import './switcher.css';
import { useClient, useValue } from '../../client/react.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useGo, useShell, useTexts } from '../context.tsx';
import { href } from '../routes.ts';
import { useSeats } from '../seats.ts';
import { texts } from './instances-texts.ts';
import { SeatMark, SeatState, titleOf, useDetailsOf } from './seat.tsx';

/** The accounts of this device, to show another one, to add one, or to see to them. `onGo` is called where it stands in a sheet. */
export function Switcher({ anchor, onClose, onGo }: { anchor: DOMRect; onClose: () => void; onGo?: () => void }) {
  const t = useTexts(texts);
  const go = useGo();
  const { unfinished, adding } = useShell();
  const counts = useValue(unfinished);
  const client = useClient();
  const { seats, take } = useSeats();
  const detailsOf = useDetailsOf();
  return (
    <Menu
      label={t.accounts}
      anchor={anchor}
      onClose={onClose}
      items={[
        ...seats.map((seat) => ({
          key: seat.key,
          label: titleOf(seat),
          detail: detailsOf(seat).join(' · '),
          lead: <SeatMark seat={seat} />,
          checked: seat.key === client.key,
          hint: <SeatState seat={seat} count={counts.get(seat.key)} />,
          onSelect: () => {
            onGo?.();
            take(seat);
          },
        })),
        {
          key: 'add',
          label: t.add,
          icon: 'plus' as const,
          apart: true,
          onSelect: () => {
            onGo?.();
            adding.set('new');
          },
        },
        {
          key: 'manage',
          label: t.manage,
          icon: 'gear' as const,
          onSelect: () => {
            onGo?.();
            go(href('settings', { selectedSettingsTab: 'common' }));
          },
        },
      ]}
    />
  );
}
