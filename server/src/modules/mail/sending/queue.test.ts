import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFixture, type Fixture } from '../writing/testing/fixture.ts';
import { sendersOfAccount } from '../teamwork/rules/store.ts';
import { identityFor, queueLetter, type Letter } from './queue.ts';
import { findOutgoing, outgoingFiles, receiversOf } from './store/outgoing.ts';

let fixture: Fixture;
let sender: Letter['sender'];
beforeAll(async () => {
  fixture = await openFixture();
  const db = fixture.server.platform.database.forInstance(fixture.instance.id);
  const [own] = await sendersOfAccount(db, fixture.instance.id, fixture.shared.accountId);
  sender = own ?? expect.fail('No address to send as');
});
afterAll(() => fixture?.close());

/** Queues a letter and answers what stands in the outbox then, before anybody takes it. */
const queued = (more: Partial<Letter>) =>
  fixture.server.change(fixture.instance, async (ctx) => {
    const { db, instance } = ctx;
    const outgoingId = await queueLetter(ctx, {
      cause: 'rule',
      userId: fixture.ids.ben,
      sender,
      to: [{ address: 'paul@werft.example', name: 'Paul Neumann' }],
      subject: 'Eingang',
      content: '<p>Danke</p>',
      isPlain: false,
      past: null,
      ...more,
    });
    return {
      row: (await findOutgoing(db, instance.id, outgoingId)) ?? expect.fail('Not in the outbox'),
      receivers: await receiversOf(db, instance.id, [outgoingId]),
      files: await outgoingFiles(db, instance.id, outgoingId),
    };
  });

test.each(['rule', 'absence', 'invitation', 'unsubscribe', 'message'] as const)(
  'a letter that a person did not write is a mail as any other: %s',
  async (cause) => {
    const { row, receivers, files } = await queued({ cause });
    expect(row).toMatchObject({
      cause,
      stage: 'waiting',
      user_id: fixture.ids.ben,
      sender_id: sender.sender_id,
      account_id: fixture.shared.accountId,
      draft_key: null,
      draft_id: null,
      message_id: expect.stringMatching(/^<[0-9a-f]{32}@nordwerk\.example>$/),
      reference: expect.stringMatching(/^[0-9a-f]{32}$/),
      boundary: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    // As the header has it: seconds, and the same at each try.
    expect([row.dated_at.getMilliseconds(), row.next_at]).toEqual([0, row.send_at]);
    expect(row.send_at.getTime() - row.dated_at.getTime()).toBeLessThan(1000);
    expect(row.fields).toMatchObject({
      from: { address: 'info@nordwerk.example' },
      written: { subject: 'Eingang', content: '<p>Danke</p>', receiversTo: [{ receiver: 'paul@werft.example' }] },
      pictures: {},
    });
    expect(receivers).toMatchObject([{ address: 'paul@werft.example', name: 'Paul Neumann', state: 'pending' }]);
    expect(files).toEqual([]);
    const other = await queued({ cause });
    expect(other.row.message_id).not.toBe(row.message_id);
    expect(other.row.reference).not.toBe(row.reference);
  },
);

test('a letter bears files by the identity that its text names them by', async () => {
  const identity = identityFor(sender);
  const picture = {
    filename: 'plan.png',
    size: 3,
    content_type: 'image/png',
    blob_hash: 'a'.repeat(64),
    disposition: 'inline',
    content_id: 'plan@nordwerk.example',
  } as const;
  const pictures = { 'inline:1': picture.content_id };
  const { row, files } = await queued({ carried: { identity, files: [picture], pictures, written: [] } });
  expect(row.reference).toBe(identity.reference);
  expect(row.fields.pictures).toEqual(pictures);
  expect(files).toMatchObject([{ ...picture, place: 0 }]);
});

test('one that is too long is refused as a person’s would be, and is not in the outbox', async () => {
  const count = async () =>
    (
      await fixture.server.platform.database.ownerPool.query<{ count: string }>(
        'select count(*) as count from mail_outgoing',
      )
    ).rows[0]?.count;
  const before = await count();
  await expect(queued({ content: 'x'.repeat(2_000_001), isPlain: true })).rejects.toMatchObject({
    code: 'PARAMETERS_INVALID',
  });
  await expect(queued({ subject: 'x'.repeat(999) })).rejects.toMatchObject({ code: 'PARAMETERS_INVALID' });
  expect(await count()).toBe(before);
});
