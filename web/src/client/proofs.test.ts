import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { createProofs } from './proofs.ts';

function attended() {
  const proofs = createProofs();
  proofs.attend();
  return proofs;
}

const WAYS = { password: true, code: true, passkey: false };
const needed = (data: unknown): Failure =>
  new Failure('problem', '', {
    status: 403,
    problem: { type: 'about:blank', title: '', status: 403, code: 'PROOF_NEEDED', data },
  });
const fault = (work: Promise<unknown>): Promise<Failure | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => error as Failure,
  );

test('where nobody draws the question it is no use to wait for the answer', async () => {
  const proofs = createProofs();
  const stop = proofs.attend();
  stop();
  expect((await fault(proofs.within(() => Promise.reject(needed(undefined)))))?.kind).toBe('offline');
});

test('what is refused for another reason is told, and nobody is asked', async () => {
  const proofs = attended();
  for (const error of [new Failure('problem', '', { status: 403 }), new Error('PROOF_NEEDED')])
    expect(await fault(proofs.within(() => Promise.reject(error)))).toBe(error);
  expect(proofs.question.get()).toBeUndefined();
});

test('one question is for all that wait, and each goes on behind it', async () => {
  const proofs = attended();
  const questions: unknown[] = [];
  proofs.question.subscribe(() => questions.push(proofs.question.get()?.ways));
  let isProven = false;
  const work = async (result: number) => {
    if (!isProven) throw needed(WAYS);
    return result;
  };
  const both = Promise.all([proofs.within(() => work(1)), proofs.within(() => work(2))]);
  await expect.poll(() => proofs.question.get()).toBeDefined();
  isProven = true;
  proofs.question.get()?.end(true);
  expect(await both).toEqual([1, 2]);
  expect(questions).toEqual([WAYS, undefined]);
});

test('whoever gives none has called it off, who cannot be asked is told why, and the next time it is asked anew', async () => {
  const proofs = attended();
  const refused = () => proofs.within(() => Promise.reject(needed(WAYS)));
  const first = fault(refused());
  await expect.poll(() => proofs.question.get()).toBeDefined();
  proofs.question.get()?.end(false);
  expect((await first)?.kind).toBe('aborted');
  const second = fault(refused());
  await expect.poll(() => proofs.question.get()).toBeDefined();
  proofs.question.get()?.end(new Failure('offline', ''));
  expect((await second)?.kind).toBe('offline');
  const third = fault(refused());
  await expect.poll(() => proofs.question.get()).toBeDefined();
  proofs.close();
  expect((await third)?.kind).toBe('aborted');
});

test('an answer that the server takes for none is asked for again', async () => {
  const proofs = attended();
  let tries = 0;
  const result = proofs.within(async () => {
    tries += 1;
    if (tries < 3) throw needed(WAYS);
    return tries;
  });
  for (let n = 0; n < 2; n += 1) {
    await expect.poll(() => proofs.question.get()).toBeDefined();
    proofs.question.get()?.end(true);
    await Promise.resolve();
    if (n === 0) await expect.poll(() => tries).toBe(2);
  }
  expect(await result).toBe(3);
});
