import { recordContract } from '@kontor/contract/record';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { startBuilding, type LateIndex } from '../../platform/db/late-index.ts';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import type { ItemKinds, ListReader } from '../activity/index.ts';
import { commandHandlers } from './commands.ts';
import { deletingJobs } from './deleting.ts';
import { importJobs } from './importing/jobs.ts';
import { ARCHIVED, linkTaken, type Why } from './linking.ts';
import { followingJobs, startFollowing } from './kinds/following.ts';
import { fillingJobs, startFilling } from './lists/filling.ts';
import { duplicateJobs } from './merging/duplicates.ts';
import type { Follower } from './merging/followers.ts';
import { renewingJobs, startRenewing } from './merging/renewing.ts';
import { queryHandlers, type Suggestions } from './queries.ts';
import { setPersonOfLinks } from './store/activities.ts';

export { writeQuery, type QueryToWrite } from './boards/query-store.ts';
export {
  contactPersonsOf,
  knownRecord,
  ownersByAddress,
  recordAddressSource,
  recordFields,
  recordsOfAddresses,
  type AddressOwner,
  type KnownRecord,
} from './known.ts';
export { mustBeThere } from './history/queries.ts';
export { recordKinds, type RecordKind } from './kinds/names.ts';
export { readableKinds, type ReadableKind } from './kinds/readable.ts';
export { dismissedOf, isRecord, linksOf, suggestable } from './linking.ts';
export { nameOfCaller, nameOfMember } from './merging/callers.ts';
export type { Follower } from './merging/followers.ts';
export { namedOwners, namesOfMembers, type NamedMembers, type NumberOwner } from './merging/naming.ts';
export { renewNumbers } from './merging/renewing.ts';
export { isAnyNumberFrom } from './merging/store/numbers.ts';
export { itemsOfRecords } from './store/activities.ts';
export type { Suggestions } from './queries.ts';
export { recordStored } from './stored.ts';
export { makeRecords, type NewRecord } from './writing.ts';

export interface RecordParts {
  readonly list: ListReader;
  readonly itemKinds: () => ItemKinds;
  /** What the kinds of item have to suggest. */
  readonly suggestions: () => Suggestions;
  /** What other modules keep of records and contact persons, which follows them when they become others. */
  readonly followers: () => readonly Follower[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const LATE_INDEXES: readonly LateIndex[] = [
  { name: 'activity_record_item', on: 'activity_record (instance_id, record_id, activity_id)' },
];

/** What everything is about: customers, contacts, projects, machines, and the items that are linked with them. */
export const recordModule = ({ list, itemKinds, suggestions, followers, now }: RecordParts): ModuleManifest => ({
  ...bindContract(recordContract, {
    queries: queryHandlers(suggestions, list, now),
    commands: commandHandlers({ itemKinds, followers }),
  }),
  jobs: { ...fillingJobs, ...importJobs, ...renewingJobs, ...duplicateJobs, ...followingJobs, ...deletingJobs },
  services: [startFilling, startRenewing, startFollowing, startBuilding(LATE_INDEXES)],
});

/**
 * Links items with a record, and tells everybody who sees them. The items must have been taken for this transaction, and be of a kind that
 * need not hear of being archived; without `archives` they are not. Throws NOT_FOUND if the record is not there, RECORD_TOO_MANY_LINKS if an item has no room for it.
 */
export async function linkItems(
  ctx: ChangeContext,
  activityIds: readonly number[],
  recordId: number,
  why: Why,
  { archives = true }: { readonly archives?: boolean } = {},
): Promise<void> {
  await linkTaken(ctx, new Map(), activityIds, recordId, why, archives ? ARCHIVED : []);
}

/** Says whom of the contact persons of the records that an item, which was taken for this transaction, is linked with it is with; null: nobody. */
export const setPersonOfItem = ({ db, instance }: ChangeContext, activityId: number, personId: number | null) =>
  setPersonOfLinks(db, instance.id, activityId, personId);
