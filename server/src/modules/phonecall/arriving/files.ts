import type { EgressPolicy } from '../../../platform/egress/index.ts';
import { fetchPublic } from '../../../platform/egress/index.ts';
import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import { sealForJob } from '../../../platform/jobs/sealed.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { changeCall } from '../making.ts';
import { readCalls } from '../store/calls.ts';

const JOB = 'phone.file';
const MAX_BYTES = 30 * 1024 * 1024;
const FETCH_MS = 60_000;
const ATTEMPTS = 6;

const bindingOf = (instanceId: number, activityId: number): string => `phone file ${instanceId} ${activityId}`;

/** Has the file of a fax or a voice message fetched, once. What is no web address is left where it is. */
export async function enqueueFile(ctx: ChangeContext, activityId: number, address: string): Promise<void> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return;
  // Such addresses let in whoever knows them.
  const sealed = sealForJob(ctx, address, bindingOf(ctx.instance.id, activityId));
  await ctx.enqueue(
    JOB,
    { activityId, sealed },
    { key: `${JOB}:${ctx.instance.id}:${activityId}`, maxAttempts: ATTEMPTS },
  );
}

interface FileType {
  readonly type: string;
  readonly extension: string;
}

const beginsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** What a file is by its first bytes; undefined for anything but what faxes and voice messages are. */
export function typeOfFile(bytes: Buffer): FileType | undefined {
  if (beginsWith(bytes, '%PDF-')) return { type: 'application/pdf', extension: 'pdf' };
  if (beginsWith(bytes, 'II*\0') || beginsWith(bytes, 'MM\0*')) return { type: 'image/tiff', extension: 'tiff' };
  if (beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WAVE', 8)) return { type: 'audio/wav', extension: 'wav' };
  if (beginsWith(bytes, 'OggS')) return { type: 'audio/ogg', extension: 'ogg' };
  const isFrame = bytes.length > 2 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;
  if (beginsWith(bytes, 'ID3') || isFrame) return { type: 'audio/mpeg', extension: 'mp3' };
  return undefined;
}

/** Fetches files of faxes and voice messages. `ports`: besides the usual ones of the web; for tests. */
export const fileJobs = ({
  phonePolicy,
  filePorts = [],
}: {
  readonly phonePolicy: EgressPolicy;
  readonly filePorts?: readonly number[] | undefined;
}): JobHandlers => ({
  async [JOB](ctx, payload) {
    const { activityId, sealed } = payload as { activityId: number; sealed: string };
    const { db, instance } = ctx;
    const [call] = await readCalls(db, instance.id, [activityId]);
    if (call === undefined || call.file_hash !== null) return;
    const address = ctx.secrets.open(sealed, bindingOf(instance.id, activityId));
    const { bytes } = await fetchPublic(address, phonePolicy, {
      maxBytes: MAX_BYTES,
      timeoutMs: FETCH_MS,
      accepts: () => true,
      accept: '*/*',
      ports: filePorts,
    }).catch((error: unknown) => {
      // Not a word of the address, which whoever reads the log could fetch from.
      throw new Error(`The file of a call cannot be fetched: ${(error as Error).name}`);
    });
    const known = typeOfFile(bytes);
    if (known === undefined)
      return ctx.log.warn({ activityId }, 'the file of a call is none of a fax or a voice message');
    const hash = await ctx.blobs.put(instance.id, bytes);
    await ctx.change(async (change) => {
      const name = call.kind === 2 ? 'fax' : 'nachricht';
      await changeCall(change, activityId, {
        file_hash: hash,
        file_name: `${name}.${known.extension}`,
        file_type: known.type,
        file_size: bytes.length,
      });
    });
  },
});
