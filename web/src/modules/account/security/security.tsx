import './security.css';
import { securityQueries } from '@kontor/contract/account';
import { useAsk } from '../../../client/react.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { AppPasswords } from './app-passwords.tsx';
import { Changes } from './changes.tsx';
import { Devices } from './devices.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { TwoFactor } from './two-factor.tsx';

/** How the signed-in person signs in, and where they are. */
export function Security() {
  const answer = useAsk(securityQueries.security, {});
  return (
    <>
      <Answer answer={answer} rows={3}>
        {(state) => (
          <>
            <Password state={state} onChanged={answer.retry} />
            <TwoFactor state={state} onChanged={answer.retry} />
            <Passkeys passkeys={state.passkeys} onChanged={answer.retry} />
          </>
        )}
      </Answer>
      {answer.data === undefined ? null : (
        <>
          <Devices />
          <AppPasswords />
          <Changes changes={answer.data.changes} />
        </>
      )}
    </>
  );
}
