import { describe, expect, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import { createDrafts } from '../client/drafts.ts';
import { Failure } from '../client/failure.ts';
import { testEnvironment } from '../client/testing/rows.ts';
import { memoryVault } from '../client/testing/vault.ts';
import type { VaultStore } from '../client/vault.ts';
import type { Kept } from './co-edit.ts';
import { openEdit, saveKept, type CoEditKind } from './open-edits.ts';
import { own } from './own.ts';

interface Note {
  readonly text: string;
}
type Answer = 'saved' | 'offline' | 'gone' | 'missing' | 'forbidden';
const ID = '{"moduleName":"module_note"}';

const failureOf = (code: string, status: number): Failure =>
  new Failure('problem', code, { status, problem: { type: 'about:blank', title: code, status, code } });

/** A server, and pages of one browser. `account` parts tests from each other: they share the locks of this process. */
function setUp(account: string) {
  const vault: VaultStore = memoryVault();
  const sent: { id: string; text: string }[] = [];
  const server = { answer: 'saved' as Answer };
  const notes: CoEditKind<Note> = {
    kind: 'note',
    merge: (_base, mine) => ({ value: mine, conflicts: [] }),
    send: async (_client, id, { version, fields }) => {
      if (server.answer === 'offline') throw new Failure('offline', 'no network');
      if (server.answer === 'forbidden') throw failureOf('RIGHT_MISSING', 403);
      if (server.answer !== 'saved') throw failureOf('NOT_FOUND', 404);
      sent.push({ id, text: fields.text });
      return { version: version + 1 };
    },
    ask: () => (server.answer === 'gone' ? Promise.reject(failureOf('NOT_FOUND', 404)) : Promise.resolve({})),
    textOf: ({ text }) => text,
  };
  const page = (): Client => {
    // Nothing is sent again by itself here.
    const env = testEnvironment(fetch, { sleep: () => new Promise(() => undefined), newId: () => crypto.randomUUID() });
    const drafts = createDrafts({
      vault,
      account,
      now: env.now,
      later: () => () => undefined,
      onHide: () => () => undefined,
      channel: () => ({ post: () => undefined, close: () => undefined }),
      onTrouble: () => undefined,
      isRemoved: () => false,
    });
    return { key: account, env, drafts: () => Promise.resolve(drafts) } as unknown as Client;
  };
  const keep = async (text: string, id = ID): Promise<void> => {
    const drafts = await page().drafts();
    const base = { version: 1, fields: { text: '' } };
    (await drafts.open<Kept<Note>>({ kind: 'note', id })).save({ base, mine: { text } });
    await drafts.flush();
  };
  const kept = async (): Promise<readonly string[]> =>
    (await (await page().drafts()).list()).map(({ value }) => (value as Kept<Note>).mine.text);
  return { server, notes, page, keep, kept, sent };
}

describe('what was left before it was saved', () => {
  test('is saved by the next page, and kept no more', async () => {
    const { notes, page, keep, kept, sent } = setUp('saved');
    await keep('Im Zug');
    const client = page();
    expect(await saveKept(client, notes)).toEqual([]);
    await (await client.drafts()).flush();
    expect([sent, await kept()]).toEqual([[{ id: ID, text: 'Im Zug' }], []]);
  });

  test('of something that is gone is shown, and kept until it was seen', async () => {
    const { server, notes, page, keep, kept, sent } = setUp('gone');
    await keep('Im Zug');
    server.answer = 'gone';
    const client = page();
    const [lost] = await saveKept(client, notes);
    expect([lost?.text, await kept()]).toEqual(['Im Zug', ['Im Zug']]);
    // Neither this page nor another says it a second time.
    expect(await saveKept(client, notes)).toEqual([]);
    expect(await saveKept(page(), notes)).toEqual([]);
    lost?.giveUp();
    await (await client.drafts()).flush();
    expect([await kept(), sent]).toEqual([[], []]);
    expect(await saveKept(page(), notes)).toEqual([]);
  });

  test.each<[what: string, answer: Answer]>([
    ['only what is named in it is missing', 'missing'],
    ['the person may not write there at the moment', 'forbidden'],
    ['there is no network', 'offline'],
  ])('is kept where %s', async (_what, answer) => {
    const { server, notes, page, keep, kept } = setUp(answer);
    await keep('Im Zug');
    server.answer = answer;
    expect(await saveKept(page(), notes)).toEqual([]);
    expect(await kept()).toEqual(['Im Zug']);
  });
});

describe('two pages of one browser', () => {
  test('what one is writing is saved by no other', async () => {
    const { server, notes, page, kept, sent } = setUp('owned');
    server.answer = 'offline';
    const writing = page();
    const open = await openEdit(writing, notes, ID, { version: 1, fields: { text: '' } });
    open?.edit.write({ text: 'Halb' });
    await (await writing.drafts()).flush();
    expect(await kept()).toEqual(['Halb']);
    server.answer = 'saved';
    expect(await saveKept(page(), notes)).toEqual([]);
    expect(sent).toEqual([]);
    open?.edit.write({ text: 'Halb und ganz' });
    expect(await open?.edit.save()).toBe(true);
    expect(sent).toEqual([{ id: ID, text: 'Halb und ganz' }]);
  });

  test('both write: each keeps its own, and what either leaves is saved of the same note', async () => {
    const { server, notes, page, kept, sent } = setUp('both');
    server.answer = 'offline';
    const pages = [page(), page()];
    for (const [index, one] of pages.entries()) {
      const open = await openEdit(one, notes, ID, { version: 1, fields: { text: '' } });
      open?.edit.write({ text: `Seite ${index}` });
      await (await one.drafts()).flush();
    }
    expect((await kept()).toSorted()).toEqual(['Seite 0', 'Seite 1']);
    expect(await saveKept(page(), notes)).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('what was kept beside is saved of the note itself', async () => {
    const { notes, page, keep, sent } = setUp('beside');
    await keep('Daneben', `${ID}/1795219200000`);
    expect(await saveKept(page(), notes)).toEqual([]);
    expect(sent).toEqual([{ id: ID, text: 'Daneben' }]);
  });

  test('what the server will not have is another’s once its page has left it', async () => {
    const { server, notes, page, sent } = setUp('left');
    const first = page();
    const open = await openEdit(first, notes, ID, { version: 1, fields: { text: '' } });
    server.answer = 'forbidden';
    open?.edit.write({ text: 'Text' });
    await open?.edit.save();
    open?.release();
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.answer = 'saved';
    await saveKept(page(), notes);
    expect(sent).toEqual([{ id: ID, text: 'Text' }]);
  });
});

describe('a name that one page has', () => {
  test('is another’s when it is let go, and its own again at once', async () => {
    const first = await own('one');
    expect(first).toBeDefined();
    expect(await own('one')).toBeUndefined();
    first?.();
    const again = await own('one');
    expect(again).toBeDefined();
    again?.();
  });
  test('is everyone’s where browsers have no locks', async () => {
    vi.stubGlobal('navigator', {});
    const both = [await own('none'), await own('none')];
    vi.unstubAllGlobals();
    expect(both.every((one) => one !== undefined)).toBe(true);
  });
  test('is everyone’s where the page may not have any', async () => {
    const refuses = { request: () => Promise.reject(new Error('SecurityError')) } as unknown as LockManager;
    expect(await own('refused', refuses)).toBeDefined();
    expect(await own('refused', refuses)).toBeDefined();
  });
});
