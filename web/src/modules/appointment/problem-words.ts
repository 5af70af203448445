import type { Failure } from '../../client/failure.ts';
import type { Language } from '../../shell/index.ts';
import { problemTexts } from './problem-texts.ts';

type Said = Pick<Failure, 'code' | 'kind'> & Partial<Pick<Failure, 'problem'>>;

/** What is said of a failure about appointments. */
export function problemWords({ code, kind, problem }: Said, language: Language): string {
  const t = problemTexts[language];
  if (kind === 'offline') return t.offline;
  if (code === 'SERIES_TOO_LONG') {
    const { max } = (problem?.data ?? {}) as { readonly max?: number };
    return t.tooLong(new Intl.NumberFormat(language).format(max ?? 0));
  }
  return (t.problems as Readonly<Record<string, string>>)[code] ?? t.other;
}
