import { useClient, useValue } from '../../client/react.tsx';
import { presenceParts } from './presence-parts.ts';

/** The presence of a colleague beside their name, where no portrait shows it. The person themselves, and who has no account, has none. */
export function PresenceDot({ userId }: { userId: number }) {
  const isLoaded = useValue(presenceParts) !== undefined;
  return isLoaded && userId > 0 ? <OfColleague userId={userId} /> : null;
}

function OfColleague({ userId }: { userId: number }) {
  const Dot = useValue(presenceParts)?.Dot;
  const ownId = useValue(useClient().user)?.id;
  return Dot === undefined || userId === ownId ? null : (
    <span className="presence-inline">
      {' '}
      <Dot userId={userId} />
    </span>
  );
}
