import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { activityEvents } from '@kontor/contract/activity';
import { itemKey, type ResultOf } from '@kontor/contract/kernel';
import { mailExtras, sendStateOf, teamworkCommands, teamworkQueries, type MailDetail } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, type App } from '../../../testing/app.ts';
import { button, dialog, heading, option } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { openMail } from '../testing/open-mail.ts';

type Comment = ResultOf<typeof teamworkQueries.comments>[number];

const person = (userId: number, fullName: string): FilterUser => ({
  userId,
  userIds: [userId],
  fullName,
  groupName: '',
  active: true,
  UserAvatar: null,
  UserDisplayname: fullName,
});
const PEOPLE = [person(1, 'Anna Berger'), person(2, 'Ben Krüger'), person(3, 'Chris Okafor')];
const BENS_CLAIM = { userId: 2, name: 'Ben Krüger', at: 1_795_219_200, isMine: false };
const CLAIMABLE = sendStateOf(mailExtras({ shouldShowTheClaimButton: true }), null);

const open = (part: Partial<MailDetail> = {}, size = {}): Promise<App> =>
  openMail(
    { sendState: CLAIMABLE, ...part },
    { ...size, server: (server) => server.answer(sessionQueries.moduleUsers, PEOPLE) },
  );
const field = () => page.getByRole('textbox', { name: 'Kommentar', exact: true });
const comments = () => page.getByRole('region', { name: /^Kommentare/ });

describe('a mail that several take care of', () => {
  test('is claimed by a key', async () => {
    const { server } = await open();
    await expect.element(button('Übernehmen')).toBeVisible();
    await press('t');
    await expect.poll(() => server.commandsOf(teamworkCommands.claim)).toMatchObject([{ isTakenOver: false }]);
  });

  test('is taken over after a question, and who has it is said', async () => {
    const app = await open({ claim: BENS_CLAIM });
    await expect.element(page.getByText(/^Übernommen von Ben Krüger seit/)).toBeVisible();
    await press('t');
    await expect.element(heading('E-Mail übernehmen?', dialog())).toBeVisible();
    await expect.element(dialog().getByText(/^Ben Krüger hat sie seit/)).toBeVisible();
    await expectUsable(app);
    await button('Übernehmen', dialog()).click();
    await expect.poll(() => app.server.commandsOf(teamworkCommands.claim)).toMatchObject([{ isTakenOver: true }]);
  });

  test('that somebody else was quicker with is asked about, even where the page did not know it yet', async () => {
    const { server } = await open();
    server.refuse(teamworkCommands.claim, 'MAIL_CLAIMED', { claims: [BENS_CLAIM] });
    await press('t');
    await expect.element(dialog().getByText(/^Ben Krüger hat sie seit/)).toBeVisible();
    await button('Abbrechen', dialog()).click();
    await expect.poll(() => server.commandsOf(teamworkCommands.claim)).toMatchObject([{ isTakenOver: false }]);
  });

  test('is given back by whoever has it', async () => {
    const { server } = await open({ claim: { ...BENS_CLAIM, userId: 1, name: 'Anna Berger', isMine: true } });
    await expect.element(page.getByText(/^Von Ihnen übernommen seit/)).toBeVisible();
    await button('Abgeben').click();
    await expect.poll(() => server.commandsOf(teamworkCommands.release)).toHaveLength(1);
  });

  test('has room for all of that on a phone', async () => {
    const app = await open({ claim: BENS_CLAIM }, { size: PHONE });
    await button('Kommentieren').click();
    await expect.element(field()).toBeVisible();
    await expectUsable(app);
  });
});

