/** Why the device does not say where it is: it must not, it cannot, or it takes too long. */
export type PositionFault = 'denied' | 'unavailable' | 'slow';

/** A point on the earth, in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const MAX_MS = 15_000;
const FAULTS: Readonly<Record<number, PositionFault>> = { 1: 'denied', 2: 'unavailable', 3: 'slow' };

/** Reads once where the device is. It stays on the device, unless the person saves it with a place. Rejects with a `PositionFault`. */
export const readPosition = (): Promise<Position> =>
  new Promise((resolve, reject: (fault: PositionFault) => void) => {
    if (!('geolocation' in navigator)) return reject('unavailable');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(FAULTS[code] ?? 'unavailable'),
      { enableHighAccuracy: true, timeout: MAX_MS, maximumAge: 0 },
    );
  });
