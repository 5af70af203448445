import { activityCommands, activityQueries } from '@kontor/contract/activity';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { replaceDevice } from '../../device/index.ts';
import { createFakePhone } from '../../device/testing/fake-device.ts';
import { PHONE, renderAt } from '../../testing/app.ts';
import { rows } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { answerMails, mails } from '../../testing/mails.ts';
import { aMessage, aText, answerMessage, messageDetails, messageId } from '../../testing/messages.ts';

const PLATFORMS = ['android', 'ios'] as const;

function phoneOf(platform: (typeof PLATFORMS)[number]) {
  const phone = createFakePhone(platform);
  onTestFinished(replaceDevice(phone.device));
  return phone;
}

test.each(PLATFORMS)(
  'the app starts without a network, with what was seen last and what waits: %s',
  async (platform) => {
    const phone = phoneOf(platform);
    const app = await renderAt('/', {
      size: PHONE,
      settings: { caching: true },
      server: (server) => {
        answerMails(server, mails(5));
        server.answer(activityQueries.unfinishedCounts, [{ module: 'email', count: 5 }]);
      },
    });
    await expect.poll(() => rows().elements().length).toBe(5);
    // What seals the cache lies where the phone keeps secrets.
    await expect.poll(() => [...phone.secrets.keys()]).toContain('seal');
    app.server.cut(true);
    await press('j', 'e');
    await expect.poll(() => rows().elements().length).toBe(4);
    await app.kontor.session.get().client?.cache.get()?.flush();
    const again = await app.reload();
    await expect.poll(() => rows().elements().length).toBe(4);
    await expect.element(page.getByText(/Keine Verbindung zum Server/)).toBeVisible();
    await expect.poll(() => phone.badge).toBe(4);
    expect(again.server.commandsOf(activityCommands.setState)).toEqual([]);
    again.server.cut(false);
    await expect.poll(() => again.server.commandsOf(activityCommands.setState).length).toBe(1);
  },
);

/** A tablet that lies on its side has list and detail beside each other. */
test.each([
  ['a phone', PHONE],
  ['a tablet', { width: 768, height: 1024 }],
])('what is written stays where %s is turned', async (_what, size) => {
  phoneOf('android');
  const texts = [aText(0, 2, 'Wer macht den Stand?')];
  const app = await renderAt(`/message/${encodeURIComponent(messageId(17))}/module/view`, {
    size,
    server: (server) => answerMessage(server, messageDetails(aMessage(17, 'Wer macht den Stand?'), texts)),
  });
  onTestFinished(() => page.viewport(size.width, size.height));
  const turn = async (width: number, height: number): Promise<void> => {
    await page.viewport(width, height);
    await expect.poll(() => innerWidth).toBe(width);
  };
  const editor = page.getByRole('textbox', { name: /^Ihre Antwort/ });
  await editor.click();
  await type('Ich kann ab');
  await turn(size.height, size.width);
  await expect.element(editor).toHaveTextContent('Ich kann ab');
  await expect.element(editor).toHaveFocus();
  await type(' neun');
  await turn(size.width, size.height);
  await expect.element(editor).toHaveTextContent('Ich kann ab neun');
  expect(app.shell.navigator.path.get()).toMatch(/^\/message\//);
});

test('nothing stands under what the system shows over the edges, and the foot leaves its room to the keyboard', async () => {
  phoneOf('ios');
  const insets = { top: 47, topMax: 47, left: 0, leftMax: 0, bottom: 34, bottomMax: 34, right: 0, rightMax: 0 };
  const set = (given: Partial<typeof insets>) => cdp().send('Emulation.setSafeAreaInsetsOverride', { insets: given });
  onTestFinished(async () => {
    await set({});
  });
  await set(insets);
  await renderAt('/', { size: PHONE, server: (server) => answerMails(server, mails(3)) });
  await expect.poll(() => rows().elements().length).toBe(3);
  const foot = () => document.querySelector<HTMLElement>('.bottom-menu') ?? expect.fail('There is no menu at the foot');
  expect(getComputedStyle(document.querySelector('.shell') ?? document.body).paddingTop).toBe('47px');
  expect(rows().first().element().getBoundingClientRect().top).toBeGreaterThanOrEqual(47);
  expect(getComputedStyle(foot()).paddingBottom).toBe('34px');
  expect(foot().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  for (const button of foot().children)
    expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight - 34);
  document.documentElement.toggleAttribute('data-keyboard', true);
  onTestFinished(() => document.documentElement.removeAttribute('data-keyboard'));
  expect(foot().checkVisibility()).toBe(false);
  document.documentElement.toggleAttribute('data-keyboard', false);
  expect(foot().checkVisibility()).toBe(true);
});
