import { expect, test } from 'vitest';
import { fromBase64Url, newPushKeys, openPush, pushedIn, readPushed } from './sealed-push.ts';

// The example of RFC 8291, section 5.
const EXAMPLE = {
  keys: {
    privateKey: {
      kty: 'EC',
      crv: 'P-256',
      d: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
      x: 'JXGyvs3942BVGq8e0PTNNmwRzr5VX4m8t7GGpTM5FzE',
      y: 'aM5-LLm_w_ZkVRq_A8HB_A',
    },
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
/** The private key of the example, whole: its point is that of the public one. */
const keys = (() => {
  const point = fromBase64Url(EXAMPLE.keys.p256dh);
  const part = (from: number): string =>
    btoa(String.fromCharCode(...point.slice(from, from + 32)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');
  return { ...EXAMPLE.keys, privateKey: { ...EXAMPLE.keys.privateKey, x: part(1), y: part(33) } };
})();

test('a push is opened as the standard has it', async () => {
  expect(await openPush(fromBase64Url(EXAMPLE.sealed), keys)).toBe('When I grow up, I want to be a watermelon');
});

test('one for other keys, altered or cut is not', async () => {
  const sealed = fromBase64Url(EXAMPLE.sealed);
  await expect(openPush(sealed, await newPushKeys())).rejects.toThrow();
  await expect(openPush(sealed.slice(0, 40), keys)).rejects.toThrow();
  const altered = sealed.slice();
  altered[120] = (altered[120] ?? 0) ^ 1;
  await expect(openPush(altered, keys)).rejects.toThrow();
});

test.each([
  [{ instanceName: 'demo', aggregateId: '{}', kind: 'alarm', tag: 'alarm:task:1' }, 'alarm'],
  [{ instanceName: 'demo' }, 'item'],
  [{ instanceName: 7 }, undefined],
  [{}, undefined],
  [{ sealed: 'AAAA' }, undefined],
])('what is said of %j is %s', async (data, kind) => {
  const none = async () => new Map<string, never>();
  expect((await pushedIn(data, none))?.kind).toBe(kind);
});

test('an empty item is none, as some services know texts alone', () => {
  expect(readPushed({ instanceName: 'demo', aggregateId: '' }, 'demo/anna')).toMatchObject({
    aggregateId: null,
    account: 'demo/anna',
  });
});
