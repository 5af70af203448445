import type { EntryRow, Status } from '@kontor/contract/activity';
import { activityCommands } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { mailExtras, mailQueries, threadCommands, threadQueries, type MailDetail } from '@kontor/contract/mail';
import { exampleLink, recordQueries } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { aRow } from '../../../testing/fake-lists.ts';
import { button, link, rows, textsOf } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { answerMails } from '../../../testing/mails.ts';

const COUNT = 10;
const NUMBERS = Array.from({ length: COUNT }, (_, index) => index + 1);
const idOf = (entryId: number): string =>
  formatAggregateId({ module: 'email', entryId, userId: 1, sourceContainerId: 3 });
const rowOf = (entryId: number, status: Status): EntryRow =>
  aRow(entryId, {
    information: 'Ventil für Halle 2',
    status,
    userList: [[1, status]],
    extras: mailExtras({ threadId: 7 }),
  });
const detailsOf = (row: EntryRow): MailDetail => ({
  ...(mailQueries.details.example.result as MailDetail),
  aggregateId: idOf(row.entryId),
  subject: row.information,
  threadId: 7,
  readableContentHTML: `<p>Nachricht ${row.entryId} zum Ventil.</p>`,
  mailModelAttachments: [],
  entry: { ...row, userList: [[1, row.status]] },
});

interface Options {
  readonly unseen?: readonly number[];
  readonly size?: { readonly size?: typeof PHONE };
  /** What all of its mails are besides. */
  readonly part?: Partial<MailDetail>;
  readonly server?: (server: FakeServer) => void;
}

/** Opens a thread of ten mails, of which those that the person has not seen are named. */
async function open({ unseen = [], size = {}, part = {}, server: more }: Options = {}) {
  const all = NUMBERS.map((n) => rowOf(n, unseen.includes(n) ? 1 : 2));
  const app = await renderAt('/mails/all/all/main', {
    ...size,
    server: (server) => {
      more?.(server);
      answerMails(server, all);
      server.answer(mailQueries.details, ({ aggregateId: { entryId } }) => ({
        ...detailsOf(all[entryId - 1] ?? rowOf(1, 2)),
        ...part,
      }));
      server.answer(mailQueries.detailsOfMany, ({ aggregateIds }) =>
        aggregateIds.flatMap(({ entryId }) =>
          all.slice(entryId - 1, entryId).map((row) => ({ ...detailsOf(row), ...part })),
        ),
      );
      const [mail] = threadQueries.thread.example.result.mails;
      if (mail === undefined) throw new Error('The example has no mail');
      server.answer(threadQueries.thread, {
        threadId: 7,
        by: 'references',
        totalCount: COUNT,
        mails: all.map(({ entryId, status, timestamp }) => ({
          ...mail,
          aggregateId: idOf(entryId),
          status,
          timestamp,
        })),
      });
    },
  });
  await rows().first().click();
  await expect.poll(() => document.querySelector('.thread')).not.toBeNull();
  return app;
}
const lines = (): number => document.querySelectorAll('.thread-mail').length;
const opened = (): readonly string[] =>
  [...document.querySelectorAll('.thread-mail[data-open=true]')].map((one) => one.getAttribute('data-mail') ?? '');

