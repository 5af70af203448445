import { jobCommands, jobQueries } from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, dialog, heading, link } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';

const [job] = jobQueries.failedJobs.example.result;
const open = (address = '/settings/jobs', given = {}) =>
  renderAt(address, {
    ...given,
    server: (server) => server.answer(jobQueries.failedJobs, job === undefined ? [] : [job]),
  });

describe('work that was given up', () => {
  test.each([
    ['in the light', {}],
    ['on a phone, in the dark and in English', { size: PHONE, settings: { theme: 'dark', language: 'en' } as const }],
  ])('is reached from the overview: %s', async (_view, given) => {
    const app = await open('/settings/overview', given);
    await link(/^(Liegengebliebenes|Given-up work)\s*1$/).click();
    await expect.element(button(/^(Verwerfen|Discard)$/)).toBeVisible();
    await expectUsable(app);
  });

  test('is discarded after a question', async () => {
    const { server } = await open();
    await button('Verwerfen').click();
    await expect.element(heading(/verwerfen\?$/, dialog())).toBeVisible();
    server.answer(jobCommands.discardFailedJobs, ({ jobIds }) => {
      server.answer(jobQueries.failedJobs, []);
      return { count: jobIds.length };
    });
    await button('Verwerfen', dialog()).click();
    await expect.element(page.getByText('Nichts ist liegen geblieben')).toBeVisible();
    await expect.poll(() => server.commandsOf(jobCommands.discardFailedJobs)).toEqual([{ jobIds: [job?.jobId] }]);
    // The button that had the focus is gone, and the page has it: what Tab leads to next is near.
    await expect.poll(() => document.activeElement?.className).toBe('jobs');
  });

  test('stays, and says so in the question, where it cannot be discarded', async () => {
    const { server } = await open();
    server.refuse(jobCommands.discardFailedJobs, 'RIGHT_MISSING');
    await button('Verwerfen').click();
    await button('Verwerfen', dialog()).click();
    await expect.element(dialog().getByText(/^Das hat nicht geklappt/)).toBeVisible();
    await button('Abbrechen', dialog()).click();
    await expect.element(button('Verwerfen')).toHaveFocus();
  });

  test.each([
    ['mail.file', 'Eine abgerufene E-Mail einsortieren'],
    ['mail.somethingNew', 'Arbeit an E-Mails'],
    ['elsewhere.somethingNew', 'Andere Arbeit'],
  ])('is called by words, whatever it is: %s', async (task, words) => {
    await renderAt('/settings/jobs', {
      server: (server) => server.answer(jobQueries.failedJobs, job === undefined ? [] : [{ ...job, task }]),
    });
    await expect.element(heading(words)).toBeVisible();
    expect(document.body.innerText).not.toContain(task);
  });

  test('is tried again', async () => {
    const { server } = await open();
    await button('Erneut versuchen').click();
    await expect.element(page.getByText(/beginnt von vorn\.$/)).toBeVisible();
    await expect.poll(() => server.commandsOf(jobCommands.retryFailedJobs)).toEqual([{ jobIds: [job?.jobId] }]);
  });

  test('is nothing for who is no administrator', async () => {
    await open('/settings/lists', { isAdministrator: false });
    await expect.element(heading('Listen')).toBeVisible();
    expect(link(/^Liegengebliebenes/).elements()).toEqual([]);
  });
});
