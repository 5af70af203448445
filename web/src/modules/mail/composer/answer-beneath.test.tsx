import { activityCommands, attendanceEvents, snoozeCommands, type Attendant } from '@kontor/contract/activity';
import { mailQueries, sendingCommands, writingCommands, type MailDetail } from '@kontor/contract/mail';
import type { Settings } from '@kontor/contract/settings';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, type App } from '../../../testing/app.ts';
import { button, dialog, textsOf } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { answerSenders } from '../testing/senders.ts';
import { MAIL_ID, openMail } from '../testing/open-mail.ts';

const card = () => page.elementLocator(document.querySelector('.beneath') ?? document.body);
const text = () => card().getByRole('textbox', { name: 'Text der E-Mail' });
const WRITTEN = /^Geht\sin\sOrdnung\./;
/** What stands in the text, whatever blanks the editor has made of what was typed. */
const words = (where = text()) => where.element().textContent;
const isShown = (): boolean => document.querySelector('.beneath') !== null;
const tabs = () => textsOf('[role=tablist] .open-tab-title');
const states = ({ server }: App) => server.commandsOf(activityCommands.setState).map(({ state }) => state);
const sent = ({ server }: App) => server.commandsOf(sendingCommands.send);

interface Options {
  readonly settings?: Partial<Settings>;
  readonly size?: { readonly width: number; readonly height: number };
}

/** Opens a mail and begins to answer it. */
async function answer(given: Options = {}, part: Partial<MailDetail> = {}): Promise<App> {
  const app = await openMail(part, { ...given, server: answerSenders });
  await press('r');
  await expect.poll(() => document.querySelector('.write')).not.toBeNull();
  return app;
}

/** The same, with some words in it. */
async function written(given: Options = {}): Promise<App> {
  const app = await answer(given);
  await expect.element(text()).toHaveFocus();
  await type('Geht in Ordnung.');
  await expect.poll(() => words()).toMatch(WRITTEN);
  return app;
}

