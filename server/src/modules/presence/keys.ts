import { createHash, timingSafeEqual } from 'node:crypto';
import type { InstanceContext } from '../../platform/operation/context.ts';
import type { KeyRow } from './store/places.ts';

type Where = Pick<InstanceContext, 'instance' | 'secrets'>;
type Named = Pick<KeyRow, 'automatic_id' | 'session_id'>;

const PURPOSE = 'presence.place';
const textOf = ({ instance }: Where, { automatic_id: automaticId, session_id: sessionId }: Named): string =>
  `${instance.id} ${sessionId} ${automaticId}`;

/** The secret of one device and one place, which is handed out again whenever the device asks. It is good while its row is there. */
export const keyFor = (ctx: Where, named: Named): string => ctx.secrets.sign(PURPOSE, textOf(ctx, named));

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Whether a key is that of a row: the one that was handed out first, or one that was signed after the server's keys were rotated. */
export function isKeyOf(
  ctx: Where,
  row: Named & Pick<KeyRow, 'key_hash'>,
  { key, hash }: { readonly key: string; readonly hash: Buffer },
): boolean {
  const isFirst = row.key_hash.length === hash.length && timingSafeEqual(row.key_hash, hash);
  return ctx.secrets.verify(PURPOSE, textOf(ctx, row), key) || isFirst;
}
