import { CLIENT_VERSION } from '@kontor/contract/kernel';
import type { SignInPage } from '@kontor/contract/account';
import { useEffect, useState } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { KeyList } from '../../shell/help.tsx';
import { useTexts } from '../../shell/index.ts';
import { texts } from './texts.ts';

/** All keys. */
export function Help() {
  const t = useTexts(texts);
  return (
    <section className="settings-section">
      <h2>{t.keys}</h2>
      <KeyList />
    </section>
  );
}

/** What this is, where it runs, and what the instance has to say by law. */
export function About() {
  const t = useTexts(texts);
  const client = useClient();
  const configuration = useValue(client.configuration);
  const { account, env } = client;
  const [page, setPage] = useState<SignInPage>();
  useEffect(() => {
    let isOver = false;
    void import('../../client/sign-in.ts')
      .then(({ askSignInPage }) => {
        const { name, title, url } = account;
        const info = { name, title, version: CLIENT_VERSION };
        return askSignInPage(env, { info, url, own: url === env.origin });
      })
      .then(
        (answer) => {
          if (!isOver) setPage(answer);
        },
        // Without them the rest of the page is as good.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [env, account]);
  const facts = [
    [t.version, CLIENT_VERSION],
    [t.instance, configuration?.instance.title ?? account.title],
    [t.server, new URL(account.url).host],
    [t.account, account.user],
  ] as const;
  const links = [
    [t.dataProtection, page?.dataProtectionUrl],
    [t.imprint, page?.imprintUrl],
  ].filter((link): link is [string, string] => typeof link[1] === 'string');
  return (
    <section className="settings-section">
      <h2>Kontor</h2>
      <dl className="setting-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {links.length === 0 ? null : (
        <p className="setting-links">
          {links.map(([name, address]) => (
            <a key={name} href={address} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}
