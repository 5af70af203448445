import { formatAggregateId } from '@kontor/contract/kernel';
import { sharingCommands, sharingQueries, type GlobalizationRecord } from '@kontor/contract/sharing';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { button, heading, option, rows } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';
import { answerMails, mails } from '../../testing/mails.ts';

const { set, update, remove } = sharingCommands;
const { details } = sharingQueries;
type Shared = GlobalizationRecord['window']['globalizedUsers'][number];
const [example] = details.example.result as [GlobalizationRecord];
const [withBen] = example.window.globalizedUsers as [Shared];
const users = ['Ben Ahrens', 'Chris Okafor'].map((displayName, index) => ({
  userId: index + 2,
  displayName,
  userAvatar: null,
}));
const groups = [{ groupId: 4, displayName: 'Montage', userIds: [2, 3] }];
/** As it comes to Anna, from Ben. */
const fromBen: Shared = {
  ...withBen,
  userId: 1,
  displayName: 'Anna Berger',
  throughUserId: 2,
  throughName: 'Ben Ahrens',
};

/** Whatever is asked about is shared so. */
const answerShared = (server: FakeServer, shared: readonly Shared[], mayShare = true): void =>
  server.answer(details, ({ aggregateIds }) =>
    aggregateIds.map((aggregateId) => ({
      ...example,
      aggregateId: formatAggregateId(aggregateId),
      mayShare,
      window: { groups, users, globalizedUsers: [...shared] },
    })),
  );

const answerSharedMails = (server: FakeServer, globalized: boolean): void =>
  answerMails(
    server,
    mails(3).map((row) => ({ ...row, globalized })),
  );

/** Mails that are shared so; each has its own number. */
async function open(
  shared: readonly Shared[],
  given: { size?: { width: number; height: number }; mayShare?: boolean } = {},
) {
  const { mayShare = true, ...size } = given;
  const app = await renderAt('/mails/all/all/main', {
    ...size,
    server: (server) => {
      answerSharedMails(server, shared.length > 0);
      answerShared(server, shared, mayShare);
    },
  });
  await rows().first().click();
  await expect.element(heading('Angebot 3')).toBeVisible();
  return app;
}
const dialog = page.getByRole('dialog', { name: /[Tt]eilen$/ });
const who = () => dialog.getByRole('combobox', { name: 'Mit wem' });
const over = page.getByRole('region', { name: 'Geteilt' });
const sign = () => rows().first().getByRole('img', { name: 'Geteilt' });

