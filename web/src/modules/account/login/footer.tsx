import type { SignInPage } from '@kontor/contract/account';
import { useLanguage, useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { texts } from './texts.ts';

/** Language and brightness before anybody is signed in, and what an instance has to say by law. */
export function LoginFooter({ page }: { page: SignInPage | undefined }) {
  const t = useTexts(texts);
  const { settings } = useShell();
  const { theme } = useSettings();
  const language = useLanguage();
  const links = [
    [t.dataProtection, page?.dataProtectionUrl],
    [t.imprint, page?.imprintUrl],
  ] as const;
  return (
    <footer className="login-footer">
      <div>
        <label>
          <span className="hidden-text">{t.language}</span>
          <select
            className="input"
            value={language}
            onChange={(event) => settings.change({ language: event.currentTarget.value as 'de' | 'en' })}
          >
            <option value="de">{t.german}</option>
            <option value="en">{t.english}</option>
          </select>
        </label>
        <label>
          <span className="hidden-text">{t.theme}</span>
          <select
            className="input"
            value={theme}
            onChange={(event) => settings.change({ theme: event.currentTarget.value as 'auto' | 'light' | 'dark' })}
          >
            <option value="auto">{`${t.theme}: ${t.auto}`}</option>
            <option value="light">{t.light}</option>
            <option value="dark">{t.dark}</option>
          </select>
        </label>
      </div>
      <div className="login-links">
        {links.map(([label, address]) =>
          address === undefined || address === null ? null : (
            <a key={label} href={address} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          ),
        )}
      </div>
    </footer>
  );
}
