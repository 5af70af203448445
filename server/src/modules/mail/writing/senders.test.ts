import type { MailAccount } from '@kontor/contract/mail';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { codeOf, openFixture, senderOf, type Accounts, type Fixture } from './testing/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

const accounts = (by: TestClient) => by.query<Accounts>('mail.accounts');
const save = (by: TestClient, fields: object) =>
  by.tryCommand<{ senderId: number }>('mail.saveSender', {
    accountId: fixture.shared.accountId,
    name: 'Einkauf',
    ...fields,
  });
const added = async (by: TestClient, fields: object): Promise<number> => (await save(by, fields)).body.data.senderId;

describe('an address to write from', () => {
  test('is an account’s own, as soon as there is one, and follows it', async () => {
    const { sendingAccounts } = await accounts(fixture.anna);
    expect(sendingAccounts).toEqual([
      {
        email: 'info@nordwerk.example',
        id: expect.any(Number),
        isTheStandardMailAccount: true,
        name: 'info',
        standard: true,
        standardTemplateId: null,
        virtual: false,
        accountId: fixture.shared.accountId,
        isShared: true,
        canSend: false,
        manages: true,
      },
    ]);
    expect((await accounts(fixture.ben)).sendingAccounts).toMatchObject([{ manages: false, isShared: true }]);
    expect((await accounts(fixture.dora)).sendingAccounts).toEqual([]);
    expect(await codeOf(fixture.carla.tryQuery('mail.accounts'))).toBe('403 RIGHT_MISSING');
  });

  test('is made and changed by who manages the account', async () => {
    const email = 'einkauf@nordwerk.example';
    const senderId = await added(fixture.anna, { email });
    expect((await accounts(fixture.ben)).sendingAccounts.find(({ id }) => id === senderId)).toMatchObject({
      email,
      name: 'Einkauf',
      standard: false,
    });
    expect(await codeOf(save(fixture.ben, { email: 'x@nordwerk.example' }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(save(fixture.emil, { email: 'x@nordwerk.example' }))).toBe('404 NOT_FOUND');
    for (const taken of [email, 'EINKAUF@nordwerk.example', 'info@nordwerk.example'])
      expect(await codeOf(save(fixture.anna, { email: taken }))).toBe('422 MAIL_SENDER_EXISTS');
    expect(await codeOf(save(fixture.anna, { senderId, email, name: 'Anders' }))).toBe('200');
    expect(await codeOf(save(fixture.anna, { senderId, email, accountId: fixture.own.accountId }))).toBe(
      '404 NOT_FOUND',
    );
    expect(await codeOf(save(fixture.dora, { senderId, email, name: 'Verwaltet' }))).toBe('200');
    expect(await codeOf(save(fixture.anna, { email: 'keine Adresse' }))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(fixture.ben.tryCommand('mail.removeSender', { senderId }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(fixture.emil.tryCommand('mail.removeSender', { senderId }))).toBe('404 NOT_FOUND');
    await fixture.anna.command('mail.removeSender', { senderId });
    expect((await accounts(fixture.anna)).sendingAccounts.map(({ id }) => id)).not.toContain(senderId);
    expect(await codeOf(fixture.anna.tryCommand('mail.removeSender', { senderId }))).toBe('404 NOT_FOUND');
    expect(await codeOf(save(fixture.anna, { email }))).toBe('200');
  });

  test('made twice at once is one', async () => {
    const email = 'zugleich@nordwerk.example';
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(save(fixture.anna, { email }))));
    expect(codes.toSorted()).toEqual(['200', ...Array.from({ length: 4 }, () => '422 MAIL_SENDER_EXISTS')]);
  });

  test('of the account itself stays as the account has it', async () => {
    const senderId = await senderOf(fixture.anna);
    const main = { senderId, email: 'info@nordwerk.example', name: 'info' };
    expect(await codeOf(fixture.anna.tryCommand('mail.removeSender', { senderId }))).toBe('422 MAIL_SENDER_MAIN');
    expect(await codeOf(save(fixture.anna, { ...main, email: 'b@nordwerk.example' }))).toBe('422 MAIL_SENDER_MAIN');
    const template = { templateName: 'Beginn', isGlobal: true };
    const { templateId } = await fixture.anna.command<{ templateId: number }>('mail.saveTemplate', template);
    expect(await codeOf(save(fixture.anna, { ...main, standardTemplateId: templateId }))).toBe('200');
    expect(await codeOf(save(fixture.anna, { ...main, standardTemplateId: 999_999 }))).toBe('404 NOT_FOUND');
    const answer = { aggregateId: await fixture.arrive({}), replyOrForwardType: 'reply' };
    expect(await fixture.ben.query('mail.prepareAnswer', answer)).toMatchObject({ templateId });
  });

  test('is chosen by each for themselves', async () => {
    const senderId = await added(fixture.anna, { email: 'wahl@nordwerk.example' });
    await fixture.ben.command('mail.chooseSender', { senderId });
    const standards = async (by: TestClient) =>
      (await accounts(by)).sendingAccounts.filter((one) => one.isTheStandardMailAccount).map(({ id }) => id);
    expect(await standards(fixture.ben)).toEqual([senderId]);
    expect(await standards(fixture.anna)).toEqual([await senderOf(fixture.anna)]);
    for (const [by, code] of [
      [fixture.emil, '404 NOT_FOUND'],
      [fixture.dora, '404 NOT_FOUND'],
      [fixture.carla, '403 RIGHT_MISSING'],
    ] as const)
      expect(await codeOf(by.tryCommand('mail.chooseSender', { senderId }))).toBe(code);
    await fixture.anna.command('mail.removeSender', { senderId });
    expect(await standards(fixture.ben)).toEqual([await senderOf(fixture.ben)]);
  });

  test('answers a mail that was written to it', async () => {
    const senderId = await added(fixture.anna, { email: 'lager@nordwerk.example' });
    const prepare = async (to: string) =>
      fixture.anna.query<{ senderAccountId: number }>('mail.prepareAnswer', {
        aggregateId: await fixture.arrive({ to }),
        replyOrForwardType: 'reply',
      });
    expect((await prepare('Lager@Nordwerk.example')).senderAccountId).toBe(senderId);
    expect((await prepare('andere@werft.example')).senderAccountId).toBe(await senderOf(fixture.anna));
  });
});

describe('a signature', () => {
  interface Kept {
    readonly signatureId: number;
    readonly version: number;
  }
  const sign = async (by: TestClient, fields: object = {}) =>
    by.tryCommand<Kept>('mail.saveSignature', {
      sendingAccountId: await senderOf(fixture.anna),
      name: 'Kurz',
      signature: '<p>Anna</p>',
      ...fields,
    });
  const signed = async (by: TestClient, fields: object = {}): Promise<Kept> => (await sign(by, fields)).body.data;
  const find = async (by: TestClient, signatureId: number) =>
    (await accounts(by)).signatures.find(({ id }) => id === signatureId);

  test('is one’s own, cleaned, and filled with who writes', async () => {
    const signature = '<p onclick="x"><span data-kontor-field="sender.name">Name</span></p><script>x</script>';
    const { signatureId } = await signed(fixture.ben, { signature });
    expect(await find(fixture.ben, signatureId)).toMatchObject({
      signature: '<p><span data-kontor-field="sender.name">Name</span></p>',
      mailsignature: '<p>ben Berger</p>',
      isGlobal: false,
      changeable: true,
      version: 1,
    });
    expect(await find(fixture.anna, signatureId)).toBeUndefined();
    for (const other of [fixture.anna, fixture.emil, fixture.dora]) {
      expect(await codeOf(other.tryCommand('mail.deleteSignature', { signatureId }))).toBe('404 NOT_FOUND');
    }
    expect(await codeOf(sign(fixture.anna, { signatureId, aggregateVersion: 1 }))).toBe('404 NOT_FOUND');
  });

  test('that is everybody’s is changed by who manages the account', async () => {
    expect(await codeOf(sign(fixture.ben, { isGlobal: true }))).toBe('403 RIGHT_MISSING');
    const { signatureId } = await signed(fixture.anna, { isGlobal: true });
    expect(await find(fixture.ben, signatureId)).toMatchObject({ isGlobal: true, changeable: false });
    expect(await codeOf(sign(fixture.ben, { signatureId, aggregateVersion: 1 }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(fixture.ben.tryCommand('mail.deleteSignature', { signatureId }))).toBe('403 RIGHT_MISSING');
    await fixture.anna.command('mail.deleteSignature', { signatureId });
    expect(await find(fixture.ben, signatureId)).toBeUndefined();
  });

  test('is changed from its newest version alone', async () => {
    const { signatureId } = await signed(fixture.anna);
    expect(await signed(fixture.anna, { signatureId, name: 'Neu', aggregateVersion: 1 })).toMatchObject({ version: 2 });
    const late = await sign(fixture.anna, { signatureId, name: 'Alt', aggregateVersion: 1 });
    expect([late.status, late.body.code, late.body.data]).toMatchObject([
      409,
      'VERSION_CONFLICT',
      { id: signatureId, name: 'Neu', version: 2 },
    ]);
  });

  test('stands at the beginning of a mail: one’s own standard before everybody’s', async () => {
    const everybodys = await signed(fixture.anna, { isGlobal: true, isStandard: true });
    const answer = { aggregateId: await fixture.arrive({}), replyOrForwardType: 'reply' };
    const begun = async (by: TestClient) =>
      (await by.query<{ signatureId: number }>('mail.prepareAnswer', answer)).signatureId;
    expect([await begun(fixture.anna), await begun(fixture.ben)]).toEqual([
      everybodys.signatureId,
      everybodys.signatureId,
    ]);
    await signed(fixture.ben, { isStandard: true });
    const second = await signed(fixture.ben, { isStandard: true });
    expect([await begun(fixture.anna), await begun(fixture.ben)]).toEqual([everybodys.signatureId, second.signatureId]);
    const standards = (await accounts(fixture.ben)).signatures.filter((one) => one.isTheStandSignatureForTheAccount);
    expect(standards.map(({ id }) => id)).toEqual([second.signatureId]);
  });

  test('is of an account that one may write from', async () => {
    expect(await codeOf(sign(fixture.emil))).toBe('404 NOT_FOUND');
    expect(await codeOf(sign(fixture.carla))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(sign(fixture.anna, { name: ' ' }))).toBe('422 PARAMETERS_INVALID');
  });
});

test('an account says where its mail is handed over, and never by which password', async () => {
  const ofAnna = () =>
    fixture.anna
      .query<MailAccount[]>('mail.accountSettings')
      .then((all) => all.find(({ id }) => id === fixture.shared.accountId));
  expect(await ofAnna()).toMatchObject({ sending: null, sendingFault: null, sentCopy: 'auto' });
  const sending = { host: 'smtp.nordwerk.example', port: 587, security: 'starttls', userName: 'info' };
  const set = {
    accountId: fixture.shared.accountId,
    sending: { ...sending, password: 'sehr geheim' },
    sentCopy: 'server',
  };
  expect(await codeOf(fixture.ben.tryCommand('mail.updateSending', set))).toBe('403 RIGHT_MISSING');
  await fixture.anna.command('mail.updateSending', set);
  const listed = await ofAnna();
  expect(listed).toMatchObject({ sentCopy: 'server', sendingFault: null });
  expect(listed?.sending).toEqual({ ...sending, trustedFingerprint: null });
  expect(JSON.stringify(listed)).not.toContain('geheim');
  await fixture.anna.command('mail.updateSending', { accountId: fixture.shared.accountId, sending: null });
  expect(await ofAnna()).toMatchObject({ sending: null, sentCopy: 'auto' });
});
