import { CLIENT_VERSION } from '@kontor/contract/kernel';
import { InstanceInfoSchema, type SignInPage } from '@kontor/contract/account';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { useClient, useValue } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Button, Callout } from '../../ui/parts.tsx';
import { texts } from './texts.ts';

/** What this is, where it runs, and what the instance has to say by law. */
export function About() {
  const t = useTexts(texts);
  const client = useClient();
  const configuration = useValue(client.configuration);
  const { account, env } = client;
  const [page, setPage] = useState<SignInPage>();
  const [serverVersion, setServerVersion] = useState<string>();
  useEffect(() => {
    let isOver = false;
    void env
      .fetch(`${account.url}/instance.json`, { headers: { 'X-Instance': account.name }, cache: 'no-store' })
      .then((answer) => answer.json())
      .then(
        (said: unknown) => {
          const info = v.safeParse(InstanceInfoSchema, said);
          if (!isOver && info.success) setServerVersion(info.output.version);
        },
        // Without a network it is not known.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [env, account]);
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
    [t.serverVersion, serverVersion ?? '–'],
    [t.account, account.user],
  ] as const;
  const links = [
    [t.dataProtection, page?.dataProtectionUrl],
    [t.imprint, page?.imprintUrl],
  ].filter((link): link is [string, string] => typeof link[1] === 'string');
  return (
    <>
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
        {links.length === 0 ? (
          <p className="quiet">{t.noLegal}</p>
        ) : (
          <p className="setting-links">
            {links.map(([name, address]) => (
              <a key={name} href={address} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            ))}
          </p>
        )}
      </section>
      <Licences />
    </>
  );
}

/** What others have made of the app, by their names and licences. */
function Licences() {
  const t = useTexts(texts);
  const { env } = useClient();
  const [text, setText] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const load = async (): Promise<void> => {
    if (text !== undefined) return;
    setFailed(false);
    try {
      const answer = await env.fetch('/licences.md');
      if (answer.ok) setText(await answer.text());
      else setFailed(true);
    } catch {
      setFailed(true);
    }
  };
  return (
    <section className="settings-section">
      <h2>{t.licences}</h2>
      <p className="quiet">{t.licencesHint}</p>
      <details className="setting-licences" onToggle={() => void load()}>
        <summary>{t.show}</summary>
        {hasFailed ? (
          <Callout tone="fault" icon="warning" action={<Button onClick={() => void load()}>{t.retry}</Button>}>
            {t.licencesFailed}
          </Callout>
        ) : (
          /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has nothing else that keys could reach */
          <pre tabIndex={0}>{text}</pre>
        )}
      </details>
    </section>
  );
}
