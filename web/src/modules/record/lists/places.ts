/** Where a list stood: the row at its top, with what of it was out of sight, and the one that the keys were on. */
export interface Place {
  readonly top: number;
  readonly active: number | undefined;
}

const MOST = 50;
const places = new Map<string, Place>();

/** Where a list stood when it was last shown, as long as the app is open. */
export const placeOf = (list: string): Place | undefined => places.get(list);

/** Keeps where a list stands; of many lists the oldest are forgotten. */
export function keepPlace(list: string, place: Place): void {
  places.delete(list);
  places.set(list, place);
  const [oldest] = places.keys();
  if (places.size > MOST && oldest !== undefined) places.delete(oldest);
}
