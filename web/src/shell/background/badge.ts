import type { Value } from '../../client/value.ts';
import { loadDevice } from '../../device/index.ts';
import { sumOf, type Unfinished } from '../accounts/unfinished.ts';

const MAX_ON_BADGE = 99;

/** Shows on the sign of the app how much is unfinished in all accounts. Ends when the answer is called. */
export function followBadge(unfinished: Value<Unfinished>): () => void {
  let shown = -1;
  const show = (): void => {
    const count = Math.min(MAX_ON_BADGE, sumOf(unfinished.get()));
    if (count === shown) return;
    shown = count;
    void loadDevice()
      .then(({ badge }) => badge.show(count))
      .catch(() => undefined);
  };
  show();
  return unfinished.subscribe(show);
}
