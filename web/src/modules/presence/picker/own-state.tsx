import { useClient, useValue } from '../../../client/react.tsx';
import { StateLine } from '../people/person-row.tsx';
import { useLine } from '../people/use-line.ts';
import { usePresence, usePresenceOf } from '../store/use-presence.ts';

/** What shows of the person themselves, in the menu; how they sign in while nothing is known. */
export function OwnState() {
  const client = useClient();
  const known = usePresenceOf(useValue(client.user)?.id ?? 0);
  const line = useLine(usePresence().states);
  return known === undefined ? client.account.user : <StateLine line={line(known.user, known.shape)} />;
}
