import { formatAggregateId } from '@kontor/contract/kernel';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepAccount, keepAnswer, takeAnswers, type KeptAnswer } from './accounts.ts';
import { onPressed } from './calls.ts';
import { messageNotice, type NoticeData } from './notices.ts';
import type { Page, Scope, WorkerMessage } from './scope.ts';

const account = 'nordwerk/anna';
const reader = { account, language: 'de', zone: 'Europe/Berlin' } as const;
const aggregateId = formatAggregateId({ module: 'message', entryId: 17, userId: 1 });
const { title, ...shown } = messageNotice(
  reader,
  { module: 'message', entryId: 17, aggregateId },
  { by: 'Ben Krüger', text: 'Wann?', communicationPartnerUserId: 3, mayAnswer: true },
);

/** A press on a notification, in a browser where a page hears it, or none can be opened. */
async function press(
  given: { readonly action?: string; readonly reply?: string | null; readonly data?: NoticeData },
  { hasPage = true } = {},
) {
  const addresses: string[] = [];
  const said: object[] = [];
  const page: Page = {
    visibilityState: 'visible',
    focused: true,
    focus: () => Promise.resolve(),
    postMessage: (message, [port] = []) => {
      addresses.push((message as WorkerMessage & { readonly kind: 'kontor.go' }).address);
      (port as MessagePort).postMessage('gone');
    },
  };
  const scope = {
    registration: {
      showNotification: (of: string, more: object) => Promise.resolve(said.push({ title: of, ...more })),
    },
    clients: {
      matchAll: () => Promise.resolve(hasPage ? [page] : []),
      openWindow: () => Promise.reject(new DOMException('too late', 'InvalidAccessError')),
    },
  } as unknown as Scope;
  const notification = {
    ...shown,
    title,
    data: given.data ?? shown.data,
    close: () => undefined,
  } as unknown as Notification;
  await onPressed(scope, { action: given.action ?? '', notification, reply: given.reply ?? null });
  return { addresses, said };
}

/** What the server is commands, which is answered so. */
function answering(
  status: number,
): { readonly name: unknown; readonly params: unknown; readonly processId: unknown }[] {
  const commands: ReturnType<typeof answering> = [];
  vi.stubGlobal('fetch', (input: string, { body }: RequestInit = {}) => {
    if (!(body instanceof FormData)) return Promise.resolve(Response.json({ csrfToken: 'c', results: [] }));
    const params = body.get('parameters');
    if (typeof params !== 'string') throw new Error('Without parameters');
    commands.push({ name: body.get('command'), params: JSON.parse(params), processId: body.get('processId') });
    return Promise.resolve(Response.json({ at: input }, { status }));
  });
  return commands;
}

async function taken(): Promise<readonly KeptAnswer[]> {
  const answers: KeptAnswer[] = [];
  await takeAnswers(account, (answer) => answers.push(answer));
  return answers;
}

const ANSWER = { aggregateId, communicationPartnerUserId: 3, messageContent: 'Um zehn' };
beforeEach(async () => {
  await taken();
  await keepAccount({ ...reader, instance: 'nordwerk', isCookie: true });
});

describe('an answer that is typed into a notification', () => {
  test('is sent', async () => {
    const commands = answering(200);
    const { addresses, said } = await press({ action: 'answer', reply: ' Um zehn ' });
    expect(commands).toMatchObject([{ name: 'message.send', params: ANSWER }]);
    expect([addresses, said, await taken()]).toEqual([[], [], []]);
  });

  test('is kept for a page where it cannot be sent, under the id of the try', async () => {
    const commands = answering(503);
    const { addresses } = await press({ action: 'answer', reply: 'Um zehn' });
    const [address = ''] = addresses;
    expect(new URL(address, 'https://x').searchParams.get('answer')).toBe(aggregateId);
    expect(new URL(address, 'https://x').pathname).toMatch(/\/3$/);
    expect(address).not.toContain('zehn');
    expect(await taken()).toEqual([{ ...ANSWER, processId: commands[0]?.processId }]);
    expect(await taken()).toEqual([]);
  });

  test('stays where the page that takes it cannot keep it, and is taken by one of two', async () => {
    await keepAnswer(account, { ...ANSWER, processId: 'x' });
    await expect(takeAnswers(account, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect((await Promise.all([taken(), taken()])).flat()).toEqual([{ ...ANSWER, processId: 'x' }]);
  });

  test('is said to wait where no page can be opened, and a press leads to one', async () => {
    answering(503);
    const { said } = await press({ action: 'answer', reply: 'Um zehn' }, { hasPage: false });
    expect(said).toMatchObject([{ title: 'Ihre Antwort ist noch nicht gesendet', body: 'Um zehn', tag: shown.tag }]);
    const [{ data }] = said as [{ data: NoticeData }];
    const { addresses } = await press({ data });
    expect(addresses).toEqual([expect.stringContaining('answer=')]);
    expect(await taken()).toMatchObject([ANSWER]);
  });

  test.each([null, '', '  '])('is written in the page where nothing was typed: %j', async (reply) => {
    const commands = answering(200);
    const { addresses } = await press({ action: 'answer', reply });
    expect(addresses).toEqual([expect.stringContaining('answer=')]);
    expect([commands, await taken()]).toEqual([[], []]);
  });
});
