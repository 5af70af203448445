import type { ItemKindName } from '@kontor/contract/kernel';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { detailHref, type ItemTools } from '../../../shell/index.ts';
import { holdUntilOpen } from '../../../ui/held-keys.tsx';
import { texts } from '../texts.ts';

/** An item that is made empty, to be written. */
export interface Beginning {
  readonly module: ItemKindName;
  /** What its detail is told about where it was opened from. */
  readonly from: 'inbox' | 'module';
  /** Has it made at the server, and returns its aggregate id. Rejects with a `Failure`. */
  readonly make: () => Promise<string>;
  readonly failed: (failure: Failure) => string;
}

/** Begins an item, and opens it to be written. Says why where that fails, with a way to try it again. */
export const beginItem = (given: ItemTools, begin: Beginning, open: (address: string) => void): Promise<void> =>
  holdUntilOpen(tryToBegin(given, begin, open));

async function tryToBegin(given: ItemTools, begin: Beginning, open: (address: string) => void): Promise<boolean> {
  const { module, from, make, failed } = begin;
  try {
    open(detailHref({ module, aggregateId: await make() }, from, 'edit'));
    return true;
  } catch (error) {
    given.notices.show({
      text: failed(asFailure(error)),
      tone: 'fault',
      action: { label: texts[given.language].retry, run: () => void beginItem(given, begin, open) },
    });
    return false;
  }
}
