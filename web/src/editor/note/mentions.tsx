import { createPortal } from 'react-dom';
import { useValue } from '../../client/react.tsx';
import { createValue, type Value } from '../../client/value.ts';
import { PresenceDot } from '../../shell/people/presence-dot.tsx';
import type { AtMention } from './nodes.ts';

/** The people whom a text names, by the elements behind their names, for as long as these stand there. */
interface Mentions {
  readonly all: Value<ReadonlyMap<HTMLElement, number>>;
  readonly at: AtMention;
}

export function createMentions(): Mentions {
  const all = createValue<ReadonlyMap<HTMLElement, number>>(new Map());
  return {
    all,
    at(host, userId) {
      all.set(new Map(all.get()).set(host, userId));
      return () => all.set(new Map([...all.get()].filter(([other]) => other !== host)));
    },
  };
}

/** The presence of those whom a text names, each behind their name. */
export function MentionDots({ mentions }: { mentions: Mentions }) {
  const all = useValue(mentions.all);
  return [...all].map(([host, userId], index) =>
    createPortal(<PresenceDot userId={userId} />, host, `${index} ${userId}`),
  );
}
