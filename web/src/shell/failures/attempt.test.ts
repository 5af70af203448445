import { expect, test, vi } from 'vitest';
import { attempt } from './attempt.ts';
import type { Notices } from '../bars/notices.ts';

test('what cannot be loaded is told, and done when it is tried again', async () => {
  const show = vi.fn<Notices['show']>();
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValueOnce();
  attempt({ notices: { show } as unknown as Notices, language: 'de' }, run);
  await expect.poll(() => show.mock.calls.length).toBe(1);
  const [notice] = show.mock.calls[0] ?? [];
  expect(notice).toMatchObject({ tone: 'fault', text: expect.stringContaining('nicht geladen') });
  notice?.action?.run();
  await expect.poll(() => run.mock.calls.length).toBe(2);
  expect(show).toHaveBeenCalledOnce();
});
