import type { MailAccount } from '@kontor/contract/mail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLogged } from '../testing/logged.ts';
import { type CliFixture, startCliFixture } from '../testing/cli.ts';

let fixture: CliFixture;

beforeAll(async () => {
  fixture = await startCliFixture();
});
afterAll(() => fixture?.close());

test('given-up work is listed, tried again and forgotten', async () => {
  const { server, work, kontor, json } = fixture;
  expect((await kontor('jobs list werk')).out).toBe('No work was given up in "werk".\n');
  // About no mail at all: no try can succeed.
  expectLogged(/"job":"mail.readAnew".*"msg":"job failed"/);
  for (let count = 0; count < 3; count += 1) {
    await server.change(work, (ctx) => ctx.enqueue('mail.readAnew', { mailId: 'none' }, { maxAttempts: 1 }));
  }
  const list = () => json<{ jobId: string; task: string; failedAt: string }[]>('jobs list werk');
  await expect.poll(async () => (await list()).length).toBe(3);
  const [first, second] = await list();
  expect(first).toMatchObject({ task: 'mail.readAnew' });
  expect((await kontor('jobs list werk')).out).toMatch(
    /^ *Job +Work +Attempts +Failed +Error\n *\d+ +mail\.readAnew +1 +/,
  );
  expect((await kontor(`jobs retry werk ${first?.jobId}`)).out).toBe('1 jobs begin anew as soon as the server runs.\n');
  await expect
    .poll(async () => (await list()).find(({ jobId }) => jobId === first?.jobId)?.failedAt)
    .not.toBe(first?.failedAt);
  expect(await json(`jobs discard werk ${second?.jobId}`)).toEqual({ instance: 'werk', count: 1 });
  await expect.poll(async () => (await list()).length).toBe(2);
  expect(await json('jobs discard werk --all')).toEqual({ instance: 'werk', count: 2 });
  expect(await list()).toEqual([]);
});

test('an address is added, and says what is missing for mail to come', async () => {
  const { kontor, json } = fixture;
  const added = await kontor('mail add-address werk anna Info@werk.example --name Anfragen');
  expect(added.out).toBe(
    'The address Info@werk.example was added for anna. The server receives no mail yet: set KONTOR_SMTP_PORT.\n',
  );
  expect(await json('mail accounts werk')).toMatchObject([{ kind: 'smtp', email: 'Info@werk.example', mails: 0 }]);
  expect((await kontor('mail accounts werk')).out).toContain('received here');
  expect((await kontor('mail add-address werk anna info@WERK.example')).err).toBe(
    'This address belongs to an account of this server already.\n',
  );
});

test('a mailbox is stopped and goes on, by its address or its number; an address that is received for is not', async () => {
  const { addMailbox, kontor, json } = fixture;
  const { accountId } = await addMailbox('werk', 'anna', ' --email halten@werk.example');
  const mailbox = async () =>
    (await json<{ id: number; email: string; paused: boolean }[]>('mail accounts werk')).find(
      ({ id }) => id === accountId,
    );
  const email = (await mailbox())?.email ?? '';
  expect((await kontor(`mail pause werk ${email.toUpperCase()}`)).out).toBe(`The mailbox ${email} is read no more.\n`);
  expect(await mailbox()).toMatchObject({ paused: true });
  // The running server hears of it.
  const anna = await fixture.server.client(fixture.work, 'anna');
  const phase = async () =>
    (await anna.query<MailAccount[]>('mail.accountSettings')).find(({ id }) => id === accountId)?.state.phase;
  await expect.poll(phase).toBe('paused');
  expect(await json(`mail resume werk ${accountId}`)).toEqual({
    instance: 'werk',
    id: accountId,
    email,
    paused: false,
  });
  await expect.poll(phase).not.toBe('paused');

  const address = await json<{ accountId: number }>('mail add-address werk anna halt@werk.example');
  const refused = 'Kontor receives mail for this address itself; there is no reading that could be stopped.\n';
  expect((await kontor('mail pause werk halt@werk.example')).err).toBe(refused);
  const answer = await anna.tryCommand('mail.pauseAccount', { accountId: address.accountId });
  expect([answer.status, answer.body.code]).toEqual([422, 'MAIL_ADDRESS_NOT_READ']);
});

test.each([
  ['jobs retry werk', 'Name jobs by their numbers, or use --all.'],
  ['jobs discard werk 1 --all', 'Name jobs by their numbers, or use --all.'],
  ['jobs retry werk first', '"first" is no number of a job'],
  ['mail add-address werk anna nowhere', 'The mail address is none.'],
  ['mail pause werk nowhere', 'There is no mail account "nowhere" in "werk"'],
])('kontor %s: %s', async (args, sentence) => {
  const heard = await fixture.kontor(args);
  expect([heard.code, heard.out]).toEqual([1, '']);
  expect(heard.err).toContain(sentence);
});
