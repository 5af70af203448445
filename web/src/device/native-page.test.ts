import { describe, expect, test, vi } from 'vitest';
import { bridge, callsOf, nativePhone as phone } from './testing/native-phone.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 10));
const PLATFORMS = ['android', 'ios'] as const;

/** Answers a call otherwise until the test is over. */
function answerOtherwise(call: string, answer: () => unknown): () => void {
  const before = bridge.answers[call];
  bridge.answers[call] = answer;
  return () => {
    if (before === undefined) delete bridge.answers[call];
    else bridge.answers[call] = before;
  };
}
/** What lies in the folder of documents, by name. */
const saved = () =>
  Object.fromEntries(
    Object.entries(bridge.kept.files).map(([name, data]) => [name, Buffer.from(data, 'base64').toString('utf8')]),
  );

describe.each(PLATFORMS)('a file that is saved, on %s', (platform) => {
  test('lies in the folder of documents, whole, beside those of its name', async () => {
    const { files } = await phone(platform);
    expect(await files.save(new Blob(['eins']), 'Bericht.txt')).toBe(true);
    expect(await files.save(new Blob(['zwei']), 'Bericht.txt')).toBe(true);
    expect(await files.save(new Blob(['drei']), 'BERICHT.TXT')).toBe(true);
    expect(saved()).toEqual({ 'Bericht.txt': 'eins', 'Bericht (2).txt': 'zwei', 'BERICHT (3).TXT': 'drei' });
    expect(callsOf('Filesystem', 'writeFile')[0]).toMatchObject({ directory: 'DOCUMENTS', recursive: true });
    // Bytes that are no text stay what they are.
    const bytes = Uint8Array.from({ length: 100_000 }, (_one, index) => (index * 31) % 256);
    await files.save(new Blob([bytes]), 'Bild.png');
    expect(Buffer.from(bridge.kept.files['Bild.png'] ?? '', 'base64').equals(Buffer.from(bytes))).toBe(true);
  });

  test('leads nowhere else by its name', async () => {
    const { files } = await phone(platform);
    for (const name of ['../../etc/passwd', 'C:\\Windows\\system.ini', 'a\u202Etxt.exe', '..', ''])
      await files.save(new Blob(['x']), name);
    expect(Object.keys(saved())).toEqual(['passwd', 'system.ini', 'atxt.exe', 'Datei', 'Datei (2)']);
  });

  test('is written though the folder cannot be read, and fails where it cannot be written', async () => {
    const { files } = await phone(platform);
    const refuse = (): never => {
      throw Object.assign(new Error('permission denied'), { code: 'OS-PLUG-FILE-0007' });
    };
    const read = answerOtherwise('Filesystem.readdir', refuse);
    expect(await files.save(new Blob(['eins']), 'Bericht.txt')).toBe(true);
    read();
    const write = answerOtherwise('Filesystem.writeFile', refuse);
    await expect(files.save(new Blob(['zwei']), 'Bericht.txt')).rejects.toThrow('permission denied');
    write();
    expect(saved()).toEqual({ 'Bericht.txt': 'eins' });
  });
});

test.each(PLATFORMS)('the page knows for how long the keyboard takes room from it, on %s', async (platform) => {
  const attributes = new Set<string>();
  const documentElement = {
    toggleAttribute: (name: string, isThere: boolean) => (isThere ? attributes.add(name) : attributes.delete(name)),
  };
  vi.stubGlobal('document', { documentElement });
  await phone(platform);
  await soon();
  bridge.emit('Keyboard', 'keyboardWillShow', { keyboardHeight: 312 });
  expect([...attributes]).toEqual(['data-keyboard']);
  // It grows by a row of suggestions.
  bridge.emit('Keyboard', 'keyboardWillShow', { keyboardHeight: 356 });
  expect([...attributes]).toEqual(['data-keyboard']);
  bridge.emit('Keyboard', 'keyboardWillHide', {});
  expect([...attributes]).toEqual([]);
});

describe('what is otherwise on iOS', () => {
  test.each([
    ['android', 90, 400, [15, 1440], 'granted'],
    ['ios', 18, 64, [5, 15, 30, 60, 120, 240, 1440], 'missing'],
  ] as const)('%s watches %i places, rings %i alarms, and has buttons of its own', async (platform, ...expected) => {
    const { fences, alarms } = await phone(platform);
    expect([fences.max, alarms.limits.pending, alarms.snoozeMinutes, await alarms.exact()]).toEqual(expected);
    await alarms.openExact();
    expect(callsOf('LocalNotifications', 'changeExactNotificationSetting')).toHaveLength(platform === 'ios' ? 0 : 1);
  });

  test('the sign has the sum that the system makes, also of accounts that are shown no more', async () => {
    const { badge } = await phone('ios');
    const show = (...counts: readonly (readonly [string, number])[]) =>
      badge.show(0, new Map(counts.map(([account, count]) => [account, count])));
    await show(['demo/anna', 70], ['laden/anna', 60]);
    expect([bridge.kept.badge, bridge.kept.push.counts]).toEqual([99, { 'demo/anna': 70, 'laden/anna': 60 }]);
    await show(['laden/anna', 2]);
    expect([bridge.kept.badge, bridge.kept.push.counts]).toEqual([2, { 'demo/anna': 0, 'laden/anna': 2 }]);
    await show();
    expect(bridge.kept.badge).toBe(0);
  });
});
