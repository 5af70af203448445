import type { Attendant } from '@kontor/contract/activity';
import { messageCommands, messageEvents, messageQueries } from '@kontor/contract/message';
import { describe, expect, test } from 'vitest';
import { PHONE, type App } from '../../../testing/app.ts';
import { button, textsOf } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { messageDetails, messageId } from '../../../testing/messages.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { OPEN, ROW, TEXTS, TOLD, editor, log, openMessage, said } from '../testing.ts';

const { attend, send } = messageCommands;
const at = (userId: number, name: string, doing: Attendant['doing'] = 'writing'): Attendant => ({
  userId,
  name,
  avatar: null,
  doing,
  since: 0,
});
const BEN = at(2, 'Ben Kurz');
const CEM = at(3, 'Cem Aydin');
/** Of two, the one with the higher `order` is true, which is counted for a thread. */
const happen = (app: App, people: Attendant[], order: number, partner: number | null = 2, entryId = 17): void =>
  app.server.happen(messageEvents.attended, [], { aggregateId: messageId(entryId), partner, people, order });
const line = () => textsOf('.message-writers');
const doings = (app: App) => app.server.commandsOf(attend).map(({ doing }) => doing);
const lastText = () => document.querySelector('.message-text:last-of-type')?.getBoundingClientRect().top;

describe('who is writing', () => {
  test('is said above the editor of their thread, and moves nothing', async () => {
    const app = await openMessage();
    await expect.poll(app.isLive).toBe(true);
    const before = lastText();
    expect(before).toBeDefined();
    happen(app, [BEN], 1);
    await expect.poll(line).toEqual(['Ben Kurz schreibt …']);
    expect(lastText()).toBe(before);
    await expectUsable(app);
    happen(app, [CEM], 9, 3);
    happen(app, [CEM], 9, 2, 18);
    happen(app, [at(2, 'Ben Kurz', 'reading')], 2);
    await expect.poll(line).toEqual(['']);
    expect(lastText()).toBe(before);
  });

  test('is named as long as they are two', async () => {
    const app = await openMessage(OPEN, {
      size: PHONE,
      server: (server) => server.answer(messageQueries.attendance, [BEN, BEN, CEM]),
    });
    await expect.poll(line).toEqual(['Ben Kurz und Cem Aydin schreiben …']);
    await expect.poll(app.isLive).toBe(true);
    happen(app, [BEN, CEM, at(4, 'Dora Engel')], 1, null);
    await expect.poll(line).toEqual(['Mehrere schreiben …']);
    await expectUsable(app);
  });

  test('is not read out', async () => {
    await openMessage(messageDetails(ROW, TEXTS), {
      server: (server) => server.answer(messageQueries.attendance, [BEN]),
    });
    await expect.poll(line).toEqual(['Ben Kurz schreibt …']);
    expect(document.querySelector('.message-writers')?.closest('[aria-live], [role=status], [role=log]')).toBeNull();
  });

  test('is nobody without a connection', async () => {
    const app = await openMessage(messageDetails(ROW, TEXTS), {
      server: (server) => server.answer(messageQueries.attendance, [BEN]),
    });
    await expect.poll(line).toEqual(['Ben Kurz schreibt …']);
    await expect.poll(app.isLive).toBe(true);
    app.server.cut(true);
    await expect.poll(line).toEqual(['']);
    app.server.cut(false);
  });

  test('is no question where nothing can be written', async () => {
    const app = await openMessage(TOLD);
    await expect.element(log()).toBeVisible();
    await expect.poll(app.isLive).toBe(true);
    expect(app.server.queriesOf(messageQueries.attendance)).toEqual([]);
  });
});

describe('that the person is writing', () => {
  test('is told while they type, and not any more once it is sent; of reading nobody is told', async () => {
    const app = await openMessage();
    app.server.answer(send, { no: 4, waitingId: null });
    await editor().click();
    await type('Ich komme');
    await expect
      .poll(() => app.server.commandsOf(attend))
      .toMatchObject([{ communicationPartnerUserId: 2, doing: 'writing' }]);
    await press('Control+Enter');
    await expect.poll(() => doings(app)).toEqual(['writing', 'left']);
    await expect.poll(() => said().at(-1)).toBe('Ich komme');
  });

  test('is not true any more once the thread is left', async () => {
    const app = await openMessage();
    await editor().click();
    await type('Ich');
    await expect.poll(() => doings(app)).toEqual(['writing']);
    await button('Schließen').first().click();
    await expect.element(log()).not.toBeInTheDocument();
    await expect.poll(() => doings(app)).toEqual(['writing', 'left']);
  });
});
