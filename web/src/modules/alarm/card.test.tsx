import { alarmCommands, alarmEvents, alarmQueries, type Alarm } from '@kontor/contract/alarm';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt, type App } from '../../testing/app.ts';
import { button, dialog, field, textsOf } from '../../testing/find.ts';
import { focused, press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';

const { delay, snooze } = alarmCommands;
const { unconfirmed } = alarmQueries;
const [example] = unconfirmed.example.result as [Alarm];

/** A task of this number that has called so many seconds ago. */
const alarm = (id: number, title: string, secondsAgo: number, part: Partial<Alarm> = {}): Alarm => {
  const at = Math.floor(Date.now() / 1000) - secondsAgo;
  const aggregateId = example.aggregateId.replace('17', String(id));
  return { ...example, id, title, aggregateId, alarmTimestamp: at, userAlarmTimestamp: at, timestamp: at, ...part };
};
const yard = alarm(17, 'Werft anrufen', 10);

const card = page.getByRole('region', { name: 'Erinnerungen' });
const row = (title: string) => card.getByRole('listitem').filter({ hasText: title });
const ok = (title: string) => button('OK', row(title));
const bell = () => document.querySelector('.drawer .bell-count')?.textContent;

async function open(alarms: readonly Alarm[], size = {}): Promise<App> {
  const app = await renderAt('/', { ...size, server: (server) => server.answer(unconfirmed, [...alarms]) });
  await expect.element(page.getByRole('heading', { name: 'Eingang' })).toBeVisible();
  return app;
}
/** The server has these from now on, and says that one of them rings. */
function ring({ server }: App, alarms: readonly Alarm[]): void {
  server.answer(unconfirmed, [...alarms]);
  const rung = alarms.map(({ type: kind, id, userAlarmTimestamp }) => ({ type: kind, id, userAlarmTimestamp }));
  server.happen(alarmEvents.alarmRang, [...unconfirmed.refreshOn({})], { alarms: rung });
}
/** What is confirmed is asked for no more; what is put off for a second is there again. */
function obey({ server }: App, alarms: readonly Alarm[]): void {
  const gone = new Set<number>();
  const say = (): void => server.answer(unconfirmed, () => alarms.filter(({ id }) => !gone.has(id)));
  server.answer(snooze, ({ id }) => {
    gone.add(id);
    return {};
  });
  server.answer(delay, ({ id }) => {
    gone.delete(id);
    return { userAlarmTimestamp: Math.floor(Date.now() / 1000) };
  });
  say();
}

describe('what one is called to', () => {
  test('is shown when it rings, and disturbs nobody who types', async () => {
    const app = await open([]);
    await press('/');
    await type('Palet');
    ring(app, [yard]);
    await expect.element(ok('Werft anrufen')).toBeVisible();
    await expect.poll(bell).toBe('1');
    await type('ten');
    await expect.element(page.getByRole('combobox')).toHaveValue('Paletten');
    await expectUsable(app);
  });

  test('is gone to by a key, left for later by Escape, and not told again by a page that is loaded anew', async () => {
    const app = await open([yard]);
    await expect.element(card).toBeVisible();
    await press('Escape', 'B');
    await expect.element(ok('Werft anrufen')).toHaveFocus();
    await press('Escape');
    await expect.element(card).not.toBeInTheDocument();
    await expect.poll(bell).toBe('1');
    await app.reload();
    await expect.poll(bell).toBe('1');
    // What is told is so at once where the bell is: it is of the same answer.
    expect(card.elements()).toEqual([]);
  });

  test('is put off by a digit, which says until when', async () => {
    const app = await open([yard]);
    await expect.element(card).toBeVisible();
    await press('B');
    await expect.element(ok('Werft anrufen')).toHaveFocus();
    await press('2');
    await expect.element(page.getByText(/^Erinnert wieder (heute|morgen)/)).toBeVisible();
    await expect.element(ok('Werft anrufen')).not.toBeInTheDocument();
    await expect.poll(bell).toBeUndefined();
    await expect.poll(() => app.server.commandsOf(delay)).toEqual([{ type: 'task', id: 17, duration: 900 }]);
  });

  test('is put off to a time of one’s own', async () => {
    const app = await open([yard]);
    await expect.element(card).toBeVisible();
    await press('B');
    await expect.element(ok('Werft anrufen')).toHaveFocus();
    await press('8');
    await expect.element(dialog()).toBeVisible();
    await expectUsable(app);
    await field('Oder wann?', dialog()).fill('31.2. 8:00');
    await button('Dann erinnern', dialog()).click();
    await expect.element(dialog().getByText('Den 31.2. gibt es nicht.')).toBeVisible();
    await field('Oder wann?', dialog()).fill('in 2 Stunden');
    await button('Dann erinnern', dialog()).click();
    await expect.poll(() => app.server.commandsOf(delay).length).toBe(1);
    const [sent] = app.server.commandsOf(delay);
    const ahead = sent !== undefined && 'timestamp' in sent ? sent.timestamp - Date.now() / 1000 : 0;
    expect(Math.round(ahead / 3600)).toBe(2);
  });

  test('is confirmed, and that is taken back', async () => {
    const app = await open([yard]);
    obey(app, [yard]);
    await ok('Werft anrufen').click();
    await expect.element(page.getByText('Erinnerung bestätigt: Werft anrufen')).toBeVisible();
    await expect.poll(bell).toBeUndefined();
    await expect.poll(() => app.server.commandsOf(snooze)).toEqual([{ type: 'task', id: 17, action: 'ok' }]);
    await button('Rückgängig').click();
    await expect.poll(bell).toBe('1');
    await expect.poll(() => app.server.commandsOf(delay)).toEqual([{ type: 'task', id: 17, duration: 1 }]);
  });

  test('is one list where it is several, the newest first, with who has set them; keys confirm one after the other', async () => {
    const both = [alarm(1, 'Zuerst', 20), alarm(2, 'Von Ben für Anna', 5, { contact: 'Ben Carstens' })];
    const app = await open(both);
    obey(app, both);
    await expect.element(row('Von Ben für Anna').getByText('von Ben Carstens')).toBeVisible();
    expect(textsOf('.alarm-card .alarm-title')).toEqual(['Von Ben für Anna', 'Zuerst']);
    await expectUsable(app);
    await press('B');
    await expect.poll(focused).toBe('OK');
    await press('Enter');
    await expect.poll(bell).toBe('1');
    await expect.element(ok('Zuerst')).toHaveFocus();
    await press('Enter');
    await expect.poll(bell).toBeUndefined();
    await expect.poll(() => app.server.commandsOf(snooze).map(({ id }) => id)).toEqual([2, 1]);
  });

  test('is confirmed all at once, and taken back all at once', async () => {
    const all = ['Erstens', 'Zweitens', 'Drittens'].map((title, index) => alarm(index + 1, title, 10 - index));
    const app = await open(all);
    obey(app, all);
    await expect.poll(bell).toBe('3');
    await press('B');
    await button('Alle bestätigen', card).click();
    await expect.element(page.getByText('3 Erinnerungen bestätigt')).toBeVisible();
    await expect.poll(bell).toBeUndefined();
    await expect.poll(() => app.server.commandsOf(snooze)).toHaveLength(3);
    await button('Rückgängig').click();
    await expect.poll(bell).toBe('3');
  });

  test('is shown on a phone, too', async () => {
    const app = await open([yard], { size: PHONE });
    await expect.element(ok('Werft anrufen')).toBeVisible();
    await expectUsable(app);
  });
});