describe('an answer', () => {
  test('stands beneath the mail, ready to be written, with what it is not about out of the way', async () => {
    const app = await answer();
    await expect.element(text()).toHaveFocus();
    expect(tabs()).toEqual(['Rechnung']);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Rechnung', exact: true })).toBeVisible();
    await expect.element(card().getByRole('textbox', { name: 'Betreff' })).not.toBeInTheDocument();
    await button('Betreff', card()).click();
    await expect.element(card().getByRole('textbox', { name: 'Betreff' })).toHaveFocus();
    await button('Text gestalten', card()).click();
    await expectUsable(app);
  });

  test('stays where it is when a colleague does not answer any more', async () => {
    const { mailbox } = mailQueries.details.example.result;
    const { server, isLive } = await answer({}, { mailbox: { ...mailbox, isShared: true } });
    await expect.element(text()).toHaveFocus();
    await expect.poll(isLive).toBe(true);
    const happen = (people: Attendant[], order: number): void =>
      server.happen(attendanceEvents.attended, [], { aggregateIds: [MAIL_ID], people, order });
    const said = () => textsOf('.other-writers > span');
    happen([{ userId: 2, name: 'Ben Kurz', avatar: null, doing: 'answering', since: 0 }], 1);
    await expect.poll(said).toEqual(['Ben Kurz antwortet gerade.']);
    const { top } = text().element().getBoundingClientRect();
    happen([], 2);
    await expect.poll(said).toEqual([]);
    expect(text().element().getBoundingClientRect().top).toBe(top);
  });

  test('is sent, and the mail stays', async () => {
    const app = await written();
    await press('Control+Enter');
    await expect.poll(() => sent(app).map(({ replyOrForwardType }) => replyOrForwardType)).toEqual(['reply']);
    await expect.poll(isShown).toBe(false);
    await expect.element(button('Allen antworten').last()).toBeVisible();
    expect(states(app)).not.toContain('ready');
  });

  test.each([
    [true, []],
    [false, ['Rechnung']],
  ])('is sent, and what it answers done; back to the list then: %s', async (backToListWhenDone, open) => {
    const app = await written({ settings: { backToListWhenDone } });
    await button('Senden und erledigen').click();
    await expect.poll(() => sent(app)).toHaveLength(1);
    await expect.poll(() => states(app).at(-1)).toBe('ready');
    await expect.poll(tabs).toEqual(open);
  });

  test('is sent, and what it answers put off until that is answered; both are taken back', async () => {
    const app = await written({ settings: { mailUndoSeconds: '30' } });
    await button('Anders senden').click();
    await page.getByRole('menuitem', { name: /^Senden und auf Antwort warten/ }).click();
    await expect
      .poll(() => app.server.commandsOf(snoozeCommands.snooze))
      .toMatchObject([{ until: null, untilAnswered: true }]);
    await button('Rückgängig').first().click();
    await expect.poll(() => words()).toMatch(WRITTEN);
    await expect.poll(() => app.server.commandsOf(snoozeCommands.wake)).toHaveLength(1);
    expect(tabs()).toEqual(['Rechnung']);
  });

  test('is put away by Escape and gone on with, by its key or after the page is loaded anew', async () => {
    const app = await written();
    await press('Escape');
    await button('Speichern', dialog()).click();
    await expect.poll(isShown).toBe(false);
    await press('r');
    await expect.poll(() => words()).toMatch(WRITTEN);
    await expect.element(text()).toHaveFocus();
    await app.reload();
    await expect.poll(() => words()).toMatch(WRITTEN);
  });

  test('that was sent or thrown away elsewhere meanwhile is not begun anew', async () => {
    const app = await written();
    const client = app.kontor.session.get().client;
    const drafts = await client?.drafts();
    await expect.poll(() => drafts?.list().then((all) => all.length)).toBe(1);
    for (const { kind, id } of (await drafts?.list()) ?? []) await (await drafts?.open({ kind, id }))?.discard();
    await app.reload();
    await expect.element(button('Allen antworten').last()).toBeVisible();
    await expect.poll(isShown).toBe(false);
  });

  test('in which nothing was written leaves nothing behind', async () => {
    const app = await answer();
    await expect.element(text()).toHaveFocus();
    await press('Escape');
    await expect.poll(isShown).toBe(false);
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Antwort weiterschreiben')).not.toBeInTheDocument();
    const drafts = await app.kontor.session.get().client?.drafts();
    expect(await drafts?.list()).toEqual([]);
  });

  test('goes on in a tab of its own, with every word', async () => {
    const app = await written();
    await button('In einem eigenen Tab weiterschreiben').click();
    await expect.poll(isShown).toBe(false);
    const whole = page.elementLocator(document.querySelector('.write') ?? document.body);
    await expect.poll(() => words(whole.getByRole('textbox', { name: 'Text der E-Mail' }))).toMatch(WRITTEN);
    await expect.element(page.getByText('ist wieder da')).not.toBeInTheDocument();
    expect(tabs()).toHaveLength(2);
    await expectUsable(app);
  });

  test('does not take the place of another that is being written', async () => {
    await written();
    await page.getByRole('heading', { level: 1, name: 'Rechnung', exact: true }).click();
    await press('F');
    await expect.poll(tabs).toHaveLength(2);
    await page
      .getByRole('tab', { name: /Rechnung/ })
      .first()
      .click();
    await expect.poll(() => words()).toMatch(WRITTEN);
  });

  test.each<[string, Options]>([
    ['where the person wants that', { settings: { mailAnswers: 'tab' } }],
    ['on a phone', { size: PHONE }],
  ])('is written in a place of its own %s', async (_name, given) => {
    const app = await answer(given);
    expect(isShown()).toBe(false);
    await expect.element(page.getByRole('textbox', { name: 'Betreff' })).toBeVisible();
    await expectUsable(app);
  });

  test('is sent in the version that was saved last', async () => {
    const app = await written();
    const { draftId, version } = writingCommands.saveDraft.example.result;
    await expect.element(card().getByText(/^Gespeichert/)).toBeVisible();
    await text().click();
    await press('Control+Enter');
    await expect.poll(() => sent(app)).toMatchObject([{ draftId, aggregateVersion: version }]);
  });

  test('is thrown away on the server too, and brought back in whatever version that makes', async () => {
    const app = await written();
    const { draftId } = writingCommands.saveDraft.example.result;
    await expect.poll(() => app.server.commandsOf(writingCommands.saveDraft)).toHaveLength(1);
    await expect.element(card().getByText(/^Gespeichert/)).toBeVisible();
    await button('Verwerfen', card()).click();
    await expect
      .poll(() => app.server.commandsOf(writingCommands.deleteDraftOrTemplate))
      .toEqual([{ draftOrTemplateId: draftId, type: 'draft' }]);
    await button('Rückgängig').first().click();
    await expect.poll(() => words()).toMatch(WRITTEN);
    await text().click();
    await press('Control+Enter');
    await expect.poll(() => sent(app)).toMatchObject([{ draftId, aggregateVersion: null }]);
  });
});
