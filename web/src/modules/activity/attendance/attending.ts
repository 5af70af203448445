import { ATTEND_MS, type Doing } from '@kontor/contract/activity';
import type { Client } from '../../../client/client.ts';

/** Where somebody is: an item, or what a module has beside items. */
export interface Place {
  readonly key: string;
  /** Tells the others; false where it could not be sent. */
  readonly say: (doing: Doing | 'left') => boolean;
}

interface Seat {
  readonly doings: Doing[];
  timer: ReturnType<typeof setInterval> | undefined;
  last: Doing | 'left';
}

/** Who only passes by is not at a mail, in milliseconds. */
const SETTLED_MS = 800;

/** What counts more stands before what counts less. */
const RANK: readonly Doing[] = ['answering', 'writing', 'reading'];

/** By client: what its person is doing where. A mail that is read beside its answer is one place, and answering is what counts. */
const seats = new WeakMap<Client, Map<string, Seat>>();

/** Says that the person is somewhere, again and again, until the answered function is called. Where nobody hears it, nothing is lost. */
export function attend(client: Client, place: Place, doing: Doing): () => void {
  const places = seats.get(client) ?? new Map<string, Seat>();
  seats.set(client, places);
  const { key } = place;
  const seat: Seat = places.get(key) ?? { doings: [], timer: undefined, last: 'left' };
  places.set(key, seat);

  const say = (now: Doing | 'left'): void => {
    if (place.say(now)) seat.last = now;
  };
  const current = (): Doing | 'left' =>
    (document.hidden ? undefined : RANK.find((one) => seat.doings.includes(one))) ?? 'left';
  const follow = (): void => {
    const now = current();
    if (now !== seat.last) say(now);
  };
  const renew = (): void => {
    const now = current();
    if (now !== 'left') say(now);
  };

  let isThere = false;
  const settling = setTimeout(() => {
    isThere = true;
    seat.doings.push(doing);
    seat.timer ??= setInterval(renew, ATTEND_MS);
    follow();
  }, SETTLED_MS);
  document.addEventListener('visibilitychange', follow);
  return () => {
    clearTimeout(settling);
    document.removeEventListener('visibilitychange', follow);
    if (!isThere) return;
    seat.doings.splice(seat.doings.indexOf(doing), 1);
    if (seat.doings.length > 0) return follow();
    clearInterval(seat.timer);
    places.delete(key);
    follow();
  };
}
