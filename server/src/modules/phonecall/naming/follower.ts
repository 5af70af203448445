import type { Follower } from '../../record/index.ts';
import { giveClaimsBack, moveClaims, type MovedClaim } from './store.ts';

/** What is said of whose numbers are whose follows records and contact persons that become others. */
export const numberClaims: Follower = {
  name: 'phonecall',
  async merge({ db, instance }, { kept, gone, persons }) {
    const records = await moveClaims(db, instance.id, 'record', new Map(gone.map((id) => [id, kept])));
    return [...records, ...(await moveClaims(db, instance.id, 'person', persons))];
  },
  part: ({ db, instance }, _moves, moved) => giveClaimsBack(db, instance.id, moved as readonly MovedClaim[]),
};
