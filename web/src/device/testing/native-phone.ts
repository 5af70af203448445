import type { Device } from '../device.ts';
import { installFakeBridge, type FakeBridge } from './fake-bridge.ts';

/** The shell of a phone. Plugins look for it when they are loaded, once: there is one for all tests that run in a process. */
export const bridge: FakeBridge = installFakeBridge({ platform: 'android' });

/** Reads files as those of pages do: node has none. As much of it as the app uses. */
class NodeFileReader extends EventTarget {
  result = '';
  error: unknown = null;

  readAsDataURL(blob: Blob): void {
    blob.arrayBuffer().then(
      (bytes) => {
        this.result = `data:${blob.type};base64,${Buffer.from(bytes).toString('base64')}`;
        this.dispatchEvent(new Event('load'));
      },
      (error: unknown) => {
        this.error = error;
        this.dispatchEvent(new Event('error'));
      },
    );
  }
}

/** A device on a phone of this kind, on which nothing is kept yet but secrets of an earlier installation, by their whole names. */
export async function nativePhone(
  platform: 'android' | 'ios' = 'android',
  secure: Readonly<Record<string, string>> = {},
): Promise<Device> {
  const world = globalThis as unknown as Record<string, unknown>;
  world['FileReader'] ??= NodeFileReader;
  delete world['androidBridge'];
  delete world['webkit'];
  if (platform === 'android') world['androidBridge'] = {};
  else world['webkit'] = { messageHandlers: { bridge: {} } };
  bridge.calls.length = 0;
  Object.assign(bridge.kept, { secure: { ...secure }, alarms: {}, regions: {}, files: {}, badge: 0, icon: null });
  Object.assign(bridge.kept.lock, { isReady: true, answer: 'open', isHidden: false, isLocked: false });
  Object.assign(bridge.kept.push, { hasGoogle: true, distributors: [], faults: {} });
  Object.assign(bridge.kept.push, { keys: {}, registrations: {}, counts: {}, planned: '', told: '' });
  const { createNativeDevice } = await import('../device.native.ts');
  return createNativeDevice();
}
/** What a plugin was asked. */
export const callsOf = (plugin: string, method: string) =>
  bridge.calls.filter((call) => call.plugin === plugin && call.method === method).map(({ options }) => options);
