import type { Value } from '../../client/value.ts';
import { loadDevice } from '../../device/index.ts';
import { sumOf, type Unfinished } from '../accounts/unfinished.ts';

const MAX_ON_BADGE = 99;

/** Shows on the sign of the app how much is unfinished in all accounts. Ends when the answer is called. */
export function followBadge(unfinished: Value<Unfinished>): () => void {
  let shown: string | undefined;
  const show = (): void => {
    const of = unfinished.get();
    const said = JSON.stringify([...of]);
    if (said === shown) return;
    shown = said;
    void loadDevice()
      .then(({ badge }) => badge.show(Math.min(MAX_ON_BADGE, sumOf(of)), of))
      .catch(() => undefined);
  };
  show();
  return unfinished.subscribe(show);
}
