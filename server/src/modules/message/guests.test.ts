import { RIGHTS } from '@kontor/contract/account';
import type { MessageText } from '@kontor/contract/message';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDovecot } from '../../platform/mailwire/testing/dovecot.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { upload } from '../../testing/upload.ts';
import { codeOf, details, entryOf, nextEvent, texts, words } from './testing/fixture.ts';
import { report } from '../../platform/mailparse/testing/report.ts';
import { openGuests, QUICK, replyMail } from './testing/guests.ts';

describe.skipIf(findDovecot() === undefined)('guests of messages (left out where Dovecot is not installed)', () => {
  let fixture: Awaited<ReturnType<typeof openGuests>>;
  beforeAll(async () => {
    fixture = await openGuests();
  });
  afterAll(() => fixture?.close());

  const PAUL = { address: 'paul@werft.example', name: 'Paul Neumann' };

  test('a message goes to an address as a mail, and what is answered comes into its thread', async () => {
    const { anna, send, answer, caught, arrive } = fixture;
    const id = await send(anna, PAUL, '<p>Was kostet der <strong>Kran</strong>?</p>');
    const [first] = await caught(PAUL.address, 1);
    expect(first?.subject).toBe('Was kostet der Kran?');
    expect(first?.from?.address).toBe('anna@nordwerk.example');
    expect(first?.to).toMatchObject([{ address: PAUL.address, name: 'Paul Neumann' }]);
    expect(first?.text?.trim()).toBe('Was kostet der Kran?');
    expect(first?.inReplyTo).toBeUndefined();

    const shown = await details(anna, id);
    const partner = shown.communicationPartnerUserId ?? 0;
    expect(partner).toBeLessThan(0);
    expect(shown).toMatchObject({
      changeable: true,
      receiverCount: 1,
      receivers: [
        { userId: partner, name: 'Paul Neumann', readAt: null, guest: { address: PAUL.address, isReached: true } },
      ],
      texts: [{ no: 0, receiverData: null }],
    });
    expect(await entryOf(anna, id)).toMatchObject({ contact: 'Paul Neumann', extras: { partner, read: 0, done: 0 } });

    const quote = ['', 'Am 28.11.2026 um 10:00 schrieb Anna Berger:', '> Was kostet der Kran?'].join('\n');
    const text = `Der kostet 46,90 EUR.\nGruß, Paul\n${quote}`;
    const messageId = 'antwort@werft.example';
    const file = { name: 'Angebot.pdf', content: '%PDF-1.4' };
    const peer = await StompPeer.as(anna);
    await arrive('anna', replyMail({ to: first?.messageId ?? '', text, messageId, file }));
    await expect.poll(async () => (await texts(anna, id)).length, QUICK).toBe(2);
    const { payload } = await nextEvent<{ partner: number; text: MessageText }>(peer, 'message.texted');
    peer.close();
    expect(payload).toMatchObject({ partner, no: 1, text: { sendBy: partner, sendByName: 'Paul Neumann' } });
    const [, said] = await texts(anna, id);
    expect(said).toMatchObject({
      no: 1,
      sendBy: partner,
      sendByName: 'Paul Neumann',
      files: [{ name: 'Angebot.pdf' }],
    });
    expect(said?.message.replace(/<br ?\/?>/g, '\n').replace(/<[^>]+>/g, '')).toBe('Der kostet 46,90 EUR.\nGruß, Paul');
    expect(await entryOf(anna, id)).toMatchObject({ status: 1, extras: { unread: 1, lastBy: partner } });
    const [mail] = (await fixture.mails(anna)).filter(({ direction }) => direction === 'incoming');
    expect(mail?.status).toBe(3);

    // Who has it by a share reads what was asked.
    const share = { aggregateIds: [id], userIds: [fixture.ids.carla], message: '' };
    await anna.command('globalization.set', share);
    expect(await words(fixture.carla, id)).toEqual(['Was kostet der Kran?']);

    await answer(anna, id, '<p>Danke, wir nehmen zwei.</p>');
    const [, second] = await caught(PAUL.address, 2);
    expect(second?.subject).toMatch(/^(AW|Re): Was kostet der Kran\?$/);
    expect(second?.inReplyTo).toBe(`<${messageId}>`);
    expect(second?.references).toBe(`${first?.messageId} <${messageId}>`);

    // Without an answer of theirs between, it goes on from our own.
    await answer(anna, id, '<p>Und einen Haken.</p>');
    const [, , third] = await caught(PAUL.address, 3);
    expect(third?.inReplyTo).toBe(second?.messageId);
  });

  test('what is no answer of theirs does not come in, and the same mail does once', async () => {
    const { anna, ben, ids, send, caught, arrive } = fixture;
    const guest = { address: 'rita@reederei.example', name: '' };
    const id = await send(anna, [ids.ben, ids.carla, guest], '<p>Wer kommt?</p>');
    const [mail] = await caught(guest.address, 1);
    const to = mail?.messageId ?? '';
    const { receivers } = await details(anna, id);
    const rita = receivers.find((one) => one.guest !== undefined);
    const partner = rita?.userId ?? 0;
    expect(rita?.name).toBe(guest.address);
    const from = 'Rita <Rita@Reederei.example>';
    await arrive('anna', replyMail({ from: 'Frank <frank@reederei.example>', to, text: 'Kanarienvogel fremd' }));
    await arrive('anna', replyMail({ from, to: '', text: 'Kanarienvogel ohne Bezug' }));
    await arrive('anna', replyMail({ from, to, text: 'Bin im Urlaub', headers: ['Auto-Submitted: auto-replied'] }));
    // Anna has not got it: it is nothing that she could have been told.
    await arrive('ben', replyMail({ from, to, text: 'Kanarienvogel für Ben' }));
    expect(await words(anna, id, { communicationPartnerUserId: partner })).toEqual(['Wer kommt?']);

    const raw = replyMail({ from, to, text: 'Kanarienvogel kommt mit', messageId: 'rita1@reederei.example' });
    await arrive('ben', raw);
    await arrive('anna', raw);
    const said = async () => words(anna, id, { communicationPartnerUserId: partner });
    await expect.poll(said, QUICK).toEqual(['Wer kommt?', 'Kanarienvogel kommt mit']);

    // Nobody else reads it, finds it, or is told of it.
    const find = async (by: typeof ben) =>
      (await by.query<unknown[]>('message.items', { view: 'all', searchTerm: 'Kanarienvogel' })).length;
    await expect.poll(() => find(anna), QUICK).toBe(1);
    for (const by of [ben, fixture.carla, fixture.dora, fixture.emil, fixture.there]) expect(await find(by)).toBe(0);
    expect(JSON.stringify(await texts(ben, id))).not.toContain('Kanarienvogel');
    const question = { aggregateId: id, communicationPartnerUserId: partner };
    expect(await codeOf(ben.tryQuery('message.texts', question))).toBe('404 NOT_FOUND');
    expect(await codeOf(fixture.emil.tryQuery('message.texts', question))).toBe('404 NOT_FOUND');
    const bens = await entryOf(ben, id);
    expect(bens).toMatchObject({ extras: { otherReceiversOfThisMessage: 2, unread: 1, lastText: 'Wer kommt?' } });
    expect(JSON.stringify(await details(ben, id))).not.toMatch(/reederei|Rita/);

    // Nor does anybody with whom it is shared; who sent it to people and addresses shares it with nobody.
    const shareWith = (userId: number) => ({ aggregateIds: [id], userIds: [userId], message: '' });
    expect(await codeOf(anna.tryCommand<object>('globalization.set', shareWith(ids.dora)))).not.toBe('200');
    expect(await entryOf(fixture.dora, id)).toBeUndefined();
    await ben.command('globalization.set', shareWith(ids.emil));
    expect(await words(fixture.emil, id)).toEqual(['Wer kommt?']);
    expect(await find(fixture.emil)).toBe(0);
  });

  test('a mail says what stands in their own thread, and nothing of what others say in theirs', async () => {
    const { anna, ben, ids, send, answer, caught } = fixture;
    const [gerd, tine] = [
      { address: 'gerd@leise.example', name: 'Gerd' },
      { address: 'tine@leise.example', name: 'Tine' },
    ];
    const id = await send(anna, [ids.ben, gerd, tine], 'Wer nimmt den Kran?');
    const { receivers } = await details(anna, id);
    const partnerOf = (name: string) => receivers.find((one) => one.name === name)?.userId ?? 0;
    await answer(ben, id, 'zqnurben');
    await answer(anna, id, 'zqnurgerd', { communicationPartnerUserId: partnerOf('Gerd') });
    await answer(anna, id, 'zqnurtine', { communicationPartnerUserId: partnerOf('Tine') });
    for (const [{ address }, own] of [
      [gerd, 'zqnurgerd'],
      [tine, 'zqnurtine'],
    ] as const) {
      const mails = await caught(address, 2);
      const raw = fixture.peer.taken.filter((one) => one.to.includes(address)).map((one) => one.raw);
      const said = raw.concat(mails.map(({ subject, text, html }) => [subject, text, html].join(' '))).join('\n');
      expect(['zqnurben', 'zqnurgerd', 'zqnurtine'].filter((word) => said.includes(word))).toEqual([own]);
      // Nor who else was asked.
      expect(said).not.toMatch(address === gerd.address ? /tine/i : /gerd/i);
    }
  });

  test('what cannot go out as a mail is refused, and says why', async () => {
    const { anna, carla, ids, trySend, send, caught } = fixture;
    const before = fixture.peer.taken.length;
    const many = Array.from({ length: 21 }, (_, n) => ({ address: `n${n}@viele.example` }));
    expect(await codeOf(trySend(anna, { address: 'paul@' }, 'x'))).toBe('422 MESSAGE_ADDRESS_INVALID');
    expect(await codeOf(trySend(anna, many, 'x'))).toBe('422 MESSAGE_TOO_MANY_ADDRESSES');
    expect(await codeOf(trySend(anna, [ids.ben, PAUL], 'x', { isOpen: true }))).toBe('422 MESSAGE_OPEN_ADDRESS');
    // Carla has no address to send from, and Gerd may send no mails.
    expect(await codeOf(trySend(carla, PAUL, 'x'))).toBe('422 MESSAGE_SENDER_MISSING');
    const rights = RIGHTS.filter((right) => right !== 'createMail');
    await fixture.server.person(fixture.instance, 'gerd', { rights });
    const gerd = await fixture.server.client(fixture.instance, 'gerd');
    expect(await codeOf(trySend(gerd, PAUL, 'x'))).toBe('422 MESSAGE_SENDER_MISSING');
    // What is to wait is refused at once, too.
    expect(await codeOf(trySend(gerd, PAUL, 'x', { undoSeconds: 5 }))).toBe('422 MESSAGE_SENDER_MISSING');
    const open = await send(anna, [ids.ben, ids.carla], 'Offen', { isOpen: true });
    const adding = anna.tryCommand<{ added: number[] }>('message.addPeople', { aggregateId: open, addressee: PAUL });
    expect(await codeOf(adding)).toBe('422 MESSAGE_OPEN_ADDRESS');

    const id = await send(
      anna,
      [{ address: 'einmal@werft.example' }, { address: 'Einmal@werft.example' }],
      'Nur einmal',
    );
    await caught('einmal@werft.example', 1);
    const about = { aggregateId: id, no: 0 };
    const edit = anna.tryCommand<{ edit: number }>('message.edit', { ...about, edit: 0, messageContent: 'anders' });
    expect(await codeOf(edit)).toBe('409 MESSAGE_TEXT_MAILED');
    expect(await codeOf(anna.tryCommand<object>('message.takeBack', about))).toBe('409 MESSAGE_TEXT_MAILED');
    expect(fixture.peer.taken).toHaveLength(before + 1);
  });

  test('they are counted as nobody who has not read, and are not asked to confirm', async () => {
    const { anna, ben, ids, send, read } = fixture;
    const guest = { address: 'zoe@werft.example', name: 'Zoë' };
    const id = await send(anna, [ids.ben, guest], 'Bitte bestätigen', { confirm: true, seeEachOther: true });
    const ask = async (only: string | null) =>
      anna.query<{ count: number; receivers: { name: string; readAt: string | null }[] }>('message.receivers', {
        aggregateId: id,
        only,
      });
    expect((await ask(null)).receivers).toMatchObject([
      { userId: ids.ben },
      { name: 'Zoë', readAt: null, guest: { address: guest.address, isReached: true } },
    ]);
    for (const only of ['unread', 'unfinished', 'unconfirmed']) expect((await ask(only)).count).toBe(1);
    await read(ben, id, 0);
    await ben.command('message.confirm', { aggregateId: id });
    expect((await ask('unread')).count).toBe(0);
    expect(await details(anna, id)).toMatchObject({
      receiverCount: 2,
      guestCount: 1,
      texts: [{ receiverData: { read: 1, of: 1 } }],
      confirmation: { counts: { confirmed: 1, of: 1 } },
    });
    const parameters = JSON.stringify({ aggregateId: id, delimiter: ';' });
    const params = new URLSearchParams({ query: 'message.confirmations', parameters });
    const table = await fetch(`${anna.base}/query?${params.toString()}`, { headers: anna.headers() });
    expect(await table.text()).toMatch(/"Zoë";"per E-Mail";""/);
    // Who sees the other receivers knows them, and nothing of whether mails arrive.
    const { receivers } = await details(ben, id);
    expect(receivers).toMatchObject([{}, { name: 'Zoë', guest: { isReached: null } }]);
    await ben.command('message.send', { aggregateId: id, messageContent: 'Ich komme' });
    expect(await anna.command('message.remind', { aggregateId: id })).toEqual({ count: 0 });
  });

  test('a mail that comes back marks them as not reached', async () => {
    const { anna, send, caught, arrive } = fixture;
    const guest = { address: 'weg@werft.example', name: '' };
    const id = await send(anna, guest, 'Sind Sie da?');
    const [mail] = await caught(guest.address, 1);
    const { entry } = await details(anna, id);
    await fixture.state(anna, id, 'ready');
    const bounce = report('failed', { receiver: guest.address, header: `Message-ID: ${mail?.messageId ?? ''}` });
    await arrive('anna', bounce);
    const reached = async () => (await details(anna, id)).receivers[0]?.guest?.isReached;
    await expect.poll(reached, QUICK).toBe(false);
    expect((await texts(anna, id)).length).toBe(1);
    expect(entry.extras['lastText']).toBe('Sind Sie da?');
  });

  test('is sent later, with its files, and forwarded with those of an answer', async () => {
    const { anna, ben, ids, answer, send, caught, arrive } = fixture;
    const guest = { address: 'later@werft.example', name: 'Lars' };
    const file = await upload(anna, Buffer.from('%PDF-1.4 plan'), 'Plan.pdf');
    const files = [{ uploadId: file.uploadId }];
    const id = await send(anna, guest, 'Der Plan', { files, undoSeconds: 1 });
    const [mail] = await caught(guest.address, 1);
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['Plan.pdf']);
    const offer = { name: 'Angebot.pdf', content: '%PDF-1.4' };
    const from = `Lars <${guest.address}>`;
    await arrive('anna', replyMail({ from, to: mail?.messageId ?? '', text: 'Hier das Angebot', file: offer }));
    await expect.poll(async () => (await texts(anna, id)).length, QUICK).toBe(2);
    const { communicationPartnerUserId } = await details(anna, id);
    const forward = { aggregateId: id, communicationPartnerUserId, no: 1, addressee: [ids.ben] };
    const { aggregateId } = await anna.command<{ aggregateId: string }>('message.forward', forward);
    const [forwarded] = await texts(ben, aggregateId);
    expect(forwarded?.files.map(({ name }) => name)).toEqual(['Angebot.pdf']);
    expect(forwarded?.message).toContain('Lars');
    await answer(anna, id, 'Danke', { done: true, communicationPartnerUserId });
    await caught(guest.address, 2);
    expect(await entryOf(anna, id)).toMatchObject({ status: 3 });
  });
});
