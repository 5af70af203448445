import { {{name}}Commands } from '@kontor/contract/{{name}}';
import type { ItemTools } from '../../shell/index.ts';
import { beginItem } from '../activity/written/index.ts';
import { texts } from './texts.ts';

/** Begins one, and opens it to be written. */
export const begin{{Name}} = (given: ItemTools, open: (address: string) => void): Promise<void> =>
  beginItem(
    given,
    {
      module: '{{name}}',
      from: 'module',
      make: async () => (await given.client.sendNow({{name}}Commands.create, {})).aggregateId,
      failed: () => texts[given.language].createFailed,
    },
    open,
  );
