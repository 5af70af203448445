import { lazily } from '../../ui/lazily.tsx';

const loadBar = () => import('./selection-bar.tsx');
const loadMenu = () => import('./row-menu.tsx');

/** Loaded once the first screen stands: nobody has selected anything before. */
export const warmOnItems = (): void => {
  for (const load of [loadBar, loadMenu]) void load().catch(() => undefined);
};

export const SelectionBar = lazily(() => loadBar().then((module) => module.SelectionBar));
export const RowMenu = lazily(() => loadMenu().then((module) => module.RowMenu));
