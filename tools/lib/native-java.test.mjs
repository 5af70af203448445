// Runs what is pure of the Android code of our own. In the full run, where there is a JDK.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileJava, deviceOf, isTried, seal, word } from './native-java.mjs';

let java;
beforeAll(() => {
  if (isTried) java = compileJava();
});
afterAll(() => java?.end());
const answers = (requests) => java.answers(requests);
const openWith = ({ own, known, auth }, body) => [
  'open',
  own,
  known,
  auth.toString('base64url'),
  body.toString('base64url'),
];

describe.runIf(isTried)('the Android code', () => {
  test('opens the example of RFC 8291', () => {
    const device = deviceOf(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
    const body = Buffer.from(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
      'base64url',
    );
    const given = { ...device, auth: Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url') };
    expect(answers([openWith(given, body), ['point', device.known]])).toEqual([
      'When I grow up, I want to be a watermelon',
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ]);
  });

  test('opens what is sealed for it, of any length, and nothing else', () => {
    const devices = Array.from({ length: 20 }, () => deviceOf());
    const texts = devices.map((_, index) =>
      JSON.stringify({ kind: 'item', tag: 'ä'.repeat(index * 30), badge: index }),
    );
    const sealed = devices.map((device, index) => seal(device, texts[index], index * 20));
    expect(answers(devices.map((device, index) => openWith(device, sealed[index])))).toEqual(texts);
    const broken = sealed.map((body, index) => {
      const copy = Buffer.from(body);
      copy[(index * 37) % copy.length] ^= 1 + (index % 7);
      return copy;
    });
    const refused = [
      ...devices.map((device, index) => openWith(device, sealed[(index + 1) % sealed.length])),
      // The size of a record is no part of what is sealed, and does not matter as long as the message fits.
      ...devices.flatMap((device, index) =>
        (index * 37) % broken[index].length === 18 ? [] : [openWith(device, broken[index])],
      ),
      openWith(devices[0], sealed[0].subarray(0, 90)),
      openWith(devices[0], Buffer.concat([sealed[0], Buffer.alloc(5000)])),
      // A point beside the curve.
      openWith(devices[0], Buffer.concat([sealed[0].subarray(0, 22), Buffer.alloc(64, 1), sealed[0].subarray(86)])),
    ];
    expect(new Set(answers(refused))).toEqual(new Set(['refused']));
  });

  test('opens what is sealed for a key that begins with nothing', () => {
    const device = deviceOf(Buffer.from(`${'00'.repeat(3)}${'5a'.repeat(29)}`, 'hex'));
    expect(answers([openWith(device, seal(device, 'ok'))])).toEqual(['ok']);
  });

  test('knows a sealed message by its form, in either alphabet', () => {
    const body = seal(deviceOf(), '{}', 100);
    expect(
      answers(
        [
          body.toString('base64url'),
          body.toString('base64'),
          'gcm.notification',
          '',
          randomBytes(200).toString('base64'),
          'äöü',
        ].map((text) => ['sealed', word(text)]),
      ),
    ).toEqual(['true', 'true', 'false', 'false', 'false', 'false']);
  });

  test('decides what a push does', () => {
    const plan = (kind, count = '-1') => ['plan', word('nordwerk/anna'), word(kind), word('alarm:task:17'), count];
    const name = 'nordwerk/anna alarm:task:17';
    expect(
      answers([
        plan('silence'),
        plan('alarm', '3'),
        plan('item', '240'),
        plan('count', '0'),
        plan('call'),
        plan('person'),
        plan('test'),
        plan('of tomorrow'),
      ]),
    ).toEqual([
      `REMOVE|${name}|||-1|0`,
      `SHOW|${name}|push_alarm|alarms|3|0`,
      `SHOW|${name}|push_news|news|99|0`,
      `SHOW|${name}|push_news|news|0|0`,
      `SHOW|${name}|push_call|calls|-1|30000`,
      `SHOW|${name}|push_person|news|-1|0`,
      `SHOW|${name}|push_test|news|-1|0`,
      `SHOW|${name}|push_news|news|-1|0`,
    ]);
  });

  test('makes names of shared files safe', () => {
    const names = [
      ['Angebot.pdf', ['Angebot.pdf']],
      ['passwd', ['../../etc/passwd']],
      ['x.txt', ['..\\..\\x.txt']],
      ['htaccess', ['.htaccess']],
      ['Datei', ['..']],
      ['Datei', ['']],
      ['ab.txt', ['a\0b\n.txt']],
      ['Rechnungfdp.exe', ['Rechnung\u202Efdp.exe']],
      ['a_b_.txt', ['a:b?.txt']],
      ['Foto 2.JPG', ['foto.jpg', 'Foto.JPG']],
      ['A 3', ['a', 'a', 'A']],
      [`${'ä'.repeat(60)}.pdf`, [`${'ä'.repeat(200)}.pdf`]],
      ['😀.txt', ['😀.txt']],
    ];
    expect(answers(names.map(([, given]) => ['name', ...given.map(word)]))).toEqual(
      names.map(([expected]) => expected),
    );
  });

  test('takes what other apps share under names that lead nowhere', () => {
    const cache = join(java.folder, 'cache');
    mkdirSync(join(cache, 'shared_in'), { recursive: true });
    writeFileSync(join(cache, 'shared_in', 'of before'), '');
    const share = (...files) => ['share', word(cache), ...files.map(word)];
    const of = 'content://org.other';
    const many = Array.from({ length: 25 }, (_, index) => `${of}/${index}|${index}.txt|10`);
    const said = answers([
      share(`${of}/1|../../databases/kontor|10`),
      share(`${of}/1|a.txt|10`, `${of}/2|A.TXT|10`, `${of}/3|b|`),
      share(...many),
      share(`${of}/1|big|70000000`, `${of}/2|bigger|70000000`, `${of}/3|small|5`),
      share(`${of}/1|gone|`),
      share('file:///data/data/de.kontor.app/secret|secret|10'),
      share('content://de.kontor.app.fileprovider/x|secret|10'),
    ]);
    expect(said.slice(0, 2)).toEqual([
      'SEND {TEXT=words} shared_in/kontor kontor',
      'SEND_MULTIPLE {TEXT=words} [shared_in/a.txt, shared_in/A%202.TXT, shared_in/b] A 2.TXT,a.txt',
    ]);
    // What was not taken stands behind the others: a name, and no file.
    const [, given, taken] = /\[(.*)\] (.*)$/.exec(said[2]);
    expect(given.split(', ').slice(20)).toEqual([20, 21, 22, 23, 24].map((index) => `shared_in/${index}.txt`));
    expect(taken.split(',')).toHaveLength(20);
    expect(taken).not.toContain('20.txt');
    expect(said.slice(3)).toEqual([
      'SEND_MULTIPLE {TEXT=words} [shared_in/big, shared_in/small, shared_in/bigger] big,small',
      'SEND {TEXT=words} shared_in/gone ',
      'SEND {TEXT=words} null ',
      'SEND {TEXT=words} null ',
    ]);
  });

  test('takes pushes of UnifiedPush for the account that they are sealed for, and nothing of others', async () => {
    const on = (...words) => ['phone', ...words];
    const [anna, ben, distributor] = ['nordwerk/anna', 'werft/ben', 'org.example.up'].map(word);
    const setUp = [on('new'), on('call', 'keys', anna), on('call', 'keys', ben), on('call', 'keys', anna)];
    const [, ofAnna, ofBen, again] = answers(setUp);
    expect(again).toBe(ofAnna);
    expect(ofBen).not.toBe(ofAnna);
    // One run of Java has one phone, so all that follows is one run, in which the words of what comes are known only as it goes.
    const phone = java.conversation();
    try {
      const say = (...words) => phone.ask(on(...words));
      await say('new');
      const deviceOfKeys = (said) => ({
        point: Buffer.from(/p256dh=([\w-]+)/.exec(said)[1], 'base64url'),
        auth: Buffer.from(/auth=([\w-]+)/.exec(said)[1], 'base64url'),
      });
      const devices = {
        anna: deviceOfKeys(await say('call', 'keys', anna)),
        ben: deviceOfKeys(await say('call', 'keys', ben)),
      };
      expect(await say('call', 'distributors', anna)).toMatch(/^\{distributors=.*, google=false\}$/);
      await say('forGoogle', 'true');
      expect(await say('call', 'distributors', anna)).toMatch(/google=true\}$/);
      expect(await say('call', 'register', anna, distributor)).toBe('NO_DISTRIBUTOR');
      await say('register', anna, distributor);
      await say('register', ben, distributor);
      const [, first, second] = /^org.example.up REGISTER (\S+) pi\norg.example.up REGISTER (\S+) pi\n$/.exec(
        await say('sent'),
      );
      const [token, tokenOfBen] = [word(first), word(second)];
      // Any app can send a broadcast.
      await say('broadcast', 'NEW_ENDPOINT', word('guessed'), word('https://evil.example/1'));
      await say('broadcast', 'NEW_ENDPOINT', token, word('http://up.example/1'));
      expect(await say('told')).toBe('');
      await say('broadcast', 'NEW_ENDPOINT', token, word('https://up.example/1'));
      expect(await say('told')).toBe('endpoint{account=nordwerk/anna, endpoint=https://up.example/1}');
      expect(await say('call', 'registration', anna)).toBe(
        '{distributor=org.example.up, endpoint=https://up.example/1}',
      );

      const push = (whose, by, message) =>
        say('broadcast', 'MESSAGE', by, seal(devices[whose], JSON.stringify(message), 50).toString('base64url'));
      await push('anna', word('guessed'), { kind: 'item', tag: 'item:task:1', badge: 3 });
      expect([await say('notices'), await say('sent')]).toEqual(['', '']);
      await push('anna', token, { kind: 'item', tag: 'item:task:1', badge: 3 });
      await push('ben', tokenOfBen, { kind: 'call', tag: 'call:9', badge: null });
      expect(await say('sent')).toBe(
        `org.example.up MESSAGE_ACK ${first} id\norg.example.up MESSAGE_ACK ${second} id\n`,
      );
      const [item, call] = [
        'nordwerk/anna item:task:1|push_news|unfinished 3|news|3|0\n',
        'werft/ben call:9|push_call|push_open_to_see|calls|0|30000\n',
      ];
      expect(await say('notices')).toBe(item + call);
      // Whose key opens it is whose it is, whichever way it came; silence of one leaves the other's.
      await push('ben', token, { kind: 'silence', tag: 'item:task:1', badge: 0 });
      expect(await say('notices')).toBe(item + call);
      await push('anna', token, { kind: 'silence', tag: 'item:task:1', badge: 2 });
      expect(await say('notices')).toBe(call);
      // Sealed for a key of somebody else.
      await say('broadcast', 'MESSAGE', token, seal(deviceOf(), '{"kind":"item","tag":"x"}', 50).toString('base64url'));
      expect(await say('notices')).toBe(call);
      // In front a page shows it by itself.
      await say('told');
      await say('front', 'true');
      await push('anna', token, { kind: 'test', tag: 'test', badge: null });
      expect([await say('notices'), await say('told')]).toEqual([
        call,
        'pushed{account=nordwerk/anna, message={"kind":"test","tag":"test","badge":null}}',
      ]);
      await say('front', 'false');
      await say('tapped', anna, word('{}'));
      expect(await say('told')).toBe('opened{account=nordwerk/anna, message={}}');

      // Signed out: the registration ends, and nothing that was sealed is opened.
      await say('call', 'forget', anna);
      expect(await say('sent')).toContain(`org.example.up UNREGISTER ${first}`);
      await push('anna', token, { kind: 'item', tag: 'later', badge: 1 });
      await push('anna', tokenOfBen, { kind: 'item', tag: 'later', badge: 1 });
      expect([await say('notices'), await say('told')]).toEqual([call, '']);
      await say('broadcast', 'REGISTRATION_FAILED', tokenOfBen, word('NETWORK'));
      await say('broadcast', 'UNREGISTERED', tokenOfBen);
      expect(await say('told')).toBe(
        'failed{account=werft/ben, reason=NETWORK}failed{account=werft/ben, reason=UNREGISTERED}',
      );
      expect(await say('call', 'registration', ben)).toBe('{}');
    } finally {
      phone.end();
    }
  });
});
