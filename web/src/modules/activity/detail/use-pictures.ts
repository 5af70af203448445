import { writtenQueries } from '@kontor/contract/activity';
import { useCallback } from 'react';
import { useClient } from '../../../client/react.tsx';
import type { PictureAddress } from '../../../editor/index.ts';

/** The pictures in the text of an item: how one is uploaded, and where this page finds them. */
export function usePictures(aggregateId: string): {
  readonly onPicture: (file: File) => Promise<string | undefined>;
  readonly pictureAddress: PictureAddress;
} {
  const client = useClient();
  const onPicture = useCallback(
    async (file: File): Promise<string | undefined> => {
      const uploads = await client.uploads();
      const id = uploads.add(file);
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      const check = (): void => {
        const state = uploads.all.get().get(id)?.state;
        if (state === 'complete') resolve(id);
        else if (state === undefined || state === 'failed' || state === 'lost') resolve(undefined);
      };
      const stop = uploads.all.subscribe(check);
      check();
      return promise.finally(stop);
    },
    [client],
  );
  const pictureAddress = useCallback<PictureAddress>(
    async (key, kind) => {
      if (kind === 'upload') {
        const file = await (await client.uploads()).file(key);
        // Another person's upload has its key in the item as soon as it is saved.
        if (file !== undefined) return URL.createObjectURL(file);
      }
      const blob = await client.ask.bytes(writtenQueries.picture, { aggregateId, key: key.replaceAll('-', '') });
      return URL.createObjectURL(blob);
    },
    [client, aggregateId],
  );
  return { onPicture, pictureAddress };
}
