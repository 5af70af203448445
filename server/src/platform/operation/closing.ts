import type { Service } from './manifest.ts';

/**
 * Closes services one after the other, the last one first, whatever becomes of each: what one of them holds must not be left behind because
 * another one failed. Throws an AggregateError of all that failed.
 */
export async function closeAll(services: readonly (Service | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const service of services.toReversed()) {
    try {
      await service?.close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed in order');
}
