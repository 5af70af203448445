import { useTexts } from '../../../shell/index.ts';
import { PasswordField, SelectField, TextField } from '../../../ui/fields.tsx';
import type { Draft, StoredSecrets } from './draft.ts';
import { texts } from './texts.ts';

/** The part of an account's form that says how to sign in: by password, or by tokens. */
export function SignIn({
  draft,
  stored,
  appPassword,
  faultOf,
  onChange,
}: {
  draft: Draft;
  stored: StoredSecrets;
  /** Provider that wants a password of its own for programs. */
  appPassword: string | undefined;
  faultOf: (field: keyof Draft) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) {
  const t = useTexts(texts);
  const kept = stored[draft.authentication === 'password' ? 'password' : 'token'] ? t.secretKept : undefined;
  return (
    <>
      <SelectField
        label={t.authentication}
        value={draft.authentication}
        options={(['password', 'oauth2'] as const).map((key) => [key, t.authentications[key]] as const)}
        onChange={(authentication) => onChange({ authentication })}
      />
      {draft.authentication === 'password' ? (
        <PasswordField
          label={t.password}
          showLabel={t.showPassword}
          autoComplete="new-password"
          hint={appPassword !== undefined ? t.appPassword(appPassword) : kept}
          fault={faultOf('password')}
          value={draft.password}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      ) : (
        <>
          <p className="quiet small">{t.tokensHint}</p>
          <div className="two">
            <TextField
              label={t.tokenUrl}
              type="url"
              autoCapitalize="off"
              spellCheck={false}
              autoComplete="off"
              placeholder="https://"
              fault={faultOf('tokenUrl')}
              value={draft.tokenUrl}
              onChange={(event) => onChange({ tokenUrl: event.currentTarget.value })}
            />
            <TextField
              label={t.clientId}
              autoCapitalize="off"
              spellCheck={false}
              autoComplete="off"
              fault={faultOf('clientId')}
              value={draft.clientId}
              onChange={(event) => onChange({ clientId: event.currentTarget.value })}
            />
            <PasswordField
              label={t.clientSecret}
              showLabel={t.showClientSecret}
              autoComplete="off"
              hint={kept ?? t.clientSecretHint}
              fault={faultOf('clientSecret')}
              value={draft.clientSecret}
              onChange={(event) => onChange({ clientSecret: event.currentTarget.value })}
            />
            <PasswordField
              label={t.refreshToken}
              showLabel={t.showRefreshToken}
              autoComplete="off"
              hint={kept}
              fault={faultOf('refreshToken')}
              value={draft.refreshToken}
              onChange={(event) => onChange({ refreshToken: event.currentTarget.value })}
            />
          </div>
        </>
      )}
    </>
  );
}
