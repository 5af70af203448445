import { FetchRefusal, fetchPublic, type EgressPolicy } from '../../../platform/egress/index.ts';
import type { ImageCleaner } from '../../../platform/images/index.ts';
import type { InstanceContext } from '../../../platform/operation/context.ts';
import { bytesOfImages, findImage, putImage } from '../store/images.ts';

/** Where images that mails name may be fetched from: it is strangers who name them. */
export interface ImagePolicy extends EgressPolicy {
  /** Ports besides those of the web; for tests. */
  readonly ports?: readonly number[];
}

export interface StoredImage {
  readonly hash: string;
  readonly type: string;
  readonly size: number;
}

const MAX_IMAGES = 200;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_BYTES_OF_MAIL = 40 * 1024 * 1024;
const FETCH_MS = 8000;
const FETCHES_AT_ONCE = 8;
const MAX_WAITING = 400;
/** An answer that was no image will be none tomorrow; a host that could not be reached may be back soon. */
const RETRY_REFUSED_MS = 7 * 86_400_000;
const RETRY_UNREACHED_MS = 10 * 60_000;

/**
 * Fetches the external images of mails for those who read them. Each is fetched once for all readers and kept with the mail: its
 * sender sees one request from the server, when somebody first wanted the images, and nothing of who reads when.
 */
export class ImageProxy {
  readonly #policy: ImagePolicy;
  readonly #cleaner: ImageCleaner;
  readonly #running = new Map<string, Promise<StoredImage | undefined>>();
  readonly #waiting: (() => void)[] = [];
  #fetching = 0;

  constructor(policy: ImagePolicy, cleaner: ImageCleaner) {
    this.#policy = policy;
    this.#cleaner = cleaner;
  }

  /** An image of a mail, fetched if nobody has asked for it yet; undefined where it cannot be had. */
  async get(
    ctx: InstanceContext,
    mail: { readonly mail_id: number; readonly external_images: readonly string[] },
    imageId: number,
  ): Promise<StoredImage | undefined> {
    const address = mail.external_images[imageId];
    if (address === undefined || imageId >= MAX_IMAGES) return undefined;
    const known = await findImage(ctx.db, ctx.instance.id, mail.mail_id, imageId);
    if (known?.blob_hash != null) return { hash: known.blob_hash, type: known.content_type ?? '', size: known.size };
    if (known?.retry_at != null && known.retry_at.getTime() > ctx.now()) return undefined;
    const key = `${ctx.instance.id}:${mail.mail_id}:${imageId}`;
    const running = this.#running.get(key) ?? this.#fetch(ctx, mail.mail_id, imageId, address);
    this.#running.set(key, running);
    return running.finally(() => this.#running.delete(key));
  }

  async #fetch(
    ctx: InstanceContext,
    mailId: number,
    imageId: number,
    address: string,
  ): Promise<StoredImage | undefined> {
    if ((await bytesOfImages(ctx.db, ctx.instance.id, mailId)) >= MAX_BYTES_OF_MAIL) return undefined;
    if (!(await this.#turn())) return undefined;
    try {
      return await this.#fetchNow(ctx, mailId, imageId, address);
    } finally {
      this.#fetching -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #fetchNow(
    ctx: InstanceContext,
    mailId: number,
    imageId: number,
    address: string,
  ): Promise<StoredImage | undefined> {
    const row = { instance_id: ctx.instance.id, mail_id: mailId, image_id: imageId, fetched_at: new Date(ctx.now()) };
    const fail = async (retryMs: number) => {
      const retry = new Date(ctx.now() + retryMs);
      await putImage(ctx.db, { ...row, blob_hash: null, content_type: null, size: 0, retry_at: retry });
      return undefined;
    };
    const fetched = await fetchPublic(address, this.#policy, {
      maxBytes: MAX_BYTES,
      timeoutMs: FETCH_MS,
      // What it is the bytes say; many servers give their images no type of their own.
      accepts: (type) => (type.startsWith('image/') && !type.includes('svg')) || /^$|octet-stream$/.test(type),
      ...(this.#policy.ports === undefined ? {} : { ports: this.#policy.ports }),
    }).catch((error: unknown) => (error instanceof FetchRefusal ? 'refused' : 'unreached'));
    if (fetched === 'unreached') return fail(RETRY_UNREACHED_MS);
    const image = fetched === 'refused' ? undefined : await this.#cleaner.clean(fetched.bytes);
    if (image === undefined) return fail(RETRY_REFUSED_MS);
    const hash = await ctx.blobs.put(ctx.instance.id, image.bytes);
    const size = image.bytes.byteLength;
    await putImage(ctx.db, { ...row, blob_hash: hash, content_type: image.type, size, retry_at: null });
    return { hash, type: image.type, size };
  }

  /** Waits until it may fetch. False where too many wait already. */
  async #turn(): Promise<boolean> {
    if (this.#fetching >= FETCHES_AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#fetching += 1;
    return true;
  }
}
