import { Suspense } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { useSettings } from './context.tsx';
import { lazily } from '../ui/lazily.tsx';

/** Where the code cannot be loaded either, a picture is no reason to fail. */
const Initials = (given: { readonly name: string; readonly size?: 's'; readonly address: string }) => (
  <Avatar name={given.name} {...(given.size === undefined ? {} : { size: given.size })} />
);
// Most people have none.
const FetchedPicture = lazily(() =>
  import('./lazy/fetched-picture.tsx').then(
    (module) => module.FetchedPicture,
    () => Initials,
  ),
);

interface Props {
  readonly name: string;
  readonly picture: string | null;
  readonly size?: 's';
}

/**
 * Picture of a person of the instance, or their initials. It is fetched as everything else is: an element's own request would bear
 * another account's cookie, or none.
 */
export function Portrait({ picture: given, ...rest }: Props) {
  const { avatarMode } = useSettings();
  const picture = avatarMode === 'avatar' ? given : null;
  const initials = <Avatar {...rest} picture={picture?.startsWith('/') ? null : picture} />;
  if (!picture?.startsWith('/')) return initials;
  return (
    <Suspense fallback={initials}>
      <FetchedPicture {...rest} address={picture} />
    </Suspense>
  );
}
