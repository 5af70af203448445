import type { Failure } from '../../client/failure.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Extra } from './boundary.tsx';

const Loaded = lazily(() => import('./fault-id-shown.tsx').then((module) => module.FaultId));

/** Under which id the server's log tells more of a fault, to be handed to whoever looks after it. Nothing for other failures. */
export const FaultId = ({ failure }: { failure: Failure | undefined }) =>
  failure?.code === 'INTERNAL' ? (
    <Extra>
      <Loaded failure={failure} />
    </Extra>
  ) : null;
