import type { QueryDefinition, Schema } from '@kontor/contract/kernel';
import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import { useClient } from './react.tsx';

/** What is kept on this device of some questions, whoever asked them: nobody is asked. In their order; undefined for those of which nothing is. */
export function useKeptAnswers<P extends Schema, R extends Schema>(
  definition: QueryDefinition<string, P, R>,
  params: readonly v.InferInput<P>[],
): readonly KeptResult<v.InferOutput<R>>[] {
  const { ask } = useClient();
  const [kept, setKept] = useState<{
    readonly key: string;
    readonly answers: readonly KeptResult<v.InferOutput<R>>[];
  }>();
  const key = JSON.stringify(params);
  useEffect(() => {
    let isWanted = true;
    const all = JSON.parse(key) as v.InferInput<P>[];
    void Promise.all(all.map((one) => ask.keeping(definition, one).load())).then((answers) => {
      if (isWanted) setKept({ key, answers });
    });
    return () => {
      isWanted = false;
    };
  }, [ask, definition, key]);
  return kept?.key === key ? kept.answers : [];
}

/** An answer as it was kept, and when the server gave it, in milliseconds since 1970. */
export type KeptResult<T> = { readonly data: T; readonly at: number } | undefined;
