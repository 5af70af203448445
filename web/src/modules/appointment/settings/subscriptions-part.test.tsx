import {
  feedQueries,
  subscriptionCommands,
  subscriptionQueries,
  type CalendarSubscription,
} from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, field } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { subscribe, saveSubscription, fetchSubscription, unsubscribe } = subscriptionCommands;
const example = subscriptionQueries.subscriptions.example.result.subscriptions[0] as CalendarSubscription;

const open = (subscriptions: readonly CalendarSubscription[], more: Parameters<typeof renderAt>[1] = {}) =>
  renderAt('/settings/calendarConnect', {
    ...more,
    server: (server) => {
      server.answer(feedQueries.feed, { feed: null });
      server.answer(subscriptionQueries.subscriptions, { subscriptions: [...subscriptions] });
    },
  });

test('a calendar is subscribed to by its address, and what is none is said beside it', async () => {
  const app = await open([]);
  await expect.element(page.getByText('Sie abonnieren keinen Kalender.')).toBeVisible();
  const address = page.getByRole('textbox', { name: 'Adresse' });
  await button('Abonnieren').click();
  await expect.element(page.getByText(/^Das ist keine Adresse/)).toBeVisible();
  app.server.refuse(subscribe, 'CALENDAR_ADDRESS_INVALID');
  await address.fill('http://10.0.0.1/x.ics');
  await button('Abonnieren').click();
  await expect.element(page.getByText(/^Das ist keine Adresse/)).toBeVisible();
  await expect.element(address).toHaveValue('http://10.0.0.1/x.ics');
  app.server.answer(subscribe, () => {
    app.server.answer(subscriptionQueries.subscriptions, { subscriptions: [{ ...example, fetchedAt: null }] });
    return { id: 1 };
  });
  await address.fill(example.address);
  await button('Abonnieren').click();
  await expect.element(page.getByText('wird geholt', { exact: true })).toBeVisible();
  await expectUsable(app);
});

test('one that does not come says why, what was there stays, and it is fetched again', async () => {
  const app = await open([{ ...example, problem: 'unreached' }], { size: PHONE });
  await expect.element(page.getByText(/Die Adresse war nicht zu erreichen\. Was zuletzt/)).toBeVisible();
  await expect.element(page.getByText(/^16 Termine/)).toBeVisible();
  await expectUsable(app);
  app.server.answer(fetchSubscription, {});
  await button('Erneut holen').click();
  await expect.poll(() => app.server.commandsOf(fetchSubscription)).toEqual([{ id: 1 }]);
});

test('one counts as busy by a tick, and no longer by another', async () => {
  const app = await open([example]);
  const tick = checkbox(/^Zählt als belegt/);
  await expect.element(tick).not.toBeChecked();
  app.server.answer(saveSubscription, ({ isBusy = false }) => {
    app.server.answer(subscriptionQueries.subscriptions, { subscriptions: [{ ...example, isBusy }] });
    return {};
  });
  await tick.click();
  await expect.element(tick).toBeChecked();
  await expectUsable(app);
  await tick.click();
  await expect.element(tick).not.toBeChecked();
  expect(app.server.commandsOf(saveSubscription)).toEqual([
    { id: 1, isBusy: true },
    { id: 1, isBusy: false },
  ]);
});

test('one gets another name, and is unsubscribed from', async () => {
  const app = await open([example]);
  app.server.answer(saveSubscription, {});
  await button('Feiertage bearbeiten').click();
  await expect.element(field('Name')).toHaveFocus();
  await button('Abbrechen').click();
  await expect.element(button('Feiertage bearbeiten')).toHaveFocus();
  await button('Feiertage bearbeiten').click();
  await field('Name').fill('Schulferien');
  await button('Speichern').click();
  await expect
    .poll(() => app.server.commandsOf(saveSubscription))
    .toEqual([{ id: 1, name: 'Schulferien', color: '#1f7a80' }]);
  app.server.answer(unsubscribe, () => {
    app.server.answer(subscriptionQueries.subscriptions, { subscriptions: [] });
    return {};
  });
  await button('Feiertage abbestellen').click();
  await button('Abbestellen', dialog()).click();
  await expect.element(page.getByText('Sie abonnieren keinen Kalender.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Adresse' })).toHaveFocus();
});
