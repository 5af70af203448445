import { accountEvents } from '@kontor/contract/account';
import type { ImageCleaner } from '../../platform/images/index.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { BytesAnswer } from '../../platform/operation/manifest.ts';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { BlobUse } from '../../platform/storage/used.ts';
import { avatarAddress, findUser, holdPictures, updateUser } from './store.ts';

/** Side of the square that pictures of people become, in pixels. */
export const AVATAR_SIDE = 256;

const DROP_JOB = 'account.dropPicture';
/** A picture that nobody has any more is kept so long: a backup that is being written may still name it. */
const KEEP_MS = 24 * 3_600_000;

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
  const image = data === null ? null : await images.clean(Buffer.from(data, 'base64'), { square: AVATAR_SIDE });
  if (image === undefined) return fail('PICTURE_UNREADABLE');
  await holdPictures(ctx.db, instance.id);
  const avatar = image && (await ctx.blobs.put(instance.id, image.bytes));
  const before = (await findUser(ctx.db, instance.id, person.id))?.avatar ?? null;
  await updateUser(ctx.db, instance.id, person.id, { avatar });
  if (before !== null && before !== avatar) {
    const now = ctx.now();
    await ctx.enqueue(DROP_JOB, { hash: before, at: now }, { runAt: new Date(now + KEEP_MS) });
  }
  const payload = { processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(accountEvents.sessionChanged, { users: [person.id] }, { ...payload, keys: ['session', 'people'] });
  ctx.emit(accountEvents.sessionChanged, 'instance', { ...payload, keys: ['people'] });
  return { avatar: avatarAddress({ user_id: person.id, avatar }) };
}

/** Removes pictures that were replaced, unless somebody has the same one by now. */
export const pictureJobs = (isUsed: BlobUse): JobHandlers => ({
  async [DROP_JOB](ctx, payload) {
    const hash = String(payload['hash']);
    await ctx.change(async ({ db, instance, blobs }) => {
      await holdPictures(db, instance.id);
      if (await isUsed(db, instance.id, hash)) return;
      await blobs.remove(instance.id, hash, new Date(Number(payload['at'])));
    });
  },
});

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
