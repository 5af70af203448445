import { pushCommands, pushQueries, type PushTestProblem } from '@kontor/contract/settings';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { replaceDevice } from '../../../device/index.ts';
import { createFakePhone, type FakePhone } from '../../../device/testing/fake-device.ts';
import { PHONE, renderAt, type App } from '../../../testing/app.ts';
import { button, checkbox, dialog, heading, textsOf } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

async function onPhone(
  prepare: (phone: FakePhone) => void = () => undefined,
  language: 'de' | 'en' = 'de',
): Promise<{ app: App; phone: FakePhone }> {
  const phone = createFakePhone();
  prepare(phone);
  onTestFinished(replaceDevice(phone.device));
  const app = await renderAt('/settings/thisDevice', {
    size: PHONE,
    settings: language === 'en' ? { language, theme: 'dark' } : {},
  });
  return { app, phone };
}
const stepsOf = (at: readonly (number | null)[], problem: PushTestProblem | null = null) =>
  (['token', 'server', 'relay', 'service', 'arrived'] as const).map((step, index) => ({
    step,
    at: at[index] ?? null,
    problem: index === at.length ? problem : null,
  }));

describe('this device', () => {
  test.each(['de', 'en'] as const)('can be used by everybody on a phone: %s', async (language) => {
    const { app } = await onPhone(({ may }) => {
      may.location = 'whileOpen';
      may.exact = 'denied';
    }, language);
    await expect.element(heading(language === 'de' ? 'Standort' : 'Position')).toBeVisible();
    await expectUsable(app);
  });

  test('a browser shows what it has, and nothing that only phones have', async () => {
    await renderAt('/settings/thisDevice');
    await expect.element(heading('Mitteilungen')).toBeVisible();
    await expect.element(heading('Akku')).not.toBeInTheDocument();
    await expect.element(heading('Erinnerungen auf die Minute')).not.toBeInTheDocument();
  });

  test('a push is sent the whole way, and each step is seen with its time', async () => {
    const { app, phone } = await onPhone((own) => void own.device.push.register('', ''));
    const { key } = app.kontor.accountEntries.get()[0] ?? { key: '' };
    await phone.device.push.register(key, '');
    await app.reload();
    app.server.answer(pushQueries.testState, { steps: stepsOf([1000, 1020, 1080]) });
    await button('Testmitteilung senden').click();
    await expect.element(page.getByText('nach 80\u00a0ms')).toBeVisible();
    const { testId } = pushCommands.test.example.result;
    phone.arrive({ account: key, instanceName: 'x', aggregateId: null, kind: 'test', tag: `test:${testId}` });
    await expect.poll(() => app.server.commandsOf(pushCommands.testArrived)).toEqual([{ testId }]);
    app.server.answer(pushQueries.testState, { steps: stepsOf([1000, 1020, 1080, 1310, 1850]) });
    await expect.element(page.getByText('Angekommen nach 850\u00a0ms.')).toBeVisible();
    expect(textsOf('.push-steps li')).toHaveLength(5);
    await expectUsable(app);
  });

  test('a push that gets stuck says where, and can be sent again', async () => {
    const { app, phone } = await onPhone();
    await phone.device.push.register(app.kontor.accountEntries.get()[0]?.key ?? '', '');
    await app.reload();
    app.server.answer(pushQueries.testState, { steps: stepsOf([1000, 1020], 'relayBusy') });
    await button('Testmitteilung senden').click();
    await expect.element(page.getByText('Die Weiterleitung hat zu viel zu tun.')).toBeVisible();
    await expect.element(page.getByText('Der Test ist nicht angekommen.')).toBeVisible();
    app.server.refuse(pushCommands.test, 'PUSH_TOKEN_INVALID');
    await button('Erneut versuchen').click();
    await expect.element(page.getByText('Der Test konnte nicht gesendet werden.')).toBeVisible();
  });

  test('the position is allowed step by step, each with its reason', async () => {
    const { phone } = await onPhone(({ may }) => {
      may.location = 'default';
    });
    await expect.element(page.getByText('Damit „Ich bin hier“ und „Hier“ nachsehen können.')).toBeVisible();
    await button('Erlauben: Während Kontor geöffnet ist').click();
    await button('Erlauben: Immer').click();
    await expect.poll(() => phone.may.location).toBe('always');
    await expect.element(button(/^Erlauben/)).not.toBeInTheDocument();
  });

  test('what the system forbids is said, with the way to its page', async () => {
    const { phone } = await onPhone(({ may }) => {
      may.location = 'denied';
      may.exact = 'denied';
      may.notices = 'default';
    });
    await expect.element(page.getByText('Das System darf Erinnerungen um viele Minuten verschieben.')).toBeVisible();
    for (const one of button('Einstellungen des Geräts öffnen').all()) await one.click();
    expect(phone.done.filter((what) => what.startsWith('open')).toSorted()).toEqual(['openExact', 'openSettings']);
    await button('Erlauben').click();
    await expect.element(page.getByText('Das System lässt Kontor Mitteilungen zeigen.')).not.toBeInTheDocument();
  });

  test('the device is signed out everywhere, once that was confirmed', async () => {
    const { app } = await onPhone();
    await button('Überall abmelden').click();
    await expect.element(dialog().getByText('bleiben verschlüsselt bis zur nächsten Anmeldung')).toBeVisible();
    await button('Überall abmelden', dialog()).click();
    await expect.poll(() => app.kontor.accountEntries.get().map(({ state }) => state)).toEqual(['out']);
  });
});

