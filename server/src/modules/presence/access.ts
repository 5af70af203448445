import type { Db } from '../../platform/db/database.ts';
import type { CommandContext, InstanceContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { findInstanceRow, requireAdministrator } from '../account/index.ts';
import { hashOfKey, isKeyOf } from './keys.ts';
import { findPlace, readKeys, type KeyRow, type PlaceRow } from './store/places.ts';

/** Under this name the settings of an instance say whether people may hide. */
export const MAY_HIDE = 'presenceMayHide';

/** Whether people of an instance may hide, as they may until it says otherwise. */
export const mayHideIn = async (db: Db, instanceId: number): Promise<boolean> =>
  (await findInstanceRow(db, instanceId)).settings[MAY_HIDE] !== false;

/** A place that the person may watch. Fails with PLACE_GONE. */
export const watchablePlace = async (ctx: CommandContext, automaticId: number): Promise<PlaceRow> =>
  (await findPlace(ctx.db, ctx.instance.id, automaticId, ctx.person.id)) ?? fail('PLACE_GONE');

/** A place that the person may change: one's own, or one for all for administrators. Fails with PLACE_GONE, and with RIGHT_MISSING. */
export async function changeablePlace(ctx: CommandContext, automaticId: number): Promise<PlaceRow> {
  const row = await watchablePlace(ctx, automaticId);
  if (row.owner_id === null) requireAdministrator(ctx);
  return row;
}

interface Proof {
  readonly userId: number;
  /** Null: any place will do. */
  readonly automaticId: number | null;
  /** The session that asks; null where nobody is signed in. */
  readonly sessionId: string | null;
  readonly key: string;
}

/**
 * Returns what a key proves: which device of the person says something about which place. Fails with PLACE_KEY_WRONG where it proves nothing, and
 * with PLACE_GONE where the place is gone. All keys are compared, each in constant time.
 */
export async function provenKey(
  ctx: Pick<InstanceContext, 'db' | 'instance' | 'secrets' | 'now'>,
  { userId, automaticId, sessionId, key }: Proof,
): Promise<KeyRow> {
  const { db, instance } = ctx;
  const rows = await readKeys(db, instance.id, { userId, automaticId }, new Date(ctx.now()));
  const hash = hashOfKey(key);
  const proven = rows.filter((row) => isKeyOf(ctx, row, { key, hash }));
  const found = proven.find((row) => sessionId === null || row.session_id === sessionId);
  if (found === undefined) return fail('PLACE_KEY_WRONG');
  return found.gone && automaticId !== null ? fail('PLACE_GONE') : found;
}