describe('a comment', () => {
  const mine: Comment = {
    commentId: 1,
    userId: 1,
    name: 'Anna Berger',
    avatar: null,
    content: 'Rufst du an?',
    mentions: [],
    at: 1_795_219_200_000,
    editedAt: null,
    changeable: true,
    version: 1,
  };
  const EXTRAS = mailExtras({ comments: 1 });
  const write = async (text: string): Promise<void> => {
    await press('m');
    await expect.element(field()).toHaveFocus();
    await field().fill(text);
  };
  const happen = ({ server }: App): void =>
    server.happen(activityEvents.activityChanged, [itemKey({ module: 'email', entryId: 1 })]);

  test('names a colleague by keyboard', async () => {
    const app = await open();
    await press('m');
    await type('Rufst du an, @Be');
    await expect.element(option(/^Ben Krüger/)).toBeVisible();
    await expectUsable(app);
    await press('Enter');
    await expect.element(field()).toHaveValue('Rufst du an, @Ben Krüger ');
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(teamworkCommands.addComment))
      .toMatchObject([{ content: 'Rufst du an, @Ben Krüger', mentions: [2], isShown: false }]);
    await expect.element(field()).not.toBeInTheDocument();
  });

  test('that was begun is there after a reload, and kept without a network until there is one', async () => {
    const app = await open();
    await write('Noch nicht fertig');
    const kept = async () => (await (await app.kontor.accountEntries.get()[0]?.client?.drafts())?.list())?.length;
    await expect.poll(kept).toBe(1);
    await app.reload();
    await expect.element(field()).toHaveValue('Noch nicht fertig');
    app.server.cut(true);
    await field().click();
    await press('Control+Enter');
    await expect
      .element(comments().getByText(/Dafür braucht es eine Verbindung\. .*Ihr Text bleibt auf diesem Gerät\./))
      .toBeVisible();
    await expect.element(field()).toHaveValue('Noch nicht fertig');
    await expectUsable(app);
    app.server.cut(false);
    await button('Erneut versuchen', comments()).click();
    await expect
      .poll(() => app.server.commandsOf(teamworkCommands.addComment))
      .toMatchObject([{ content: 'Noch nicht fertig' }]);
    await expect.element(field()).not.toBeInTheDocument();
  });

  test('that names somebody who does not see the mail shows it to them on demand', async () => {
    const app = await open();
    app.server.refuse(teamworkCommands.addComment, 'COMMENT_UNSEEN', { userIds: [3] });
    await write('@Chris Okafor, was meinst du?');
    await press('Control+Enter');
    await expect.element(comments().getByText(/^Chris Okafor sieht diese E-Mail nicht\./)).toBeVisible();
    await expectUsable(app);
    app.server.restore(teamworkCommands.addComment);
    await button('E-Mail zeigen und speichern', comments()).click();
    await expect.element(field()).not.toBeInTheDocument();
    await expect
      .poll(() =>
        app.server.commandsOf(teamworkCommands.addComment).map(({ isShown, mentions }) => [isShown, mentions]),
      )
      .toEqual([
        [false, [3]],
        [true, [3]],
      ]);
  });

  test('is changed and deleted', async () => {
    const app = await open({ extras: EXTRAS });
    app.server.answer(teamworkQueries.comments, [mine]);
    happen(app);
    await expect.element(comments().getByText('Rufst du an?')).toBeVisible();
    await expectUsable(app);
    await button(/^Kommentar von Anna Berger bearbeiten$/).click();
    await field().fill('Habe angerufen.');
    app.server.answer(teamworkCommands.editComment, ({ content }) => {
      app.server.answer(teamworkQueries.comments, [{ ...mine, content, editedAt: mine.at, version: 2 }]);
      return { version: 2 };
    });
    await press('Control+Enter');
    await expect.element(comments().getByText('Habe angerufen.')).toBeVisible();
    await expect.element(comments().getByText('bearbeitet', { exact: true })).toBeVisible();
    await button(/^Kommentar von Anna Berger löschen$/).click();
    app.server.answer(teamworkCommands.deleteComment, () => {
      app.server.answer(teamworkQueries.comments, []);
      return {};
    });
    await button('Löschen', dialog()).click();
    await expect.element(comments().getByText('Habe angerufen.')).not.toBeInTheDocument();
  });
});
