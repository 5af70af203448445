import type { Device } from './device.ts';

let loading: Promise<Device> | undefined;

/** The device that the app runs on. What only the shell of a phone needs is in none of the browser's files: the build for it has a mode of its own. */
export const loadDevice = (): Promise<Device> =>
  (loading ??=
    import.meta.env.MODE === 'native'
      ? import('./device.native.ts').then(({ createNativeDevice }) => createNativeDevice())
      : import('./device.web.ts').then(({ webDevice }) => webDevice));

/** Puts another device in the place of what would be loaded, for tests. Returns what takes that back. */
export function replaceDevice(device: Device): () => void {
  loading = Promise.resolve(device);
  return () => {
    loading = undefined;
  };
}
