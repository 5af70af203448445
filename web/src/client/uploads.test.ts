import type { UploadAnswer } from '@kontor/contract/kernel';
import { describe, expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { memoryVault } from './testing/vault.ts';
import { createUploads } from './uploads.ts';

const MIB = 1024 * 1024;
const bytes = (size: number): File => new File([new Uint8Array(size).fill(7)], 'Plan.dwg', { type: 'image/vnd.dwg' });

/** A server that has so much of each upload; `cut` decides what becomes of a part. */
function setUp(vault = memoryVault(), there = new Map<string, number>()) {
  const timers: (() => void)[] = [];
  let next = 0;
  const parts: [offset: number, size: number][] = [];
  const faults: (Failure | undefined)[] = [];
  const uploads = createUploads({
    vault,
    account: 'anna',
    later: (_ms, then) => {
      timers.push(then);
      return () => undefined;
    },
    newId: () => `00000000-0000-4000-8000-00000000000${(next += 1)}`,
    async send(form): Promise<UploadAnswer> {
      const id = form.get('uploadId') as string;
      const [offset, file] = [Number(form.get('offset')), form.get('file') as File];
      const fault = faults.shift();
      if (fault !== undefined) throw fault;
      const size = there.get(id) ?? 0;
      const answer = (now: number): UploadAnswer => ({
        attachmentId: 5,
        size: now,
        type: 'image/vnd.dwg',
        isComplete: now >= Number(form.get('total')),
      });
      if (offset > size)
        throw new Failure('problem', 'offset', {
          status: 409,
          problem: { type: 'about:blank', title: '', status: 409, code: 'UPLOAD_OFFSET', data: answer(size) },
        });
      parts.push([offset, file.size]);
      there.set(id, Math.max(size, offset + file.size));
      return answer(there.get(id) ?? 0);
    },
    onWake: () => () => undefined,
    onEnded: () => undefined,
  });
  return { uploads, parts, faults, timers, vault, there };
}
const states = ({ uploads }: ReturnType<typeof setUp>) =>
  [...uploads.all.get().values()].map(({ state, sent }) => [state, sent]);

describe('a file', () => {
  test('goes in parts, and says how far it is', async () => {
    const deps = setUp();
    const id = deps.uploads.add(bytes(5 * MIB));
    expect(deps.uploads.areEnded([id])).toBe(false);
    await expect.poll(() => states(deps)).toEqual([['complete', 5 * MIB]]);
    expect(deps.parts).toEqual([
      [0, 2 * MIB],
      [2 * MIB, 2 * MIB],
      [4 * MIB, MIB],
    ]);
    expect(deps.uploads.areEnded([id])).toBe(true);
  });

  test('goes on where it broke off', async () => {
    const deps = setUp();
    deps.faults.push(undefined, new Failure('offline', 'gone'));
    deps.uploads.add(bytes(5 * MIB));
    await expect.poll(() => states(deps)).toEqual([['stopped', 2 * MIB]]);
    deps.timers.at(-1)?.();
    await expect.poll(() => states(deps)).toEqual([['complete', 5 * MIB]]);
    expect(deps.parts.map(([offset]) => offset)).toEqual([0, 2 * MIB, 4 * MIB]);
  });

  test('takes the server at its word about how much is there', async () => {
    const deps = setUp();
    deps.faults.push(undefined, new Failure('offline', 'gone'));
    const id = deps.uploads.add(bytes(5 * MIB));
    await expect.poll(() => states(deps)).toEqual([['stopped', 2 * MIB]]);
    deps.there.set(id, MIB);
    deps.timers.at(-1)?.();
    await expect.poll(() => states(deps)).toEqual([['complete', 5 * MIB]]);
    expect(deps.parts.map(([offset]) => offset)).toEqual([0, MIB, 3 * MIB]);
  });

  test('goes on in another page, by what this device has of it', async () => {
    const first = setUp();
    first.faults.push(undefined, new Failure('offline', 'gone'));
    first.uploads.add(bytes(3 * MIB));
    await expect.poll(() => states(first)).toEqual([['stopped', 2 * MIB]]);
    await expect.poll(() => first.vault.count('upload-piece/anna/')).toBe(4);
    first.uploads.close();
    const second = setUp(first.vault, first.there);
    await second.uploads.load();
    await expect.poll(() => states(second)).toEqual([['complete', 3 * MIB]]);
  });

  test('that the server will not have says so, and holds nothing up', async () => {
    const deps = setUp();
    deps.faults.push(
      new Failure('problem', 'no', {
        status: 413,
        problem: { type: 'about:blank', title: '', status: 413, code: 'UPLOAD_TOO_LARGE' },
      }),
    );
    const id = deps.uploads.add(bytes(MIB));
    await expect
      .poll(() => deps.uploads.all.get().get(id))
      .toMatchObject({ state: 'failed', code: 'UPLOAD_TOO_LARGE' });
    expect(deps.uploads.areEnded([id])).toBe(true);
  });

  test('that is released leaves nothing behind', async () => {
    const deps = setUp();
    const id = deps.uploads.add(bytes(MIB));
    await expect.poll(() => states(deps)).toEqual([['complete', MIB]]);
    await expect.poll(() => deps.vault.count('upload-piece/anna/')).toBe(2);
    deps.uploads.release([id]);
    await expect
      .poll(async () => [await deps.vault.count('upload/anna/'), await deps.vault.count('upload-piece/anna/')])
      .toEqual([0, 0]);
  });
});
