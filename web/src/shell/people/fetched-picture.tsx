import { useEffect, useState } from 'react';
import type { Client } from '../../client/client.ts';
import { useClient } from '../../client/react.tsx';
import { Avatar } from '../../ui/avatar.tsx';

/** Pictures by their addresses, as the page can show them. */
const fetched = new WeakMap<Client, Map<string, Promise<string>>>();

function fetchPicture(client: Client, address: string): Promise<string> {
  let all = fetched.get(client);
  if (all === undefined) fetched.set(client, (all = new Map()));
  let picture = all.get(address);
  if (picture === undefined) {
    picture = client.ask.file(address).then((blob) => URL.createObjectURL(blob));
    picture.catch(() => all.delete(address));
    all.set(address, picture);
  }
  return picture;
}

/** A picture that is asked for at an address of the instance; initials until it is there. */
export function FetchedPicture({ address, ...rest }: { name: string; address: string; size?: 's' }) {
  const client = useClient();
  const [shown, setShown] = useState<{ readonly address: string; readonly url: string }>();
  useEffect(() => {
    let isOver = false;
    void fetchPicture(client, address).then(
      (url) => isOver || setShown({ address, url }),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [client, address]);
  return <Avatar {...rest} picture={shown?.address === address ? shown.url : null} />;
}
