import type { DeviceLock, Platform } from './device.ts';

/** The plugin of the shells' own: docs/native.md says what each method does. */
export interface KontorLock {
  state(): Promise<{ readonly isReady: boolean }>;
  ask(of: {
    readonly title: string;
    readonly reason: string;
  }): Promise<{ readonly answer: 'open' | 'refused' | 'none' }>;
  hide(of: { readonly isHidden: boolean }): Promise<void>;
  setLocked(of: { readonly isLocked: boolean }): Promise<void>;
}

/** The lock of a phone. */
export const createNativeLock = (platform: Platform, own: KontorLock): DeviceLock => ({
  async state() {
    if (platform === 'web') return 'missing';
    return (await own.state()).isReady ? 'ready' : 'unset';
  },
  async ask(title, reason) {
    if (platform === 'web') return 'unset';
    // A question that cannot be put is not answered.
    const { answer } = await own.ask({ title, reason }).catch(() => ({ answer: 'refused' as const }));
    return answer === 'none' ? 'unset' : answer;
  },
  async hide(isHidden) {
    if (platform !== 'web') await own.hide({ isHidden });
  },
  async setLocked(isLocked) {
    if (platform !== 'web') await own.setLocked({ isLocked });
  },
});
