import { afterAll, describe, expect, test } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
import { seedRecord } from '../record/factory.ts';
import { GONE, NO, codeOf, details, edit, fieldsOf, list, numberOf, openTasks, save, see, titles } from './testing/house.ts';

const { server, instance, ids, anna, ben, carla, dora, emil, there, tryMake, make, as, state } = await openTasks();
afterAll(() => server.close());

describe('a task that is begun', () => {
  test('is seen by its maker alone until it is saved; then whose it is gets it as New', async () => {
    const id = await make(anna, { title: '', inactive: true, responsibleUserId: ids.ben });
    expect(await details(anna, id)).toMatchObject({
      aggregateVersion: 1,
      moduleLayout: 'task',
      inactive: true,
      changeable: true,
      responsibleUserId: ids.ben,
      zone: 'Europe/Berlin',
      entry: { status: 2, extras: { inactive: true, userHasWriteAccessToTheTask: true } },
    });
    expect(await see(ben, as('ben', id))).toBe(GONE);
    const stomp = await StompPeer.as(ben);
    expect(await save(anna, id, { title: 'Angebot Werft', content: '<p>Bis Ende der Woche</p>' })).toBe(2);
    expect(await stomp.event()).toMatchObject({ type: 'activity.added' });
    stomp.close();
    const shown = await details(ben, as('ben', id));
    expect(shown).toMatchObject({
      inactive: false,
      changeable: true,
      title: 'Angebot Werft',
      content: '<p>Bis Ende der Woche</p>',
      entry: { status: 1, contact: 'ben Test', information: 'Angebot Werft' },
    });
    expect(shown.allUsers.map(({ ID }) => ID).toSorted((a, b) => a - b)).toEqual([ids.anna, ids.ben]);
    expect(shown.availableUsers.map(({ ID }) => ID)).not.toContain(ids.emil);
  });

  test('is told to nobody while its maker still writes', async () => {
    const id = await make(anna, { title: '', inactive: true, responsibleUserId: ids.ben });
    expect(await save(anna, id, { title: 'Ang', isTyping: true })).toBe(2);
    expect(await details(anna, id)).toMatchObject({ inactive: true, title: 'Ang' });
    expect(await see(ben, as('ben', id))).toBe(GONE);
    expect(await save(anna, id)).toBe(3);
    expect(await details(ben, as('ben', id))).toMatchObject({ inactive: false, entry: { status: 1 } });
  });

  test('is found by its words by those who see it, and by nobody before it is saved', async () => {
    const id = await make(anna, { title: '', inactive: true, responsibleUserId: ids.ben });
    await save(anna, id, { title: 'Kranführer', content: '<p>Seilwinde prüfen</p>', isTyping: true });
    const search = { searchTerm: 'seilwinde', view: 'all' };
    expect([await titles(anna, search), await titles(ben, search)]).toEqual([['Kranführer'], []]);
    await save(anna, id);
    expect([await titles(ben, search), await titles(carla, search)]).toEqual([['Kranführer'], []]);
  });
});
