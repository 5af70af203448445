import type { RepetitionInput } from '@kontor/contract/task';
import type { TestClient } from '../../../testing/client.ts';
import { details, list } from './fixture.ts';

/** Makes tasks of Anna's that repeat. */
export function seriesMaker({
  anna,
  make,
}: {
  readonly anna: TestClient;
  readonly make: (by: TestClient, more?: object) => Promise<string>;
}) {
  let count = 0;
  /** A task of Anna's that repeats, under a name of its own. */
  return async function begin(repetitionConfig: RepetitionInput, more: object = {}) {
    const title = `Serie ${(count += 1)}`;
    const id = await make(anna, {
      title,
      repetitionConfig,
      zone: 'Europe/Berlin',
      fixedMaturityDate: '2027-03-01',
      ...more,
    });
    /** All of them, by their place: number, due, state. */
    const all = async () => {
      const found = await list(anna, { searchTerm: title });
      const shown = await Promise.all(found.map(({ aggregateId }) => details(anna, aggregateId)));
      return shown
        .filter((one) => one.title.startsWith(title))
        .map((one) => [one.occurrence?.number, one.fixedMaturityDate, one.entry.status])
        .toSorted((a, b) => Number(a[0]) - Number(b[0]));
    };
    const at = async (number: number, by: TestClient = anna) => {
      for (const { aggregateId } of await list(by, { searchTerm: title })) {
        const one = await details(by, aggregateId);
        if (one.occurrence?.number === number) return one.aggregateId;
      }
      throw new Error(`There is no ${number} of ${title}`);
    };
    return { title, id, all, at };
  };
}