describe('a thread', () => {
  test('is one row of the list, with the number of its mails', async () => {
    await open();
    expect(rows().elements()).toHaveLength(1);
    expect(document.querySelector('.row-count')?.textContent).toContain('10');
  });

  test('has the newest and the new ones open', async () => {
    await open({ unseen: [4, 9] });
    await expect.poll(opened).toEqual([idOf(4), idOf(9), idOf(10)]);
  });

  test('names no part of the page, and no element, like another though several mails are open', async () => {
    await open({ unseen: [4, 9], part: { unreadable: true, unreadableReason: 'crashed' } });
    await expect.poll(() => page.getByRole('group', { name: 'Datensätze' }).elements().length).toBe(3);
    const namesOf = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.id || one.ariaLabel || one.textContent);
    const ids = namesOf('[id]');
    expect(new Set(ids).size).toBe(ids.length);
    const sections = namesOf('section[aria-label], section[aria-labelledby], [role=region]');
    expect(new Set(sections).size).toBe(sections.length);
  });

  test('folds what was seen, and opens it by n, Enter and ;', async () => {
    const app = await open();
    await expect.poll(opened).toEqual([idOf(10)]);
    expect(lines()).toBe(2);
    await expect.element(button(/^8\sweitere E-Mails$/)).toBeVisible();
    await expectUsable(app);
    await press('n', 'N');
    await expect.poll(lines).toBe(COUNT);
    await press('Enter');
    await expect.poll(() => opened().length).toBe(2);
    await expect.element(page.getByText('Diese E-Mail', { exact: true })).toBeVisible();
    await press(';');
    await expect.poll(() => opened().length).toBe(COUNT);
  });

  test('turns to another mail before the next frame, where the key after it may be for that one', async () => {
    await open();
    await expect.poll(opened).toEqual([idOf(10)]);
    for (const key of ['n', 'N']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    expect(document.activeElement?.closest<HTMLElement>('[data-mail]')?.dataset['mail']).toBe(idOf(9));
  });

  test('has what else happened about its records by its time, and opens that beside', async () => {
    const other = (entryId: number, timestamp: number, information: string): EntryRow =>
      aRow(entryId, { moduleName: 'activity', status: 3, timestamp, information, contact: 'Werft Neumann' });
    const app = await open({
      part: { links: [{ ...exampleLink, isSuggested: false }] },
      server: (server) =>
        server.list(recordQueries.activities, [
          other(52, rowOf(10, 2).timestamp + 3600, 'Rückruf: Ventil liegt bereit'),
          other(51, rowOf(9, 2).timestamp + 30, 'Anruf wegen des Ventils'),
        ]),
    });
    const { idoId, idoInstanceId } = exampleLink;
    await expect
      .poll(() => app.server.queriesOf(recordQueries.activities).at(-1))
      .toMatchObject({ records: [{ idoId, idoInstanceId }] });
    await button(/^9\sweitere Einträge$/).click();
    const parts = () => textsOf('.thread > li').map((text) => text.replaceAll(/\s+/g, ' '));
    await expect.poll(() => parts().length).toBe(COUNT + 2);
    expect(parts()[9]).toContain('Anruf wegen des Ventils');
    expect(parts().at(-1)).toContain('Rückruf: Ventil liegt bereit');
    await expectUsable(app);
    await link(/Anruf wegen des Ventils/).click();
    await expect.poll(() => location.pathname).toMatch(/^\/memo\//);
  });

  test('is acted on as a whole, until that is undone', async () => {
    const { server } = await open();
    await press('e');
    await expect
      .poll(() => server.commandsOf(activityCommands.setState).at(-1))
      .toMatchObject({ state: 'ready', aggregateIds: { length: COUNT } });
    await press('z');
    await expect.poll(() => server.commandsOf(activityCommands.setState).at(-1)).toMatchObject({ state: 'seen' });
  });

  test('lets a mail go, which is put back', async () => {
    const { server } = await open();
    await button('Weitere Aktionen', page.getByRole('toolbar').filter({ has: button('Weitere Aktionen') })).click();
    await page.getByRole('menuitem', { name: 'Aus dem Thread lösen' }).click();
    await expect.element(page.getByText(/^Die E-Mail steht jetzt für sich/)).toBeVisible();
    await expect
      .poll(() => server.commandsOf(threadCommands.splitThread))
      .toMatchObject([{ aggregateId: { entryId: 10 } }]);
    await button('Rückgängig').click();
    await expect.poll(() => server.commandsOf(threadCommands.resetThread).length).toBe(1);
  });

  test('has room on a phone', async () => {
    await expectUsable(await open({ size: { size: PHONE } }));
  });
});
