import { loadDevice } from '../../device/index.ts';
import type { SettingsStore } from '../settings/settings.ts';

/** Gives the app the sign that was chosen on this device. Ends when the answer is called. */
export function followAppIcon(settings: SettingsStore): () => void {
  let shown = '';
  const show = (): void => {
    const { appIcon } = settings.get();
    if (appIcon === shown) return;
    shown = appIcon;
    void loadDevice()
      .then(({ icon }) => icon.show(appIcon))
      .catch(() => undefined);
  };
  show();
  return settings.subscribe(show);
}
