import './security.css';
import { securityQueries } from '@kontor/contract/account';
import { useAsk } from '../../../client/react.tsx';
import { Answer } from '../section.tsx';
import { Changes } from './changes.tsx';
import { Devices } from './devices.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { TwoFactor } from './two-factor.tsx';

/** How the signed-in person signs in, and where they are. */
export function Security() {
  const asked = useAsk(securityQueries.security, {});
  return (
    <>
      <Answer asked={asked} rows={3}>
        {(state) => (
          <>
            <Password state={state} onChanged={asked.retry} />
            <TwoFactor state={state} onChanged={asked.retry} />
            <Passkeys passkeys={state.passkeys} onChanged={asked.retry} />
          </>
        )}
      </Answer>
      {asked.data === undefined ? null : (
        <>
          <Devices />
          <Changes changes={asked.data.changes} />
        </>
      )}
    </>
  );
}
