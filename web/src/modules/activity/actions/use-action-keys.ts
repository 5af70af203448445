import { useClient } from '../../../client/react.tsx';
import { useKeys } from '../../../shell/index.ts';
import type { Choice } from './choices.ts';

/** The keys of what is done with items in every list. `targets`: keys of the items; `hasTargets`: there are any now. */
export function useActionKeys(
  hasTargets: boolean,
  targets: () => readonly string[],
  doTo: (action: Choice, keys: readonly string[]) => void,
  isTrash = false,
): void {
  const { store } = useClient();
  const on = (choice: Choice) => () => doTo(choice, targets());
  const discard = on(isTrash ? 'restore' : 'delete');
  const archive = (): void => {
    const keys = targets();
    doTo(keys.every((key) => store.get(key)?.archived) ? 'dearchive' : 'archive', keys);
  };
  // Without anything to act on these keys stand for nothing, and the palette does not offer them.
  useKeys(
    hasTargets
      ? {
          e: on('ready'),
          u: on('unseen'),
          i: on('seen'),
          a: archive,
          b: on('snooze'),
          '#': discard,
          Delete: discard,
        }
      : {},
  );
}
