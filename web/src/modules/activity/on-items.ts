import { lazy } from 'react';

const loadBar = () => import('./selection-bar.tsx');
const loadMenu = () => import('./row-menu.tsx');

/** Loaded once the first screen stands: nobody has selected anything before. */
export const warmOnItems = (): void => {
  for (const load of [loadBar, loadMenu]) void load().catch(() => undefined);
};

export const SelectionBar = lazy(() => loadBar().then((module) => ({ default: module.SelectionBar })));
export const RowMenu = lazy(() => loadMenu().then((module) => ({ default: module.RowMenu })));
