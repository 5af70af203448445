import type { Follower } from '../record/index.ts';
import { changePersons, restorePersons } from './store.ts';

/** Memos are about the contact person that the one becomes whom they were written about. */
export const memoPersons: Follower = {
  name: 'memo',
  merge: ({ db, instance }, { persons }) => changePersons(db, instance.id, persons),
  part: ({ db, instance }, { persons }, memos) =>
    restorePersons(db, instance.id, persons, memos as Awaited<ReturnType<typeof changePersons>>),
};
