import { usePicture } from '../client/use-picture.ts';
import { Avatar } from '../ui/avatar.tsx';

interface Given {
  readonly name: string;
  readonly picture: string | null;
  readonly size?: 's';
}

/** Picture of a person of the instance, however this device is signed in. */
export const PersonAvatar = (given: Given) =>
  // Most have none, and a list has many of them.
  given.picture === null ? <Avatar {...given} /> : <Fetched {...given} />;

function Fetched({ picture, ...rest }: Given) {
  return <Avatar {...rest} picture={usePicture(picture)} />;
}
