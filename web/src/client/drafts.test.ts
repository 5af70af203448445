import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { createDrafts, type DraftMessage } from './drafts.ts';
import { memoryVault } from './testing/vault.ts';
import { Vault, type VaultStore } from './vault.ts';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

/** Pages that share a vault and hear each other. */
function setUp(vault: VaultStore, user = 'anna', isRemoved = () => false) {
  const hearing = new Set<(message: DraftMessage) => void>();
  return () => {
    const timers: { ms: number; run: () => void }[] = [];
    const hides: (() => void)[] = [];
    const trouble: boolean[] = [];
    const drafts = createDrafts({
      vault,
      account: `demo/${user}`,
      now: () => 1000,
      later: (ms, run) => {
        const timer = { ms, run };
        timers.push(timer);
        return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
      },
      onHide: (hide) => {
        hides.push(hide);
        return () => undefined;
      },
      channel: (hear) => {
        hearing.add(hear);
        return {
          post: (message) => {
            for (const other of hearing) if (other !== hear) other(message);
          },
          close: () => void hearing.delete(hear),
        };
      },
      onTrouble: (isInTrouble) => trouble.push(isInTrouble),
      isRemoved,
    });
    return { drafts, timers, hides, trouble };
  };
}
const name = { kind: 'mail', id: 'new' };

test('is kept within 200 ms, sealed, and found by the next page of the same person alone', async () => {
  const vault = await Vault.open('drafts-test');
  const page = setUp(vault);
  const first = page();
  const draft = await first.drafts.open<string>(name);
  expect(draft.value).toBeUndefined();
  draft.save('Sehr');
  draft.save('Sehr geehrte');
  expect(first.timers.map(({ ms }) => ms)).toEqual([200]);
  first.timers[0]?.run();
  await expect.poll(async () => (await page().drafts.open<string>(name)).value).toBe('Sehr geehrte');
  expect(await page().drafts.list()).toEqual([{ ...name, value: 'Sehr geehrte', savedAt: 1000 }]);
  expect((await setUp(vault, 'ben')().drafts.open(name)).value).toBeUndefined();
  await draft.discard();
  expect((await page().drafts.open(name)).value).toBeUndefined();
  vault.close();
});

test('is kept when the page is hidden or the client ends, without waiting', async () => {
  const page = setUp(memoryVault());
  const first = page();
  (await first.drafts.open<string>(name)).save('halb');
  first.hides[0]?.();
  await settle();
  expect((await page().drafts.open(name)).value).toBe('halb');
  (await first.drafts.open<string>(name)).save('ganz');
  await first.drafts.close();
  expect((await page().drafts.open(name)).value).toBe('ganz');
});

test('other pages hear of it, but not where somebody is writing', async () => {
  const page = setUp(memoryVault());
  const [first, second] = [page(), page()];
  const heard: unknown[] = [];
  second.drafts.watch(name, (draft) => heard.push(draft?.value));
  const draft = await first.drafts.open<string>(name);
  draft.save('eins');
  first.timers[0]?.run();
  await settle();
  (await second.drafts.open<string>(name)).save('mein eigenes');
  draft.save('zwei');
  first.timers[0]?.run();
  await settle();
  await draft.discard();
  expect(heard).toEqual(['eins', undefined]);
});

test('a device that refuses is said at once, and tried again', async () => {
  const vault = memoryVault();
  let isFull = true;
  const page = setUp({ ...vault, put: (...put) => (isFull ? Promise.reject(new Error('full')) : vault.put(...put)) })();
  (await page.drafts.open<string>(name)).save('eins');
  page.timers[0]?.run();
  await settle();
  expect(page.trouble).toEqual([true]);
  isFull = false;
  page.timers.at(-1)?.run();
  await settle();
  expect(page.trouble).toEqual([true, false]);
  expect(await page.drafts.list()).toHaveLength(1);
});

test.each(['before', 'while'])('is not kept where the account is removed %s it is being written', async (when) => {
  const vault = memoryVault();
  let isRemoved = when === 'before';
  const put: VaultStore['put'] = async (key, value) => {
    await vault.put(key, value);
    isRemoved = true;
  };
  const page = setUp({ ...vault, put }, 'anna', () => isRemoved)();
  (await page.drafts.open<string>(name)).save('halb');
  await page.drafts.close();
  expect(await vault.count('draft/')).toBe(0);
});

describe('a device that does not answer yet', () => {
  function opensLate() {
    const vault = memoryVault();
    const deps = { silent: true };
    const unless = <A extends readonly unknown[], R>(run: (...given: A) => Promise<R>) => {
      return (...given: A): Promise<R> => (deps.silent ? Promise.reject(new Error('silent')) : run(...given));
    };
    const page = setUp({ ...vault, get: unless(vault.get), put: unless(vault.put), remove: unless(vault.remove) })();
    const again = async (): Promise<void> => {
      for (const { run } of page.timers.splice(0)) run();
      await settle();
    };
    return { ...page, vault, deps, again };
  }
  const earlier = { ...name, value: 'von gestern', savedAt: 500 };
  const key = 'draft/demo/anna/mail/new';

  test('shows what it had kept as soon as it does, where nothing was written meanwhile', async () => {
    const { drafts, vault, deps, again } = opensLate();
    await vault.put(key, earlier);
    const heard: unknown[] = [];
    drafts.watch(name, (draft) => heard.push(draft?.value));
    expect((await drafts.open(name)).value).toBeUndefined();
    await again();
    expect(heard).toEqual([]);
    deps.silent = false;
    await again();
    expect(heard).toEqual(['von gestern']);
  });

  test('keeps both what it had kept and what was written meanwhile, and says so until then', async () => {
    const { drafts, vault, deps, again, trouble } = opensLate();
    await vault.put(key, earlier);
    const draft = await drafts.open<string>(name);
    draft.save('von heute');
    await again();
    expect(trouble).toEqual([true]);
    expect((await drafts.open(name)).value).toBe('von heute');
    deps.silent = false;
    await again();
    expect(trouble).toEqual([true, false]);
    expect((await drafts.list()).map(({ id, value }) => [id, value])).toEqual([
      ['new', 'von heute'],
      ['new/500', 'von gestern'],
    ]);
  });

  test('removes what was discarded when it answers', async () => {
    const { drafts, vault, deps, again } = opensLate();
    deps.silent = false;
    const draft = await drafts.open<string>(name);
    draft.save('gesendet');
    await again();
    deps.silent = true;
    await draft.discard();
    expect([(await drafts.open(name)).value, await vault.get(key)]).toMatchObject([undefined, { value: 'gesendet' }]);
    deps.silent = false;
    await again();
    expect(await vault.get(key)).toBeUndefined();
  });
});
