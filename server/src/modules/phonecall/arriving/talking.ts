import type { InstanceContext } from '../../../platform/operation/context.ts';
import { talkingAmong as read } from './store.ts';

/** Those of some people who are in a call, and since when; milliseconds since 1970. It ends with the call. */
export async function talkingAmong(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly begunAt: number; readonly until: null }>> {
  const since = await read(db, instance.id, userIds);
  return new Map([...since].map(([userId, at]) => [userId, { begunAt: at.getTime(), until: null }]));
}
