import { useClient } from '../../../client/react.tsx';
import { useUnwritten } from '../../../shell/forms/use-unwritten.ts';
import { isNothing } from './nothing.ts';
import { dropUnwritten } from './sending.ts';
import type { Writing } from './state.ts';
import type { Saving } from './use-saving.ts';

/** A new mail that is left without a word leaves nothing behind: neither a tab nor a draft. `end`: ends what is kept on the device. */
export function useNothingLeft(writing: Writing, isNew: boolean, saving: Saving, end: () => void): void {
  const client = useClient();
  useUnwritten(isNew && isNothing(writing), () => {
    end();
    void saving.ended().then((held) => dropUnwritten(client, { ...writing, ...held }));
  });
}