describe('the lock of the app', () => {
  const choose = (value: string) => page.getByLabelText('Kontor sperren').selectOptions(value);
  const cover = () => page.getByRole('dialog', { name: 'Kontor ist gesperrt' });
  const seen = (state: 'hidden' | 'visible'): void => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  afterEach(() => Reflect.deleteProperty(document, 'visibilityState'));

  test('is switched on by who can open it, and hides what the app shows', async () => {
    const { app, phone } = await onPhone();
    phone.answer = 'refused';
    await choose('5');
    await expect.element(page.getByText('Das Gerät hat Sie nicht erkannt. Es bleibt, wie es war.')).toBeVisible();
    expect(app.env.settings.getItem('kontor.lock')).toBeNull();
    phone.answer = 'open';
    await choose('5');
    await expect.poll(() => app.env.settings.getItem('kontor.lock')).toBe('5');
    expect(phone.done).toContain('hide true');
    // Another time needs no proof, to end it does.
    const questions = (): number => phone.done.filter((what) => what.startsWith('ask')).length;
    const before = questions();
    await choose('0');
    await expect.poll(() => app.env.settings.getItem('kontor.lock')).toBe('0');
    expect(questions()).toBe(before);
    await choose('off');
    await expect.poll(() => app.env.settings.getItem('kontor.lock')).toBeNull();
    expect([questions(), phone.done.at(-1)]).toEqual([before + 1, 'hide false']);
  });

  test('cannot be had on a device that has none, which is said', async () => {
    await onPhone(({ may }) => {
      may.lock = 'unset';
    });
    await expect.element(page.getByText(/^Dieses Gerät hat keine Bildschirmsperre\. Richten/)).toBeVisible();
    await expect.element(page.getByLabelText('Kontor sperren')).not.toBeInTheDocument();
  });

  test('stands before all that the app shows when it starts, until it is opened', async () => {
    const { app, phone } = await onPhone();
    app.env.settings.setItem('kontor.lock', '5');
    phone.answer = 'refused';
    await app.reload();
    await expect.element(cover().getByText('Das hat nicht geklappt. Kontor bleibt gesperrt.')).toBeVisible();
    expect(phone.isLocked).toBe(true);
    const seenAs = (): string => getComputedStyle(document.querySelector('h2') ?? document.body).visibility;
    await expect.poll(seenAs).toBe('hidden');
    // The way back leads nowhere, and no key does.
    expect(phone.back()).toBe(false);
    await expectUsable(app);
    phone.may.lock = 'unset';
    await button('Entsperren').click();
    await expect.element(cover().getByText(/^Dieses Gerät hat keine Bildschirmsperre mehr\./)).toBeVisible();
    phone.may.lock = 'ready';
    phone.answer = 'open';
    await button('Entsperren').click();
    await expect.element(cover()).not.toBeInTheDocument();
    await expect.element(heading('App-Sperre')).toBeVisible();
    expect(phone.isLocked).toBe(false);
  });

  test('comes back after the time that was chosen, and keeps what is being written', async () => {
    const { app, phone } = await onPhone();
    await choose('1');
    await expect.poll(() => app.env.settings.getItem('kontor.lock')).toBe('1');
    const draft = document.createElement('input');
    document.querySelector('#root')?.append(draft);
    draft.value = 'halb';
    draft.focus();
    phone.answer = 'refused';
    seen('hidden');
    await expect.element(cover()).toBeInTheDocument();
    seen('visible');
    // Away for a moment, it is not asked.
    await expect.element(cover()).not.toBeInTheDocument();
    expect([draft.value, document.activeElement]).toEqual(['halb', draft]);
    seen('hidden');
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
    seen('visible');
    await expect.element(cover().getByText('Das hat nicht geklappt. Kontor bleibt gesperrt.')).toBeVisible();
    // What opens meanwhile opens behind it.
    const other = document.querySelector('#root')?.appendChild(document.createElement('dialog'));
    other?.showModal();
    phone.answer = 'open';
    await button('Entsperren').click();
    await expect.element(cover()).not.toBeInTheDocument();
    expect(draft.value).toBe('halb');
    other?.remove();
    draft.remove();
  });
});

describe('notifications of a phone', () => {
  const onPush = async (services: { apns: boolean; fcm: boolean; unifiedPush: boolean }) => {
    const phone = createFakePhone();
    onTestFinished(replaceDevice(phone.device));
    const app = await renderAt('/settings/push', {
      size: PHONE,
      server: (server) =>
        server.answer(pushQueries.pushConfiguration, { ...pushQueries.pushConfiguration.example.result, services }),
    });
    return { app, phone };
  };

  test('are switched on by its own service, and said to the server', async () => {
    const { app } = await onPush({ apns: false, fcm: true, unifiedPush: false });
    await checkbox(/^Auch melden/).click();
    await expect
      .poll(() => app.server.commandsOf(pushCommands.registerToken).map(({ deviceToken }) => deviceToken))
      .toEqual([expect.stringContaining('"kind":"fcm"')]);
    await expectUsable(app);
  });

  test('cannot be had of a server that has no way to its service, which is said in words for a phone', async () => {
    const { app } = await onPush({ apns: true, fcm: false, unifiedPush: true });
    await checkbox(/^Auch melden/).click();
    await expect.element(page.getByText(/Ihr Server kann diese App nicht benachrichtigen/)).toBeVisible();
    expect(app.server.commandsOf(pushCommands.registerToken)).toEqual([]);
  });
});
