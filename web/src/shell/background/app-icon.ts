import type { AppIcon } from '@kontor/contract/settings';
import type { SettingsStore } from '../settings/settings.ts';

/** Address of a file of an icon. The first one has the plain names, which is what a page begins with. */
export const iconFile = (icon: AppIcon, file: string): string =>
  icon === 'blue' ? `/${file}` : `/${file.replace(/(?=\.|-\d)/, `-${icon}`)}`;

/** What a page says of its icon, by the relation of the link that says it. */
const LINKS = { icon: 'icon.svg', 'apple-touch-icon': 'icon-192.png', manifest: 'manifest.webmanifest' } as const;

/** Shows the icon that this device has chosen in the browser's tab, and names it to who installs the app. Ends when the answer is called. */
export function followAppIcon(settings: SettingsStore): () => void {
  const show = (): void => {
    for (const [relation, file] of Object.entries(LINKS)) {
      const link = document.querySelector<HTMLLinkElement>(`link[rel="${relation}"]`);
      const address = iconFile(settings.get().appIcon, file);
      // A browser that is told the same again loads it again.
      if (link !== null && link.getAttribute('href') !== address) link.setAttribute('href', address);
    }
  };
  show();
  return settings.subscribe(show);
}
