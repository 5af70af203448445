import { createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { dkimCommands, dkimQueries } from '@kontor/contract/mail';
import { textsOf, type Resolver } from '../../../platform/egress/index.ts';
import type { CommandContext, InstanceContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireAdministrator } from '../../account/index.ts';
import { dkimBinding } from './dkim-key.ts';
import { findKey, insertKey, keysOf, noteCheck, removeKey, setKeyOn, type KeyRow } from './store/dkim.ts';

const generate = promisify(generateKeyPair);
/** What every receiver takes, and what a name server still holds in one record. */
const BITS = 2048;
const FRESH_MS = 3600_000;

const recordOf = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

const toKey = (row: KeyRow) => ({
  domain: row.domain,
  selector: row.selector,
  recordName: `${row.selector}._domainkey.${row.domain}`,
  recordValue: recordOf(row.public_key),
  isOn: row.is_on,
  checkedAt: row.checked_at?.toISOString() ?? null,
  fault: row.fault as 'missing' | 'differs' | 'dns' | null,
});

/** What the published record is, held against the key. */
export async function lookAt(
  resolver: Resolver | undefined,
  row: KeyRow,
): Promise<'missing' | 'differs' | 'dns' | null> {
  if (resolver === undefined) return 'dns';
  let texts: readonly string[];
  try {
    texts = await textsOf(resolver, `${row.selector}._domainkey.${row.domain}`);
  } catch {
    return 'dns';
  }
  if (texts.length === 0) return 'missing';
  // One record and no other: which of several counts nobody can say.
  const [text = ''] = texts;
  const published = /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s+/g, '');
  const isFit = !/(?:^|;)\s*k=(?!rsa\s*(;|$))/.test(text);
  return texts.length === 1 && published === row.public_key && isFit ? null : 'differs';
}

async function existing(ctx: InstanceContext, { domain, selector }: { domain: string; selector: string }) {
  return (await findKey(ctx.db, ctx.instance.id, domain, selector)) ?? fail('NOT_FOUND');
}

export const dkimQueryHandlers = (resolver: Resolver | undefined): QueryHandlers<typeof dkimQueries> => ({
  async dkimKeys(ctx) {
    requireAdministrator(ctx);
    return (await keysOf(ctx.db, ctx.instance.id)).map(toKey);
  },

  async checkDkimKey(ctx, about) {
    requireAdministrator(ctx);
    const row = await existing(ctx, about);
    const found = { fault: await lookAt(resolver, row), checked_at: new Date(ctx.now()) };
    await noteCheck(ctx.db, row, found);
    return toKey({ ...row, ...found });
  },
});

const audited = (
  ctx: CommandContext,
  { domain, selector }: { domain: string; selector: string },
  change: string,
): void => ctx.audit({ kind: 'mailbox.changed', subject: domain, details: { change, selector } });

export const dkimCommandHandlers: CommandHandlers<typeof dkimCommands> = {
  async addDkimKey(ctx, { domain, selector }) {
    requireAdministrator(ctx);
    if ((await findKey(ctx.db, ctx.instance.id, domain, selector)) !== undefined) return fail('DKIM_EXISTS');
    const pair = await generate('rsa', {
      modulusLength: BITS,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const row: KeyRow = {
      instance_id: ctx.instance.id,
      domain,
      selector,
      sealed_key: ctx.secrets.seal(pair.privateKey, dkimBinding(ctx.instance.id, domain, selector)),
      public_key: createPublicKey(pair.publicKey).export({ type: 'spki', format: 'der' }).toString('base64'),
      is_on: false,
      checked_at: null,
      fault: null,
    };
    if (!(await insertKey(ctx.db, row))) return fail('DKIM_EXISTS');
    audited(ctx, row, 'dkim key added');
    return toKey(row);
  },

  async switchDkimKey(ctx, { isOn, ...about }) {
    requireAdministrator(ctx);
    const row = await existing(ctx, about);
    const isFresh = row.checked_at !== null && ctx.now() - row.checked_at.getTime() <= FRESH_MS;
    if (isOn && (row.fault !== null || !isFresh)) return fail('DKIM_NOT_PUBLISHED');
    if (row.is_on !== isOn) {
      await setKeyOn(ctx.db, row, isOn);
      audited(ctx, row, isOn ? 'dkim key on' : 'dkim key off');
    }
    return {};
  },

  async removeDkimKey(ctx, about) {
    requireAdministrator(ctx);
    const row = await existing(ctx, about);
    await removeKey(ctx.db, row);
    audited(ctx, row, 'dkim key removed');
    return {};
  },
};
