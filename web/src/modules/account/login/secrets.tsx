import { useTexts } from '../../../shell/index.ts';
import { PasswordField } from '../../../ui/fields.tsx';
import type { SignInFault } from './rules.ts';
import { texts } from './texts.ts';

/**
 * The password, and beside it the code where it is asked for: six digits, or a backup code. Below both is a line that is always there, so
 * that nothing moves when the code comes or when something was wrong.
 */
export function Secrets({
  password,
  code,
  twoFactor,
  fault,
  missing,
  autoFocus,
  onPassword,
  onCode,
}: {
  password: string;
  code: string;
  twoFactor: boolean;
  fault: SignInFault | undefined;
  missing: { readonly password: boolean; readonly code: boolean };
  autoFocus: boolean;
  onPassword: (password: string) => void;
  onCode: (code: string) => void;
}) {
  const t = useTexts(texts);
  const short = fault?.short === undefined ? undefined : t.faults[fault.short];
  const wrong = short ?? (missing.password ? t.missing : missing.code ? t.missingCode : undefined);
  const described = 'sign-in-short';
  return (
    <div className="sign-in-secrets" data-code={twoFactor}>
      <PasswordField
        name="password"
        label={t.password}
        showLabel={t.showPassword}
        value={password}
        aria-invalid={missing.password || short !== undefined}
        aria-describedby={described}
        autoComplete="current-password"
        autoFocus={autoFocus}
        onChange={(event) => onPassword(event.currentTarget.value)}
      />
      {twoFactor ? (
        <div className="field">
          <label htmlFor="sign-in-code">{t.code}</label>
          <input
            id="sign-in-code"
            name="code"
            className="input"
            // A backup code has letters too: the keyboards of phones have them behind a key.
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={20}
            aria-invalid={missing.code || short !== undefined}
            aria-describedby={described}
            value={code}
            onChange={(event) => onCode(event.currentTarget.value)}
          />
        </div>
      ) : null}
      <p id={described} className={wrong === undefined ? 'hint' : 'fault'}>
        {wrong ?? (twoFactor ? t.codeHint : '')}
      </p>
    </div>
  );
}