describe('an item', () => {
  test('is shared by keys alone, with words, which is seen at once and taken back by a key', async () => {
    const shared: Shared[] = [];
    const app = await open(shared);
    // What is asked for after it knows of it.
    app.server.answer(set, () => {
      shared.push(withBen);
      answerSharedMails(app.server, true);
      return set.example.result;
    });
    app.server.answer(remove, () => {
      shared.pop();
      answerSharedMails(app.server, false);
      return remove.example.result;
    });
    await press('y');
    await expect.element(who()).toHaveFocus();
    await expectUsable(app);
    await type('ben');
    await expect.element(option(/Ben Ahrens/, dialog)).toBeVisible();
    await press('Enter', 'Tab');
    await type('Bitte ansehen');
    await press('Control+Enter');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText(/^1\sEintrag ist mit Ben Ahrens geteilt/)).toBeVisible();
    await expect.element(sign()).toBeVisible();
    await expect.element(over.getByText('Geteilt mit Ben Ahrens')).toBeVisible();
    await expect
      .poll(() => app.server.commandsOf(set))
      .toMatchObject([{ aggregateIds: [{ entryId: 3 }], userIds: [2], message: 'Bitte ansehen' }]);
    await press('z');
    await expect
      .poll(() => app.server.commandsOf(remove))
      .toMatchObject([{ aggregateIds: [{ entryId: 3 }], userIds: [2] }]);
    await expect.element(sign()).not.toBeInTheDocument();
  });

  test('is shared with a group, which says how many it is', async () => {
    const { server } = await open([]);
    await press('y');
    await expect.element(who()).toHaveFocus();
    await type('mont');
    await expect.element(option(/Montage.*Gruppe, 2\sPersonen/, dialog)).toBeVisible();
    await press('Enter', 'Control+Enter');
    await button('Teilen', dialog).click();
    await expect.element(page.getByText(/^1\sEintrag ist mit Montage geteilt/)).toBeVisible();
    await expect.poll(() => server.commandsOf(set)).toMatchObject([{ userIds: [], groupIds: [4] }]);
  });

  test('is shared with somebody, or it is said that nobody is chosen, or of that name', async () => {
    const { server } = await open([]);
    await press('y');
    await expect.element(who()).toHaveFocus();
    await button('Teilen', dialog).click();
    await expect.element(dialog.getByText('Wählen Sie, mit wem Sie teilen.')).toBeVisible();
    await who().fill('xyz');
    await expect.element(dialog.getByText('Niemand, der das sehen darf, heißt so.')).toBeVisible();
    expect(server.commandsOf(set)).toEqual([]);
  });

  test('is shared without a network as soon as there is one', async () => {
    const { server } = await open([]);
    await press('y');
    await expect.element(who()).toHaveFocus();
    server.cut(true);
    await type('Ben');
    await press('Enter', 'Enter');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(sign()).toBeVisible();
    await expect.element(over.getByText('Geteilt mit Ben Ahrens')).toBeVisible();
    expect(server.commandsOf(set)).toEqual([]);
    server.cut(false);
    await expect.poll(() => server.commandsOf(set)).toHaveLength(1);
  });

  test('says who has it through whom, gets other words, and is taken back', async () => {
    const app = await open([{ ...withBen, groupId: 4, groupName: 'Montage' }]);
    await over.getByRole('button', { name: 'Geteilt mit Ben Ahrens' }).or(over.getByRole('button')).first().click();
    const line = dialog.getByRole('listitem').filter({ hasText: 'Montage' });
    await expect.element(line.getByText(/durch Sie/)).toBeVisible();
    await expectUsable(app);
    await button('Nachricht ändern', dialog).click();
    await dialog.getByLabelText('Nachricht ändern').fill('Am Montag um acht');
    await press('Control+Enter');
    await expect.poll(() => app.server.commandsOf(update).map(({ message }) => message)).toEqual(['Am Montag um acht']);
    await button('Nicht mehr mit Montage teilen', dialog).click();
    await expect.element(dialog.getByText('Noch mit niemandem geteilt.')).toBeVisible();
    await expect.poll(() => app.server.commandsOf(remove)).toMatchObject([{ userIds: [2] }]);
  });

  test('that one was given is let go of, after a question', async () => {
    const app = await open([fromBen]);
    await expect.element(over.getByText('Geteilt von Ben Ahrens')).toBeVisible();
    await expect.element(over.getByText('„Bitte ansehen“')).toBeVisible();
    await button('Entfernen', over).click();
    const question = page.getByRole('dialog', { name: 'Aus Ihren Listen entfernen?' });
    await expect.element(question.getByText(/Nur Ben Ahrens kann ihn wieder mit Ihnen teilen/)).toBeVisible();
    await expectUsable(app);
    await button('Entfernen', question).click();
    await expect.element(page.getByText('Der Eintrag ist nicht mehr mit Ihnen geteilt.')).toBeVisible();
    await expect.poll(() => app.server.commandsOf(remove)).toMatchObject([{ userIds: [1] }]);
  });

  test('that one may only read is not passed on', async () => {
    await open([fromBen], { mayShare: false });
    await press('y');
    await expect.element(dialog.getByText('Sie dürfen diesen Eintrag lesen, aber nicht weitergeben.')).toBeVisible();
    expect(who().elements()).toEqual([]);
  });

  test('is shared on a phone, too', async () => {
    const app = await open([], { size: PHONE });
    await button('Weitere Aktionen').last().click();
    await page.getByRole('menuitem', { name: 'Teilen' }).click();
    await who().fill('Ben');
    await option(/Ben Ahrens/, dialog).click();
    await expectUsable(app);
    // Whoever asks from now on hears of it.
    answerShared(app.server, [withBen]);
    await button('Teilen', dialog).click();
    await expect.element(over.getByText('Geteilt mit Ben Ahrens')).toBeVisible();
  });
});

test('several items are shared with several people in one dialog, and all of it is taken back', async () => {
  const app = await open([]);
  await press('Escape', 'x', 'J', 'y');
  await expect.element(page.getByRole('dialog', { name: /^2\sEinträge teilen$/ })).toBeVisible();
  await expect.element(who()).toHaveFocus();
  for (const name of ['ben', 'chris']) {
    await type(name);
    await expect.element(option(new RegExp(name, 'i'), dialog)).toBeVisible();
    await press('Enter');
  }
  await expectUsable(app);
  await press('Enter');
  await expect.element(page.getByText(/^2\sEinträge sind mit 2\sPersonen geteilt/)).toBeVisible();
  await expect
    .poll(() => app.server.commandsOf(set))
    .toMatchObject([{ aggregateIds: [{ entryId: 3 }, { entryId: 2 }], userIds: [2, 3] }]);
  await press('z');
  await expect.poll(() => app.server.commandsOf(remove)).toMatchObject([{ userIds: [2, 3] }]);
  await expect.poll(() => rows().getByRole('img', { name: 'Geteilt' }).elements().length).toBe(0);
});
