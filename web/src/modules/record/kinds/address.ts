import { href } from '../../../shell/routes.ts';

const PAGE = href('settings', { selectedSettingsTab: 'recordKinds' });

/** Where kinds are designed: all of them, one, or a new one. */
export const kindsHref = (kind?: number | 'new'): string => (kind === undefined ? PAGE : `${PAGE}?kind=${kind}`);

/** The kind that an address is about; undefined for all of them. */
export function kindIn(address: string): number | 'new' | undefined {
  const kind = new URLSearchParams(address.split('?')[1] ?? '').get('kind');
  return kind === 'new' ? 'new' : Number(kind) || undefined;
}
