import type { Kontor, Seat } from '../client/kontor.ts';
import { useKontor, useValue } from '../client/react.tsx';
import { useShell, type Shell } from './context.tsx';

/** Shows another account, or signs it in first; asks before something is left that is not saved. */
export function takeSeat({ unsaved, adding }: Shell, kontor: Kontor, { key, account }: Seat): void {
  const shown = kontor.session.get().client?.key;
  unsaved.leave(
    (entry) => entry.account === shown && key !== shown,
    () => {
      if (!kontor.show(key)) adding.set(account);
    },
  );
}

/** The accounts of this device, and how one of them is taken: shown, or signed in first. */
export function useSeats(): { readonly seats: readonly Seat[]; readonly take: (seat: Seat) => void } {
  const kontor = useKontor();
  const shell = useShell();
  const seats = useValue(kontor.seats);
  return { seats, take: (seat) => takeSeat(shell, kontor, seat) };
}
