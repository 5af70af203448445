import { Suspense } from 'react';
import { Avatar, type AvatarProps } from '../../ui/avatar.tsx';
import { useValue } from '../../client/react.tsx';
import { useSettings } from '../context.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { presenceParts } from './presence-parts.ts';

/** Where the code cannot be loaded either, a picture is no reason to fail. */
const Initials = (given: { readonly name: string; readonly size?: 's'; readonly address: string }) => (
  <Avatar name={given.name} {...(given.size === undefined ? {} : { size: given.size })} />
);
// Most people have none.
const FetchedPicture = lazily(() =>
  import('./fetched-picture.tsx').then(
    (module) => module.FetchedPicture,
    () => Initials,
  ),
);

interface Props extends AvatarProps {
  readonly picture: string | null;
  /** Of a colleague: their presence is shown at it. */
  readonly userId?: number | null | undefined;
}

/**
 * Picture of a person of the instance, or their initials. It is fetched as everything else is: an element's own request would bear
 * another account's cookie, or none.
 */
export function Portrait({ picture: given, userId, ...rest }: Props) {
  const { avatarMode } = useSettings();
  const Dot = useValue(presenceParts)?.Dot;
  const picture = avatarMode === 'avatar' ? given : null;
  const initials = <Avatar {...rest} picture={picture?.startsWith('/') ? null : picture} />;
  const face = picture?.startsWith('/') ? (
    <Suspense fallback={initials}>
      <FetchedPicture {...rest} address={picture} />
    </Suspense>
  ) : (
    initials
  );
  if (!userId) return face;
  return (
    <span className="portrait">
      {face}
      {Dot && <Dot userId={userId} />}
    </span>
  );
}
