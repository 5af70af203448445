import { useEffect, useState } from 'react';
import type { Client } from './client.ts';
import { useClient } from './react.tsx';

/** The pictures that a client has fetched, by their addresses, as addresses that the page can show. They live as long as it does. */
const fetched = new WeakMap<Client, Map<string, Promise<string | undefined>>>();

/** Fetches the picture at the address of a query of bytes. */
async function fetchPicture(client: Client, address: string): Promise<string | undefined> {
  const { loadPicture } = await import('./picture.ts');
  const blob = await loadPicture(client, address);
  return blob === undefined ? undefined : URL.createObjectURL(blob);
}

function pictureOf(client: Client, address: string): Promise<string | undefined> {
  let known = fetched.get(client);
  if (known === undefined) fetched.set(client, (known = new Map()));
  let picture = known.get(address);
  if (picture === undefined) {
    known.set(address, (picture = fetchPicture(client, address).catch(() => undefined)));
    // It is fetched once more where it is shown the next time.
    void picture.then((shown) => shown ?? known.delete(address));
  }
  return picture;
}

/**
 * Address under which the page can show a person's picture. In a cookie session it is the picture's own; a bearer token cannot be sent
 * with an image, so the picture is fetched there first.
 */
export function usePicture(address: string | null): string | null {
  const client = useClient();
  const isOwn = client.account.kind === 'cookie';
  const [shown, setShown] = useState<{ readonly address: string; readonly picture: string | undefined }>();
  useEffect(() => {
    if (address === null || isOwn) return undefined;
    let stopped = false;
    void pictureOf(client, address).then((picture) => {
      if (!stopped) setShown({ address, picture });
    });
    return () => {
      stopped = true;
    };
  }, [client, address, isOwn]);
  if (address === null || isOwn) return address;
  return shown?.address === address ? (shown.picture ?? null) : null;
}
