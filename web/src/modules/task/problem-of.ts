import type { Failure } from '../../client/failure.ts';
import type { problemTexts } from './texts.ts';

/** What is said of a failure about tasks. */
export const problemOf = (t: typeof problemTexts.de, failure: Pick<Failure, 'code' | 'kind'>): string =>
  failure.kind === 'offline' ? t.OFFLINE : ((t as Readonly<Record<string, string>>)[failure.code] ?? t.other);
