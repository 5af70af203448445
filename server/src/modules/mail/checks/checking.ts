import { DIRECTIONS } from '@kontor/contract/activity';
import { isDatabaseAway } from '../../../platform/db/away.ts';
import type { Resolver } from '../../../platform/egress/index.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import { MAX_CHECKED_BYTES, checkOrigin, type SignatureReader } from '../../../platform/mailcheck/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { ModuleManifest } from '../../../platform/operation/manifest.ts';
import { lockItems, patchExtras } from '../../activity/index.ts';
import { announceItem } from '../reading/announce-item.ts';
import { coversOneClick, toAuthentication, warningsWith } from './rules.ts';
import {
  dueChecks,
  findChecked,
  nextCheck,
  noteCertificate,
  readAuthorities,
  setChecked,
  setDue,
  settleCheck,
  type CheckedMail,
} from './store.ts';

const CHECK_JOB = 'mail.check';
/** Few enough that load is given way to every few seconds. */
const AT_ONCE = 20;
const LANES = 8;
/** Older mails are not checked by themselves: the keys that they were signed with have long been changed. */
const YOUNG_MS = 14 * 86_400_000;
/** Waits between tries while name servers do not answer, in minutes. */
const AGAIN_MINUTES = [2, 15, 120];

export interface CheckParts {
  /** Undefined where the operator wants no names to be asked for. */
  readonly resolver: Resolver | undefined;
  readonly signatures: SignatureReader;
  /** Told after what was found, or was not, is stored. */
  readonly onChecked: (ctx: JobContext, mailId: number) => Promise<void>;
}

/** Nobody who files mails waits for names to be answered, and no two servers check the same. */
const enqueueChecks = (ctx: ChangeContext, runAt?: Date): Promise<void> =>
  ctx.enqueue(
    CHECK_JOB,
    {},
    { key: `${CHECK_JOB}:${ctx.instance.id}`, queue: CHECK_JOB, ...(runAt === undefined ? {} : { runAt }) },
  );

/** Has mails checked that came in, where that says something. */
export async function checkArrivals(
  ctx: ChangeContext,
  mails: readonly {
    readonly mailId: number;
    readonly ts: Date;
    readonly isIncoming: boolean;
    readonly isSigned: boolean;
  }[],
): Promise<void> {
  const worthwhile = mails.filter(
    ({ ts, isIncoming, isSigned }) => isIncoming && (isSigned || ctx.now() - ts.getTime() < YOUNG_MS),
  );
  await checkSoon(
    ctx,
    worthwhile.map(({ mailId }) => mailId),
  );
}

/** Has mails checked, whatever is known of them. */
export async function checkSoon(ctx: ChangeContext, mailIds: readonly number[]): Promise<void> {
  if (mailIds.length === 0) return;
  await setDue(ctx.db, ctx.instance.id, mailIds);
  await enqueueChecks(ctx);
}

export const checkJobs = (parts: CheckParts): JobHandlers => ({
  [CHECK_JOB]: async (ctx) => {
    const queue = [...(await dueChecks(ctx.db, ctx.instance.id, new Date(ctx.now()), AT_ONCE))];
    const lane = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift())
        await checkOne(ctx, parts, one.mail_id, one.tries);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const next = await nextCheck(ctx.db, ctx.instance.id);
    if (next !== undefined) await ctx.change((change) => enqueueChecks(change, next));
  },
});

async function checkOne(ctx: JobContext, parts: CheckParts, mailId: number, tries: number): Promise<void> {
  try {
    await check(ctx, parts, mailId, tries);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.warn({ err: error, mailId }, 'mail not checked');
    await settle(ctx, mailId, againAt(ctx, tries));
  }
  await parts.onChecked(ctx, mailId);
}

/** Rules wait for the end of a check, and take the mail before they do. */
const settle = (ctx: JobContext, mailId: number, again: Date | undefined): Promise<void> =>
  ctx.change(async (change) => {
    await lockItems(change, [mailId]);
    await settleCheck(change.db, ctx.instance.id, mailId, again);
  });

function againAt(ctx: JobContext, tries: number): Date | undefined {
  const minutes = AGAIN_MINUTES[tries];
  return minutes === undefined ? undefined : new Date(ctx.now() + minutes * 60_000);
}

async function check(ctx: JobContext, parts: CheckParts, mailId: number, tries: number): Promise<void> {
  const mail = await findChecked(ctx.db, ctx.instance.id, mailId);
  if (mail === undefined || DIRECTIONS[mail.direction] === 'outgoing' || mail.raw_size > MAX_CHECKED_BYTES)
    return settle(ctx, mailId, undefined);
  const origin = await originOf(ctx, parts, mail);
  const authentication = origin && toAuthentication(origin, mail.server, ctx.now());
  const signature = await signatureOf(ctx, parts, mail);
  await ctx.change(async (change) => {
    const { db, instance } = change;
    await lockItems(change, [mailId]);
    const now = await findChecked(db, instance.id, mailId);
    if (now === undefined) return;
    const warnings = authentication && warningsWith(now.warnings, authentication);
    await setChecked(db, instance.id, mailId, {
      ...(authentication === undefined ? {} : { authentication }),
      ...(warnings === undefined ? {} : { warnings }),
      ...(signature === undefined || now.signature === null
        ? {}
        : { signature: { ...now.signature, checked: signature } }),
      isOneClickSigned: origin !== undefined && now.unsubscribe?.oneClick === true && coversOneClick(origin),
    });
    if (signature !== undefined && signature.fingerprint !== '' && signature.state !== 'altered')
      await noteCertificate(db, instance.id, { address: senderOf(now), fingerprint: signature.fingerprint, mailId });
    const isUnsure = authentication?.verdict === 'unchecked';
    await settleCheck(db, instance.id, mailId, isUnsure ? againAt(ctx, tries) : undefined);
    if (warnings !== undefined && warnings.length > 0 !== now.warnings.length > 0)
      await patchExtras(change, mailId, { warned: warnings.length > 0 });
    else await announceItem(change, mailId);
  });
}

const senderOf = ({ people }: CheckedMail): string => (people.from[0] ?? people.sender)?.address ?? '';

async function originOf(ctx: JobContext, { resolver }: CheckParts, mail: CheckedMail) {
  if (resolver === undefined) return undefined;
  const raw = await ctx.blobs.get(ctx.instance.id, mail.raw_hash);
  return checkOrigin(raw, { resolver, server: mail.server, isOwn: mail.is_own });
}

async function signatureOf(ctx: JobContext, { signatures }: CheckParts, mail: CheckedMail) {
  if (mail.signature === null) return undefined;
  const authorities = (await readAuthorities(ctx.db, ctx.instance.id)).map(({ pem }) => pem);
  return ctx.blobs.withFile(ctx.instance.id, mail.raw_hash, (file) =>
    signatures.read({ file, sender: senderOf(mail), authorities }),
  );
}

/** Goes on with what is not checked yet. */
export const startChecking: NonNullable<ModuleManifest['services']>[number] = async ({
  change,
  database,
  directory,
}) => {
  for (const instance of await directory.all()) {
    const next = await nextCheck(database.forInstance(instance.id), instance.id);
    if (next !== undefined) await change(instance, (ctx) => enqueueChecks(ctx, next));
  }
  return { close: () => Promise.resolve() };
};
