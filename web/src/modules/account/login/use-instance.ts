import { useEffect, useRef, useState } from 'react';
import { useKontor } from '../../../client/react.tsx';
import { findInstance, findOwnInstance, type InstanceFault } from '../../../client/sign-in.ts';
import { type FoundInstance } from '../../../client/auth-request.ts';

export interface InstanceField {
  readonly typed: string;
  /** The instance of what stands in the field. */
  readonly found: FoundInstance | undefined;
  readonly fault: InstanceFault | undefined;
  type(text: string): void;
  /** Looks for what was typed; for the one that is served here where nothing was. */
  find(): Promise<FoundInstance | undefined>;
}

/** What was found for which text. */
interface Known {
  readonly text: string;
  readonly instance: FoundInstance;
}

const textOf = (typed: string): string => typed.trim().toLowerCase();

/** The field of the instance. `own`: where one instance alone is served here, nobody has to know its name. */
export function useInstance(first: string, own: boolean): InstanceField {
  const { env } = useKontor();
  const [typed, setTyped] = useState(first);
  const [known, setKnown] = useState<Known>();
  const [fault, setFault] = useState<InstanceFault>();
  const looking = useRef<ReturnType<typeof findOwnInstance>>(undefined);
  /** Counts what was typed and looked for: answers to anything before the last are of no use. */
  const turn = useRef(0);
  const found = known?.text === textOf(typed) ? known.instance : undefined;

  useEffect(() => {
    if (!own) return undefined;
    let stopped = false;
    looking.current = findOwnInstance(env);
    void looking.current.then((instance) => {
      if (stopped || typeof instance === 'string') return;
      setTyped((text) => text || instance.info.name);
      setKnown((before) => before ?? { text: instance.info.name, instance });
    });
    return () => {
      stopped = true;
    };
  }, [env, own]);

  /** Somebody may be quicker than the answer that fills the field; and it is asked for again where there was none. */
  const lookForOwn = async (): Promise<FoundInstance | undefined> => {
    if (!own) return undefined;
    let instance = await looking.current;
    if (instance === undefined || typeof instance === 'string')
      instance = await (looking.current = findOwnInstance(env));
    if (typeof instance !== 'string') return instance;
    if (instance === 'unreachable') setFault('unreachable');
    return undefined;
  };

  return {
    typed,
    found,
    fault,
    type: (text) => {
      turn.current += 1;
      setTyped(text);
      setFault(undefined);
    },
    find: async () => {
      if (typed.trim() === '') return lookForOwn();
      if (found !== undefined) return found;
      const mine = (turn.current += 1);
      const result = await findInstance(env, typed);
      if (mine === turn.current) {
        setKnown(typeof result === 'string' ? undefined : { text: textOf(typed), instance: result });
        setFault(typeof result === 'string' ? result : undefined);
      }
      return typeof result === 'string' ? undefined : result;
    },
  };
}
