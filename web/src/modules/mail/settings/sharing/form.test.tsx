import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { mailQueries, teamworkCommands, teamworkQueries } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../../testing/app.ts';
import { button, checkbox, dialog, field, heading } from '../../../../testing/find.ts';
import { expectUsable } from '../../../../testing/usable.ts';

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
const right = (subjectId: number, name: string, part: object = {}) => ({
  subject: 'person' as const,
  subjectId,
  sends: true,
  manages: false,
  name,
  people: 1,
  ...part,
});
const rightsAre = (...rights: readonly ReturnType<typeof right>[]) => ({
  owner: { userId: 1, name: 'Anna Berger' },
  rights: [...rights],
  version: rights.length,
});
const bens = right(2, 'Ben Krüger');

async function open(rights: ReturnType<typeof rightsAre>, size = {}) {
  const app = await renderAt('/settings/mail', {
    ...size,
    server: (server) => {
      server.answer(sessionQueries.moduleUsers, PEOPLE);
      server.answer(teamworkQueries.rights, rights);
      server.answer(mailQueries.accountSettings, [
        { ...mailQueries.accountSettings.example.result[0], name: 'Werkstatt', sharedState: true } as never,
      ]);
    },
  });
  await button(rights.rights.length === 0 ? 'Freigeben' : 'Freigaben ändern').click();
  await expect.element(heading('Freigaben von Werkstatt', dialog())).toBeVisible();
  return app;
}
const tick = (what: string, name: string) => checkbox(`${what}: ${name}`, dialog());

test('a mailbox is shared in its card', async () => {
  const app = await open(rightsAre());
  await expect.element(page.getByText('Noch sehen nur Sie dieses Postfach.')).toBeInTheDocument();
  await field('Person oder Gruppe hinzufügen', dialog()).selectOptions('Ben Krüger');
  await expect.element(dialog().getByText(/^2\sPersonen sehen es, 2 senden daraus, 1 verwaltet es\.$/)).toBeVisible();
  await expect.element(tick('Sieht', 'Anna Berger')).toBeDisabled();
  await expectUsable(app);
  await button('Speichern', dialog()).click();
  await expect.element(page.getByText('Die Freigaben sind gespeichert.')).toBeVisible();
  await expect
    .poll(() => app.server.commandsOf(teamworkCommands.saveRights))
    .toMatchObject([
      { rights: [{ subject: 'person', subjectId: 2, sends: true, manages: false }], aggregateVersion: 0 },
    ]);
});

test('what somebody else has changed meanwhile is told, and one’s own saved on demand', async () => {
  const app = await open(rightsAre(bens));
  await tick('Verwaltet', 'Ben Krüger').click();
  app.server.refuse(
    teamworkCommands.saveRights,
    'VERSION_CONFLICT',
    rightsAre(bens, right(3, 'Chris Okafor', { sends: false })),
  );
  await button('Speichern', dialog()).click();
  await expect
    .element(dialog().getByText('Die Freigaben wurden inzwischen von jemand anderem geändert.'))
    .toBeVisible();
  await expectUsable(app);
  app.server.restore(teamworkCommands.saveRights);
  await button('Meinen Stand speichern', dialog()).click();
  await expect.element(page.getByText('Die Freigaben sind gespeichert.')).toBeVisible();
  const [first, second] = app.server.commandsOf(teamworkCommands.saveRights);
  expect([first?.aggregateVersion, second?.aggregateVersion]).toEqual([1, 2]);
  expect(second?.rights).toEqual([{ subject: 'person', subjectId: 2, sends: true, manages: true }]);
});

test('who is taken out is told of with what follows', async () => {
  const app = await open(rightsAre(bens));
  await tick('Sieht', 'Ben Krüger').click();
  await expect
    .element(dialog().getByText(/^Ben Krüger: sieht die E-Mails dieses Postfachs sofort nicht mehr/))
    .toBeVisible();
  await expectUsable(app);
  await button('Speichern', dialog()).click();
  await expect.poll(() => app.server.commandsOf(teamworkCommands.saveRights)).toMatchObject([{ rights: [] }]);
});

test('fits a phone', async () => {
  const app = await open(rightsAre(bens), { size: PHONE });
  await expectUsable(app);
  const table = dialog().getByRole('table').element().getBoundingClientRect();
  expect(table.right).toBeLessThanOrEqual(PHONE.width);
});
