import type { KnownAccount } from './accounts.ts';

/** Operations that the worker knows: its names and versions are the contract's, which a test holds them to. */
export const OPERATIONS = {
  alarms: { name: 'alarm.unconfirmed', apiVersion: 2 },
  tips: { name: 'activity.tips', apiVersion: 1 },
  delay: { name: 'alarm.delay', apiVersion: 2 },
  confirm: { name: 'alarm.snooze', apiVersion: 1 },
  person: { name: 'presence.user', apiVersion: 1 },
  messageNotice: { name: 'message.notice', apiVersion: 1 },
  answer: { name: 'message.send', apiVersion: 1 },
  setState: { name: 'activity.setState', apiVersion: 1 },
  push: { name: 'push.configuration', apiVersion: 1 },
  testArrived: { name: 'push.testArrived', apiVersion: 1 },
  register: { name: 'push.registerToken', apiVersion: 1 },
} as const;

/** The header names of the contract's protocol, which brings more than the worker needs. */
export const HEADER_NAMES = {
  platform: 'X-Platform',
  csrf: 'X-Csrf-Token',
  instance: 'X-Instance',
} as const;
export const PLATFORM_NAME = 'App';

type Operation = (typeof OPERATIONS)[keyof typeof OPERATIONS];
type Fetch = (input: string, init: RequestInit) => Promise<Response>;

const headersOf = ({ instance }: KnownAccount): Record<string, string> => ({
  [HEADER_NAMES.platform]: PLATFORM_NAME,
  [HEADER_NAMES.instance]: instance,
});
const OPTIONS = { cache: 'no-store', redirect: 'error', credentials: 'same-origin' } as const;

/** The way to the account's server by the browser's cookie. Everything rejects where that cannot be gone. */
export function wireOf(known: KnownAccount | undefined, send: Fetch = (input, init) => fetch(input, init)) {
  async function ask(
    { name, apiVersion }: Operation,
    params: object,
  ): Promise<{ readonly csrfToken: string; readonly results: unknown }> {
    if (known?.isCookie !== true) throw new Error('Only a page can ask');
    const fields = new URLSearchParams({
      query: name,
      parameters: JSON.stringify(params),
      processId: crypto.randomUUID(),
      apiVersion: String(apiVersion),
      format: 'json',
    });
    const answer = await send(`/query?${fields}`, { ...OPTIONS, headers: headersOf(known) });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    return (await answer.json()) as { csrfToken: string; results: unknown };
  }

  /** `processId`: of what may be sent again, so that the server does it once. */
  async function sendCommand(
    { name, apiVersion }: Operation,
    params: object,
    processId: string = crypto.randomUUID(),
  ): Promise<void> {
    if (known?.isCookie !== true) throw new Error('Only a page can tell');
    // Every answer brings the token that writing takes.
    const { csrfToken } = await ask(OPERATIONS.alarms, {});
    const body = new FormData();
    for (const [field, value] of Object.entries({
      command: name,
      processId,
      apiVersion: String(apiVersion),
      serializer: 'json',
      parameters: JSON.stringify(params),
    }))
      body.set(field, value);
    const headers = { ...headersOf(known), [HEADER_NAMES.csrf]: csrfToken };
    const answer = await send('/command', { ...OPTIONS, method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  }

  return { ask, sendCommand };
}
export type Wire = ReturnType<typeof wireOf>;
