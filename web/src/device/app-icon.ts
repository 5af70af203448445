import type { AppIcon } from '@kontor/contract/settings';

/** Address of a file of an icon. The first one has the plain names, which is what a page begins with. */
export const iconFile = (icon: AppIcon, file: string): string =>
  icon === 'blue' ? `/${file}` : `/${file.replace(/(?=\.|-\d)/, `-${icon}`)}`;
