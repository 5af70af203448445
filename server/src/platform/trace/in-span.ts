import { currentSpan, withSpan } from '../log/log-context.ts';
import type { SpanFacts } from './tracer.ts';

/** Does a piece of the work that is traced here; what it sends to the database is a piece of it. Just does it where nothing is traced. */
export async function inSpan<T>(name: string, work: () => Promise<T>, facts?: SpanFacts): Promise<T> {
  const span = currentSpan()?.child(name, facts);
  if (span === undefined) return work();
  let failed = true;
  try {
    const result = await withSpan(span, work);
    failed = false;
    return result;
  } finally {
    span.end(failed);
  }
}
