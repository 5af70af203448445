import { pushCommands, pushQueries } from '@kontor/contract/settings';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { replaceDevice } from '../../../device/index.ts';
import { createFakePhone, type FakePhone } from '../../../device/testing/fake-device.ts';
import { PHONE, renderAt, type App } from '../../../testing/app.ts';
import { button } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const NTFY = { id: 'io.heckel.ntfy', name: 'ntfy', kind: 'unifiedpush' } as const;
const GOOGLE = { id: 'google', name: 'Google', kind: 'fcm' } as const;
const all = { apns: true, fcm: true, unifiedPush: true };

async function onPhone(
  prepare: (phone: FakePhone) => void,
  { services = all, language = 'de' }: { services?: typeof all; language?: 'de' | 'en' } = {},
): Promise<{ app: App; phone: FakePhone; kinds: () => unknown[] }> {
  const phone = createFakePhone();
  phone.services = [NTFY, GOOGLE];
  prepare(phone);
  onTestFinished(replaceDevice(phone.device));
  const app = await renderAt('/settings/push', {
    size: PHONE,
    settings: language === 'en' ? { language, theme: 'dark' } : {},
    server: (server) =>
      server.answer(pushQueries.pushConfiguration, { ...pushQueries.pushConfiguration.example.result, services }),
  });
  const kinds = () =>
    app.server
      .commandsOf(pushCommands.registerToken)
      .map(({ deviceToken }) => (JSON.parse(deviceToken) as { kind: string }).kind);
  return { app, phone, kinds };
}
const choice = (name = 'Wer die Meldungen bringt') => page.getByLabelText(name);
const pushed = (name = 'Auch melden, wenn Kontor nicht geöffnet ist') => page.getByLabelText(name);
const nothing = (): void => undefined;

describe('what brings the pushes of a phone', () => {
  test('a distributor is proposed, and Google taken where it is chosen', async () => {
    const { app, kinds } = await onPhone(nothing);
    await expect.element(choice()).toHaveValue(NTFY.id);
    await pushed().click();
    await expect.poll(kinds).toEqual(['unifiedpush']);
    await choice().selectOptions('Google');
    await expect.poll(kinds).toEqual(['unifiedpush', 'fcm']);
    await expect.element(choice()).toHaveValue('google');
    await expect.element(pushed()).toBeChecked();
    await expectUsable(app);
  });

  test('what is chosen before is taken when it is switched on', async () => {
    const { kinds } = await onPhone(nothing);
    await choice().selectOptions('Google');
    await pushed().click();
    await expect.poll(kinds).toEqual(['fcm']);
  });

  test('what a service wants is said, and tried with it again', async () => {
    const { phone, kinds } = await onPhone(({ troubles }) => troubles.set(NTFY.id, 'unready'));
    await pushed().click();
    await expect.element(page.getByText(/braucht vorher etwas von Ihnen/)).toBeVisible();
    expect(kinds()).toEqual([]);
    phone.troubles.clear();
    await button('Erneut versuchen').click();
    await expect.poll(kinds).toEqual(['unifiedpush']);
    await expect.element(page.getByText(/braucht vorher etwas von Ihnen/)).not.toBeInTheDocument();
  });

  test('what the server cannot push through is not offered', async () => {
    await onPhone(nothing, { services: { apns: false, fcm: false, unifiedPush: true } });
    await expect.element(page.getByText('Die Meldungen bringt ntfy.')).toBeVisible();
    await expect.element(choice()).not.toBeInTheDocument();
  });

  test('where the server has no way to any, or the phone has none, that is said', async () => {
    const { phone, kinds } = await onPhone(nothing, { services: { apns: true, fcm: false, unifiedPush: false } });
    await pushed().click();
    await expect.element(page.getByText(/Ihr Server kann diese App nicht benachrichtigen/)).toBeVisible();
    phone.services = [];
    await button('Erneut versuchen').click();
    await expect.element(page.getByText(/Auf diesem Gerät ist nichts/)).toBeVisible();
    expect(kinds()).toEqual([]);
  });

  test('one that is gone is not replaced unasked', async () => {
    const { app, phone, kinds } = await onPhone(nothing);
    await pushed().click();
    await expect.poll(kinds).toEqual(['unifiedpush']);
    phone.services = [GOOGLE];
    await app.reload();
    await expect.element(choice()).toHaveValue('');
    expect(kinds().filter((kind) => kind === 'fcm')).toEqual([]);
    await choice().selectOptions('Google');
    await expect.poll(() => kinds().at(-1)).toBe('fcm');
  });

  test('another address is told the server at once', async () => {
    const { app, phone, kinds } = await onPhone(nothing);
    await pushed().click();
    await expect.poll(kinds).toHaveLength(1);
    // By then the device knows that it is wanted.
    await expect.element(pushed()).toHaveAttribute('aria-busy', 'false');
    const key = app.kontor.accountEntries.get()[0]?.key ?? '';
    const { isCurrent } = phone.device.push;
    Object.assign(phone.device.push, { isCurrent: async () => false });
    phone.change(key);
    await expect.poll(kinds).toEqual(['unifiedpush', 'unifiedpush']);
    Object.assign(phone.device.push, { isCurrent });
  });

  test('can be used by everybody, in English and in the dark', async () => {
    const { app } = await onPhone(nothing, { language: 'en' });
    await expect.element(choice('What brings the notifications')).toBeVisible();
    await expectUsable(app);
  });
});
