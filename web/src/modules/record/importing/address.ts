import { href } from '../../../shell/routes.ts';

const PAGE = href('settings', { selectedSettingsTab: 'recordTransfer' });

/** Where records come in and go out: the page as a whole, an import, or a new one of a kind. */
export function transferHref(about: { readonly importId?: number; readonly kindId?: number } = {}): string {
  if (about.importId !== undefined) return `${PAGE}?import=${about.importId}`;
  return about.kindId === undefined ? PAGE : `${PAGE}?kind=${about.kindId}`;
}

/** What the address of the page is about. */
export function aboutOf(address: string): {
  readonly importId: number | undefined;
  readonly kindId: number | undefined;
} {
  const params = new URLSearchParams(address.split('?')[1] ?? '');
  const read = (name: string): number | undefined => Number(params.get(name)) || undefined;
  return { importId: read('import'), kindId: read('kind') };
}
