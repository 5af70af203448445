import type { Seat } from '../../client/kontor.ts';
import { useKontor, useValue } from '../../client/react.tsx';
import { createValue } from '../../client/value.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/parts.tsx';
import { useFormats, useTexts } from '../context.tsx';
import { texts } from './instances-texts.ts';

export const titleOf = ({ account }: Seat): string => account.title || account.name;

/** Who it is and, where it is not the server of this page, where: `anna · kontor.firma.example`. */
export function usePlaceOf(): (seat: Seat) => string {
  const { env } = useKontor();
  return ({ account: { url, user } }) => (url === env.origin ? user : `${user} · ${new URL(url).host}`);
}

/** What an account is known by, before its picture and people are. */
export const SeatMark = ({ seat }: { seat: Seat }) => <Avatar name={titleOf(seat)} size="s" />;

const CONNECTED = createValue({ online: true });

/** How an account is doing: its unfinished number, or why it has none. */
export function SeatState({ seat, count }: { seat: Seat; count: number | undefined }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const { online } = useValue<{ readonly online: boolean }>(seat.client?.connection ?? CONNECTED);
  if (seat.state !== 'in') {
    const text = seat.state === 'ended' ? t.ended : t.out;
    return (
      <span className="seat-state" title={text}>
        <Icon name="lock-simple" small /> <span className="hidden-text">{text}</span>
      </span>
    );
  }
  return (
    <span className="seat-state">
      {online ? null : (
        <span title={t.offline}>
          <Icon name="cloud-slash" small /> <span className="hidden-text">{t.offline}</span>
        </span>
      )}
      {count === undefined || count === 0 ? null : (
        <span className="seat-count" title={t.unfinished(count)}>
          {formats.number(count)}
        </span>
      )}
    </span>
  );
}
