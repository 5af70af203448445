import type { Resolver } from '../egress/index.ts';

/** A name server that is not to be asked any more; a mail that names hundreds of names costs no more than others. */
const refused = (): Error => Object.assign(new Error('Too many names'), { code: 'ETIMEOUT' });

/** The same for one mail: each question once, and so many at most, within a time. */
export function withBudget(resolver: Resolver, most: number, deadline: AbortSignal): Resolver {
  const answers = new Map<string, ReturnType<Resolver>>();
  return (name, type) => {
    const key = `${type} ${name.toLowerCase()}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    if (answers.size >= most || deadline.aborted) return Promise.reject(refused());
    const answer = Promise.race([
      resolver(name, type),
      new Promise<never>((_settle, reject) => {
        deadline.addEventListener('abort', () => reject(refused()), { once: true });
      }),
    ]);
    answers.set(key, answer);
    return answer;
  };
}
