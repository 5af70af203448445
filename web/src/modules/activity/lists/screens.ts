import { href } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { ListDeclaration } from './define-list.ts';

/** Address of a list as it was left the last time. */
export const defaultPathOf = (route: ListDeclaration['route']): string =>
  href(route, { view: 'usual', date: 'usual', source: 'main' });

/** The screen that the engine makes of a declared list; both are loaded when it is shown for the first time. */
export const listScreen = (load: () => Promise<ListDeclaration>) => {
  const component = lazily(async () => {
    const [{ screenOf }, list] = await Promise.all([import('./screen.tsx'), load()]);
    return screenOf(list);
  });
  return { kind: 'list' as const, component };
};
