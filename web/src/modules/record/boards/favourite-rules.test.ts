import type { Favourite } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { withFavourites } from './favourite-rules.ts';

const favourite = (idoId: number): Favourite => ({
  idoId,
  idoInstanceId: 1,
  instance: 'Kunden',
  instanceColor: '#2f6f4f',
  position: 0,
  title: `Nr ${idoId}`,
});
const known = new Map([7, 8, 9].map((id) => [id, favourite(id)]));
const add = (idoId: number) => ({ name: 'record.addFavourite', params: { idoId, idoInstanceId: 1 } });
const remove = (idoId: number) => ({ name: 'record.removeFavourite', params: { idoId, idoInstanceId: 1 } });
const order = (...ids: number[]) => ({
  name: 'record.orderFavourites',
  params: { favourites: ids.map((idoId) => ({ idoId, idoInstanceId: 1 })) },
});

test.each([
  ['nothing', [7], [], [7]],
  ['one more, behind the others', [7], [add(8)], [7, 8]],
  ['one that is there', [7, 8], [add(7)], [7, 8]],
  ['one of which nothing is known', [7], [add(3)], [7]],
  ['one less', [7, 8], [remove(7)], [8]],
  ['away and back', [7, 8], [remove(7), add(7)], [8, 7]],
  ['an order', [7, 8, 9], [order(9, 7)], [9, 7, 8]],
  ['an order of what is not there', [7, 8], [order(3, 8)], [8, 7]],
  ['what the server has said, and then more', [7], [{ ...add(8), answer: [favourite(9)] }, add(8)], [9, 8]],
] as const)('%s', (_, there, commands, then) => {
  const favourites = withFavourites(there.map(favourite), commands, known);
  expect(favourites.map(({ idoId }) => idoId)).toEqual(then);
  expect(favourites.map(({ position }) => position)).toEqual(then.map((_id, index) => index + 1));
});
