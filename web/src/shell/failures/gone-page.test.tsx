import { tipQueries } from '@kontor/contract/activity';
import { appointmentQueries } from '@kontor/contract/appointment';
import { documentQueries } from '@kontor/contract/document';
import { formatAggregateId, type ItemKindName } from '@kontor/contract/kernel';
import { mailQueries } from '@kontor/contract/mail';
import { memoQueries } from '@kontor/contract/memo';
import { messageQueries } from '@kontor/contract/message';
import { phonecallQueries } from '@kontor/contract/phonecall';
import { recordQueries } from '@kontor/contract/record';
import { taskQueries } from '@kontor/contract/task';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { heading, rows, textsOf } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';
import { answerMails, mails } from '../../testing/mails.ts';

const idOf = (module: ItemKindName): string =>
  encodeURIComponent(formatAggregateId({ module, entryId: 987654, userId: 1, sourceContainerId: 0 }));
const tabs = (): readonly string[] => textsOf('[role=tablist] .open-tab-title');

describe('what this page has never known', () => {
  test.each([
    ['mail', `/mail/${idOf('email')}/inbox/view`, mailQueries.details],
    ['task', `/task/${idOf('task')}/inbox/view`, taskQueries.details],
    ['note', `/note/${idOf('note')}/inbox/view`, taskQueries.details],
    ['memo', `/memo/${idOf('activity')}/inbox/view`, memoQueries.details],
    ['document', `/document/${idOf('document')}/inbox/view`, documentQueries.details],
    ['message', `/message/${idOf('message')}/inbox/view`, messageQueries.details],
    ['appointment', `/appointment/${idOf('appointment')}/inbox/view`, appointmentQueries.details],
    ['phone call', `/phoneCall/${idOf('phonecall')}/inbox/view/false`, phonecallQueries.details],
    ['record', '/record/7-987654/idoList/view', recordQueries.model],
  ] as const)('is not said to have been deleted: %s', async (_, address, query) => {
    await renderAt(address, {
      server: (server) => {
        server.refuse(query, 'NOT_FOUND');
        server.refuse(tipQueries.tips, 'NOT_FOUND');
      },
    });
    await expect.element(heading('Nicht gefunden')).toBeVisible();
    await expect.element(page.getByText('Das gibt es nicht, oder Sie dürfen es nicht sehen.')).toBeVisible();
    expect(document.body.innerText).not.toMatch(/gelöscht|nicht mehr/i);
  });

  test('looks the same in English, also where the address makes no sense', async () => {
    const app = await renderAt('/mail/nonsense/inbox/view', { settings: { language: 'en' } });
    await expect.element(heading('Not found')).toBeVisible();
    await expect.element(page.getByText('It does not exist, or you may not see it.')).toBeVisible();
    await expectUsable(app);
  });
});

test('what was in a list of this page, and is there no more, is said to be gone', async () => {
  await renderAt('/', {
    server: (server) => {
      answerMails(server, mails(2));
      server.refuse(mailQueries.details, 'NOT_FOUND');
    },
  });
  await rows().first().click();
  await expect.element(heading('Diese E-Mail gibt es nicht mehr')).toBeVisible();
  await expect.element(page.getByText('Sie wurde gelöscht, oder Sie sehen sie nicht mehr.')).toBeVisible();
  await expect.poll(tabs).toEqual(['Nicht mehr da']);
});
