import type { DeviceFences, FenceTarget } from '../../../device/device.ts';
import type { FencePlan } from './reconcile.ts';

/** How a plan meets the phone. Accounts are named by their keys. */
interface Carrying {
  /** The account that the system posts for now; undefined where that is none, or is not known. */
  readonly posted: string | undefined;
  /** Where the system posts for an account; undefined where that cannot be had. */
  readonly targetOf: (account: string) => Promise<FenceTarget | undefined>;
  /** The system posts for this account from now on, for none where it is undefined. */
  readonly onPosted: (account: string | undefined) => void;
}

/**
 * Has the system watch what a plan says. The app may be ended at any moment, and the system goes on with what it was told until then: so what is watched no
 * more is taken away first, then it is said where to post, and new regions come last. No region is ever watched whose key would go to the server of another
 * account.
 */
export async function carryOut(
  fences: Pick<DeviceFences, 'remove' | 'stop' | 'postTo' | 'add'>,
  { isOver, remove, add, target }: Pick<FencePlan, 'isOver' | 'remove' | 'add' | 'target'>,
  { posted, targetOf, onPosted }: Carrying,
): Promise<void> {
  if (isOver) {
    // Also where nothing is watched: an app that was ended may have said where to post, and no more.
    await fences.stop();
    onPosted(undefined);
    return;
  }
  if (remove.length > 0) await fences.remove(remove);
  if (target !== posted || add.length > 0) {
    const wanted = target === undefined ? undefined : await targetOf(target);
    await fences.postTo(wanted);
    onPosted(wanted === undefined ? undefined : target);
  }
  for (const region of add) await fences.add(region);
}
