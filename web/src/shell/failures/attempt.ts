import type { ItemTools } from '../manifest.ts';
import { texts } from '../texts.ts';

/** Does what a module offers. Where its code cannot be loaded that is said, with a way to try again. */
export function attempt(given: Pick<ItemTools, 'notices' | 'language'>, run: () => void | Promise<void>): void {
  const { notices, language } = given;
  const t = texts[language];
  void Promise.resolve(run()).catch(() =>
    notices.show({ text: t.notLoaded, tone: 'fault', action: { label: t.retry, run: () => attempt(given, run) } }),
  );
}
