import { parseAggregateId } from '@kontor/contract/kernel';
import type { Account } from '../../client/accounts.ts';
import type { Pushed } from '../../device/device.ts';
import { detailHref, href } from '../routes.ts';

/** An account that is signed in, with the number of its person where that is known. */
export interface PushedAccount {
  readonly key: string;
  readonly account: Pick<Account, 'name'>;
  readonly userId: number | undefined;
}

/**
 * Returns the key of the account that a push is for: the one that it was sealed for, else the one of its instance, of whose person the item
 * is where several are signed in there. Undefined where nobody is.
 */
export function accountOfPush(
  { account, instanceName, aggregateId }: Pushed,
  accounts: readonly PushedAccount[],
): string | undefined {
  const own = accounts.filter(({ key, account: { name } }) =>
    account === undefined ? name === instanceName : key === account,
  );
  const userId = parseAggregateId(aggregateId ?? '')?.userId;
  return (own.find((one) => one.userId === userId) ?? own[0])?.key;
}

/** Returns where what a push is about is shown. */
export function addressOfPush({ kind, aggregateId, tag }: Pushed, account: string): string {
  const item = parseAggregateId(aggregateId ?? '');
  const of = new URLSearchParams({ of: account });
  if (kind === 'alarm') {
    const [, type, id] = /^alarm:(\w+):(\d+)$/.exec(tag) ?? [];
    const alarm = type === undefined || id === undefined ? { alarm: 'list' } : { alarm: 'open', type, id };
    for (const [name, value] of Object.entries(alarm)) of.set(name, value);
    const path =
      item === undefined ? '/' : detailHref({ module: item.module, aggregateId: aggregateId ?? '' }, 'inbox');
    return `${path}?${of}`;
  }
  if (kind === 'person') return href('userOnline');
  return item === undefined ? '/' : detailHref({ module: item.module, aggregateId: aggregateId ?? '' }, 'inbox');
}

/** The test that a push belongs to; undefined for any other push. */
export const testOfPush = ({ kind, tag }: Pick<Pushed, 'kind' | 'tag'>): string | undefined =>
  kind === 'test' ? tag.replace(/^test:/, '') : undefined;
