import { mailExtras, teamworkQueries, type MailDetail } from '@kontor/contract/mail';
import { presenceEvents } from '@kontor/contract/presence';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { heading } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { aText, messageDetails } from '../../testing/messages.ts';
import { aTask, answerTasks } from '../../testing/tasks.ts';
import { expectUsable } from '../../testing/usable.ts';
import { openMail } from '../mail/testing/open-mail.ts';
import { ROW, editor, openMessage } from '../message/testing.ts';
import { answerPeople } from './testing.ts';

/** The shape of the sign within an element, as soon as there is one. */
const shapeAt = (selector: string) =>
  expect.poll(() => document.querySelector(`${selector} .presence-sign`)?.getAttribute('data-shape'));
const mention = (userId: number): string => `[data-mention="${userId}"]`;
const named = (userId: number, name: string): string => `<span data-mention="${userId}">@${name}</span>`;

describe('whether colleagues are there', () => {
  test('stands behind their names in what is said, as it changes, and not behind the own name', async () => {
    const text = aText(0, 2, `Wissen ${named(3, 'Chris Okafor')} und ${named(1, 'Anna Berger')} davon?`);
    const app = await openMessage(messageDetails(ROW, [text]), { server: answerPeople });
    await shapeAt(`.message-html ${mention(3)}`).toBe('there');
    expect(document.querySelector(`.message-html ${mention(3)}`)?.textContent).toBe('@Chris Okafor (ist da)');
    expect(document.querySelector(`.message-html ${mention(1)}`)?.textContent).toBe('@Anna Berger');
    await expectUsable(app);
    await expect.poll(app.isLive).toBe(true);
    app.server.happen(presenceEvents.presenceChanged, [], { changed: [[3, 'absent', null, null, null, null]] });
    await shapeAt(`.message-html ${mention(3)}`).toBe('away');
  });

  test('stands where they are offered behind an @, and behind the name that was taken', async () => {
    await openMessage(messageDetails(ROW, [aText(0, 2, 'Wer weiß davon?')]), { server: answerPeople });
    await editor().click();
    await type('Frag @Be');
    await shapeAt('.offer-list [role=option]').toBe('busy');
    await press('Enter');
    await shapeAt(`.written ${mention(2)}`).toBe('busy');
    // What is drawn there is not written.
    await press('Backspace', 'Backspace', 'Backspace');
    await expect.poll(() => document.querySelector(`.written ${mention(2)}`)).toBeNull();
  });

  test('stands at whom a task is given to, in its list, at its chip and where another is chosen', async () => {
    const row = { ...aTask(1, 'Bericht schreiben', { responsibleUserId: 6 }), contact: 'Jens Petersen' };
    const own = aTask(2, 'Lager zählen');
    const people = ['Anna Berger', 'Ben Krüger', 'Jens Petersen'].map((name, index) => ({
      ID: [1, 2, 6][index] ?? 0,
      Displayname: name,
      UserAvatar: null,
      UserDisplayname: name,
    }));
    await renderAt('/tasks/open/all/main', {
      server: (server) => {
        answerPeople(server);
        const part = { availableUsers: people, allUsers: people, responsibleUserId: 6 };
        answerTasks(server, [row, own], part);
      },
    });
    await expect.element(heading('Aufgaben')).toBeVisible();
    await shapeAt('.row [data-part=picture]').toBe('away');
    expect(document.querySelectorAll('.row [data-part=picture] .presence-sign')).toHaveLength(1);
    await page.getByRole('option', { name: /Bericht schreiben/ }).click();
    await shapeAt('.written-chips').toBe('away');
    await page.getByRole('button', { name: 'Verantwortlich: Jens Petersen' }).click();
    await expect.element(page.getByRole('menuitemradio', { name: 'Ben Krüger (ist beschäftigt)' })).toBeVisible();
    await expect.element(page.getByRole('menuitemradio', { name: /^Anna Berger \(Ich\)$/ })).toBeVisible();
  });

  test('stands at who takes care of a mail, who comments it, and whom a comment names', async () => {
    const comment = {
      commentId: 1,
      userId: 3,
      name: 'Chris Okafor',
      avatar: null,
      content: 'Rufst du an, @Ben Krüger?',
      mentions: [2],
      at: 1_795_219_200_000,
      editedAt: null,
      changeable: false,
      version: 1,
    };
    const part: Partial<MailDetail> = {
      extras: mailExtras({ comments: 1 }),
      claim: { userId: 6, name: 'Jens Petersen', at: 1_795_219_200, isMine: false },
    };
    await openMail(part, {
      server: (server) => {
        answerPeople(server);
        server.answer(teamworkQueries.comments, [comment]);
      },
    });
    await shapeAt('.team-line').toBe('away');
    await shapeAt('.comment .portrait').toBe('there');
    await shapeAt('.comment-text strong').toBe('busy');
  });
});
