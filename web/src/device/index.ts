import type { Device } from './device.ts';

/** Set by the build. Not there where the sources run as they are. */
declare const KONTOR_BUILT_FOR: 'browser' | 'phone';

let loading: Promise<Device> | undefined;

/** The device that the app runs on. What only the shell of a phone needs is in none of the files for browsers. */
export const loadDevice = (): Promise<Device> =>
  (loading ??=
    typeof KONTOR_BUILT_FOR !== 'undefined' && KONTOR_BUILT_FOR === 'phone'
      ? import('./device.native.ts').then(({ createNativeDevice }) => createNativeDevice())
      : import('./device.web.ts').then(({ webDevice }) => webDevice));

/** Puts another device in the place of what would be loaded, for tests. Returns what takes that back. */
export function replaceDevice(device: Device): () => void {
  loading = Promise.resolve(device);
  return () => {
    loading = undefined;
  };
}
