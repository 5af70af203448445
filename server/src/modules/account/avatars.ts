import { accountEvents } from '@kontor/contract/account';
import type { ImageCleaner } from '../../platform/images/index.ts';
import { BytesAnswer } from '../../platform/operation/manifest.ts';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { avatarAddress, findUser, updateUser } from './store.ts';

/** Side of the square that pictures of people become, in pixels. */
export const AVATAR_SIDE = 256;

export interface AvatarParts {
  readonly images: ImageCleaner;
}

/** Sets or (null) removes a person's own picture, which is made anew as a square without anything but the picture. */
export async function saveAvatar(
  ctx: CommandContext,
  { images }: AvatarParts,
  data: string | null,
): Promise<{ avatar: string | null }> {
  const { instance, person } = ctx;
  let avatar: string | null = null;
  if (data !== null) {
    const image = await images.clean(Buffer.from(data, 'base64'), { square: AVATAR_SIDE });
    if (image === undefined) return fail('PICTURE_UNREADABLE');
    avatar = await ctx.blobs.put(instance.id, image.bytes);
  }
  await updateUser(ctx.db, instance.id, person.id, { avatar });
  const payload = { processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(accountEvents.sessionChanged, { users: [person.id] }, { ...payload, keys: ['session', 'people'] });
  ctx.emit(accountEvents.sessionChanged, 'instance', { ...payload, keys: ['people'] });
  return { avatar: avatarAddress({ user_id: person.id, avatar }) };
}

/** The picture of anybody in the instance. An older one than today's is not there. */
export async function readAvatar(ctx: QueryContext, userId: number, version: string): Promise<BytesAnswer> {
  const { instance, blobs, db } = ctx;
  const hash = (await findUser(db, instance.id, userId))?.avatar ?? fail('NOT_FOUND');
  if (!hash.startsWith(version)) return fail('NOT_FOUND');
  const bytes = await blobs.get(instance.id, hash);
  return new BytesAnswer({
    type: 'image/webp',
    fileName: `${userId}.webp`,
    size: bytes.byteLength,
    tag: hash,
    isShown: true,
    isImmutable: true,
    read: (range) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)),
  });
}
