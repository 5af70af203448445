import type { Follower } from '../../record/index.ts';
import { giveMailClaimsBack, moveMailClaims, type MovedMailClaim } from './mail-store.ts';
import { giveClaimsBack, moveClaims, type MovedClaim } from './store.ts';

interface Moved {
  readonly claims: readonly MovedClaim[];
  readonly mails: readonly MovedMailClaim[];
}

/** What is said of whose numbers are whose follows records and contact persons that become others. */
export const numberClaims: Follower = {
  name: 'phonecall',
  async merge({ db, instance }, { kept, gone, persons }): Promise<Moved> {
    const records = new Map(gone.map((id) => [id, kept]));
    return {
      claims: [
        ...(await moveClaims(db, instance.id, 'record', records)),
        ...(await moveClaims(db, instance.id, 'person', persons)),
      ],
      mails: [
        ...(await moveMailClaims(db, instance.id, 'record', records)),
        ...(await moveMailClaims(db, instance.id, 'person', persons)),
      ],
    };
  },
  async part({ db, instance }, _moves, kept) {
    const moved = kept as Moved | readonly MovedClaim[];
    // Merges of before mails spoke for numbers have kept the claims alone.
    const { claims, mails } = 'claims' in moved ? moved : { claims: moved, mails: [] };
    await giveClaimsBack(db, instance.id, claims);
    await giveMailClaimsBack(db, instance.id, mails);
  },
};
