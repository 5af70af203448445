import { setTimeout as sleep } from 'node:timers/promises';
import type { TestClient } from '../../server/src/testing/client.ts';

/** Aggregate ids of a person's newest items. The demo is filled while the server runs already: waited for until there are `least`. */
export async function someItems(client: TestClient, least: number): Promise<readonly string[]> {
  for (;;) {
    const page = { page: 1, limit: Math.max(100, least) };
    const items = await client.query<{ aggregateId: string }[]>('filter.items', { view: 'all' }, page);
    if (items.length >= least) return items.map(({ aggregateId }) => aggregateId);
    await sleep(200);
  }
}
