import { LONG_MS } from '../../ui/working.tsx';
import type { Notices } from '../bars/notices.ts';

/** Says in a notice that something is being done, where it takes long, until it has ended. */
export async function whileLong<T>(notices: Notices, text: string, work: Promise<T>): Promise<T> {
  let shown: number | undefined;
  const timer = setTimeout(() => (shown = notices.show({ text, lasts: true })), LONG_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (shown !== undefined) notices.hide(shown);
  }
}
