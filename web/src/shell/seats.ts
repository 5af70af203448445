import type { Seat } from '../client/kontor.ts';
import { useKontor, useValue } from '../client/react.tsx';
import { useShell } from './context.tsx';

/** The accounts of this device, and how one of them is taken: shown, or signed in first. */
export function useSeats(): { readonly seats: readonly Seat[]; readonly take: (seat: Seat) => void } {
  const kontor = useKontor();
  const { adding } = useShell();
  const seats = useValue(kontor.seats);
  return {
    seats,
    take: ({ key, account }) => {
      if (!kontor.show(key)) adding.set(account);
    },
  };
}
