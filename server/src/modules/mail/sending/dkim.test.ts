import type { MailDetail } from '@kontor/contract/mail';
import { randomUUID } from 'node:crypto';
import { dkimVerify } from 'mailauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDns } from '../../../platform/mailcheck/testing/dns.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import { codeOf, openFixture, type Fixture } from '../writing/testing/fixture.ts';

interface Key {
  readonly domain: string;
  readonly selector: string;
  readonly recordName: string;
  readonly recordValue: string;
  readonly isOn: boolean;
  readonly checkedAt: string | null;
  readonly fault: string | null;
}

let fixture: Fixture;
let peer: ScriptedPeer;
let dns: Awaited<ReturnType<typeof startDns>>;
const records = new Map<string, string>();
const HOUR_MS = 3600_000;

beforeAll(async () => {
  dns = await startDns(records);
  fixture = await openFixture({ KONTOR_DNS: dns.address }, { alone: true });
  peer = await ScriptedPeer.start();
  await fixture.anna.command('mail.updateSending', {
    accountId: fixture.shared.accountId,
    sending: { host: '127.0.0.1', port: peer.port, security: 'none' },
  });
});
afterAll(async () => {
  await fixture?.close();
  await peer?.close();
  await dns?.close();
});
beforeEach(() => {
  peer.taken.length = 0;
});

const ID = { domain: 'nordwerk.example', selector: 'k1' };
const dora = () => fixture.dora;
const check = (about = ID) => dora().query<Key>('mail.checkDkimKey', about, { post: true });
const turn = (isOn: boolean, about = ID) => codeOf(dora().tryCommand('mail.switchDkimKey', { ...about, isOn }));

/** A mail as the mail server got it. */
async function sent(): Promise<Buffer> {
  peer.taken.length = 0;
  await fixture.anna.command('mail.send', {
    receiversTo: [{ receiver: 'paul@werft.example' }],
    receiversBCC: [{ receiver: 'geheim@werft.example' }],
    subject: `Grüße ${randomUUID()}`,
    content: '<p>Guten Tag</p>',
    draftKey: randomUUID(),
    undoSeconds: 0,
  });
  await expect.poll(() => peer.taken.length, { interval: 50 }).toBe(1);
  return Buffer.from(peer.taken[0]?.raw ?? '', 'latin1');
}
/** What a receiver finds out, who asks names of the records that are published. */
const verified = async (raw: Buffer) => {
  const { results } = await dkimVerify(raw, {
    resolver: async (name: string) => {
      const text = records.get(name);
      if (text === undefined) throw Object.assign(new Error('Nothing there'), { code: 'ENOTFOUND' });
      return [[text]];
    },
  });
  return results.map(({ signingDomain, selector, status }) => [signingDomain, selector, status.result, status.aligned]);
};

test('a key signs once it was found published, and a receiver finds its mails good', async () => {
  const key = await dora().command<Key>('mail.addDkimKey', ID);
  expect(key).toEqual({
    ...ID,
    recordName: 'k1._domainkey.nordwerk.example',
    recordValue: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/=]{300,}$/),
    isOn: false,
    checkedAt: null,
    fault: null,
  });
  expect(await codeOf(dora().tryCommand('mail.addDkimKey', ID))).toBe('422 DKIM_EXISTS');
  // Not before it was looked at, nor while it is not there, or another one is.
  expect(await turn(true)).toBe('409 DKIM_NOT_PUBLISHED');
  expect((await check()).fault).toBe('missing');
  expect(await turn(true)).toBe('409 DKIM_NOT_PUBLISHED');
  records.set(key.recordName, 'v=DKIM1; k=rsa; p=MIIBIjANBg');
  expect((await check()).fault).toBe('differs');
  expect(await turn(true)).toBe('409 DKIM_NOT_PUBLISHED');
  // In the pieces and with the blanks that name servers' forms make of it.
  records.set(key.recordName, key.recordValue.replace('; p=', ';  p= '));
  expect(await check()).toMatchObject({ fault: null, checkedAt: expect.any(String) });
  expect((await sent()).toString()).not.toMatch(/^DKIM-Signature:/im);
  fixture.server.advance(HOUR_MS + 1000);
  expect(await turn(true)).toBe('409 DKIM_NOT_PUBLISHED');
  await check();
  expect(await turn(true)).toBe('200');
  const raw = await sent();
  expect(await verified(raw)).toEqual([['nordwerk.example', 'k1', 'pass', 'nordwerk.example']]);
  const altered = Buffer.from(raw.toString('latin1').replace('Guten Tag', 'Guten Rat'), 'latin1');
  expect((await verified(altered))[0]?.[2]).not.toBe('pass');
  // The sender's own copy says besides whom nobody is told of, and its signature is good all the same.
  const entries = await fixture.anna.query<{ aggregateId: string; information: string }[]>('mail.items', {
    view: 'all',
  });
  const copy = entries.find(({ information }) => information.startsWith('Grüße'));
  const { receiverAddressesBCC } = await fixture.anna.query<MailDetail>('mail.details', {
    aggregateId: copy?.aggregateId,
  });
  expect(receiverAddressesBCC).toMatchObject([{ receiver: 'geheim@werft.example' }]);
});

test('nobody is told a private key, and the log of what happened names what was done', async () => {
  const keys = await dora().query<Key[]>('mail.dkimKeys', {});
  expect(keys).toMatchObject([{ ...ID, isOn: true, fault: null }]);
  expect(JSON.stringify(keys)).not.toMatch(/PRIVATE|sealed/i);
  const stored = await fixture.server.platform.database.owner
    .selectFrom('mail_dkim_key')
    .select('sealed_key')
    .executeTakeFirstOrThrow();
  expect(stored.sealed_key).not.toContain('PRIVATE');
});

test('a key that is off or gone signs nothing, and no other domain is signed for', async () => {
  expect(await turn(false)).toBe('200');
  expect((await sent()).toString()).not.toMatch(/^DKIM-Signature:/im);
  await check();
  expect(await turn(true)).toBe('200');
  const other = { domain: 'werft.example', selector: 'k1' };
  const key = await dora().command<Key>('mail.addDkimKey', other);
  records.set(key.recordName, key.recordValue);
  await check(other);
  expect(await turn(true, other)).toBe('200');
  expect((await verified(await sent())).map(([domain]) => domain)).toEqual(['nordwerk.example']);
  await dora().command('mail.removeDkimKey', ID);
  expect((await sent()).toString()).not.toMatch(/^DKIM-Signature:/im);
  expect(await codeOf(dora().tryQuery('mail.checkDkimKey', ID, { post: true }))).toBe('404 NOT_FOUND');
});

test('of two keys of a domain the new one is taken over in peace: its record is there before it signs', async () => {
  const next = { domain: 'nordwerk.example', selector: 'k2' };
  const key = await dora().command<Key>('mail.addDkimKey', next);
  expect(await turn(true, next)).toBe('409 DKIM_NOT_PUBLISHED');
  records.set(key.recordName, key.recordValue);
  await check(next);
  expect(await turn(true, next)).toBe('200');
  expect(await verified(await sent())).toEqual([['nordwerk.example', 'k2', 'pass', 'nordwerk.example']]);
});
