import { menuCommands, type MenuItem } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import type { Client } from '../../client/client.ts';
import { asFailure } from '../../client/failure.ts';
import type { Shell } from '../context.tsx';
import { defineTexts, languageOf } from '../language.ts';

type Target = ResultOf<typeof menuCommands.openMenuItem>;

const texts = defineTexts(
  {
    ready: (name: string) => `${name} ist bereit.`,
    offline: (name: string) => `${name} lässt sich nur mit einer Verbindung zum Server öffnen.`,
    gone: (name: string) => `${name} gibt es nicht mehr.`,
    refused: (name: string) => `${name} ist auf diesem Server nicht mehr erlaubt. Sagen Sie es Ihrer Verwaltung.`,
    right: 'Dazu haben Sie kein Recht mehr.',
    failed: (name: string) => `${name} konnte nicht geöffnet werden. Versuchen Sie es noch einmal.`,
    elsewhere: (name: string, host: string) => `${name} lässt sich nur unter ${host} öffnen.`,
  },
  {
    ready: (name: string) => `${name} is ready.`,
    offline: (name: string) => `${name} can be opened only with a connection to the server.`,
    gone: (name: string) => `${name} is no longer there.`,
    refused: (name: string) => `${name} is no longer allowed on this server. Tell your administrators.`,
    right: 'You no longer have the right to do that.',
    failed: (name: string) => `${name} could not be opened. Please try again.`,
    elsewhere: (name: string, host: string) => `${name} can be opened only at ${host}.`,
  },
);

/** Neither the page that is opened nor its server learns where it was opened from, nor can the page reach back. */
const ALONE = 'noopener noreferrer';

/** Opens an address in a window of its own, by a form where it says so. Programs of the device take no window. */
function launch({ URL: url, Method, fields }: Target): void {
  if (Method === 'GET') {
    const link = document.createElement('a');
    Object.assign(link, { href: url, rel: ALONE, target: /^https?:/i.test(url) ? '_blank' : '' });
    link.click();
    return;
  }
  const form = document.createElement('form');
  Object.assign(form, { action: url, method: 'post', target: '_blank', rel: ALONE, hidden: true });
  for (const { name, value } of fields) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Opens an entry of the instance; with a session, once the server has given a code for it. What goes wrong is said. */
export async function openMenuItem(
  client: Client,
  { notices, settings }: Pick<Shell, 'notices' | 'settings'>,
  item: MenuItem,
): Promise<void> {
  const { language } = settings.get();
  const t = texts[language === 'auto' ? languageOf(navigator.language) : language];
  const { Caption: name, ID, URL: url, Method, Session, ResourceId } = item;
  // Which hosts a form may be sent to is said by the server that the page comes from.
  if (Method === 'POST' && client.account.url !== client.env.origin) {
    notices.show({ text: t.elsewhere(name, new URL(client.account.url).host), tone: 'fault' });
    return;
  }
  if (!Session) {
    launch({ URL: url, Method, fields: ResourceId === '' ? [] : [{ name: 'resourceId', value: ResourceId }] });
    return;
  }
  try {
    const target = await client.transport.command(menuCommands.openMenuItem, { ID }, client.env.newId(), {
      once: true,
    });
    // A browser opens windows for what a person has just done, and this may have taken longer.
    if ('userActivation' in navigator && !navigator.userActivation.isActive)
      notices.show({ text: t.ready(name), action: { label: t.open, run: () => launch(target) } });
    else launch(target);
  } catch (error) {
    const { kind, code } = asFailure(error);
    const text =
      kind === 'offline'
        ? t.offline(name)
        : code === 'NOT_FOUND'
          ? t.gone(name)
          : code === 'MENU_HOST_UNLISTED'
            ? t.refused(name)
            : code === 'RIGHT_MISSING'
              ? t.right
              : t.failed(name);
    if (kind !== 'aborted') notices.show({ text, tone: 'fault' });
  }
}
