import { sessionQueries } from '@kontor/contract/account';
import * as v from 'valibot';
import { queryKey } from '../ask.ts';
import type { Cache } from '../cache-port.ts';
import type { ClientOptions } from '../client.ts';

export { fetchAhead } from './ahead.ts';
export { DeviceCache } from './cache.ts';
export { databaseOf, sweepSealed, wipeSealed } from './sealed-store.ts';

/** Who this cache says is signed in; undefined where it does not know. */
export async function knownOf(cache: Cache): Promise<ClientOptions['known']> {
  const [user, configuration] = await Promise.all([
    cache.answer(queryKey(sessionQueries.user, {})),
    cache.answer(queryKey(sessionQueries.configuration, {})),
  ]);
  const parsed = v.safeParse(
    v.object({ user: sessionQueries.user.result, configuration: sessionQueries.configuration.result }),
    { user: user?.data, configuration: configuration?.data },
  );
  return parsed.success ? parsed.output : undefined;
}
