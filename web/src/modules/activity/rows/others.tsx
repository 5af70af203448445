import { sessionQueries } from '@kontor/contract/account';
import { stateOf, type EntryRow, type Status } from '@kontor/contract/activity';
import type { ItemKindName } from '@kontor/contract/kernel';
import { queryKey } from '../../../client/ask.ts';
import type { Client } from '../../../client/client.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { createValue, type Value } from '../../../client/value.ts';
import { useTexts } from '../../../shell/index.ts';
import { initials } from '../../../ui/avatar.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { otherStates } from './other-states.ts';
import { texts } from '../texts.ts';

type Names = Value<ReadonlyMap<number, string>>;

const watched = new WeakMap<Client, Map<ItemKindName, Names>>();

/** Names of the people of a module; asked for once a client, since hundreds of rows want them. */
function namesOf(client: Client, module: ItemKindName): Names {
  let modules = watched.get(client);
  if (modules === undefined) watched.set(client, (modules = new Map()));
  let names = modules.get(module);
  if (names === undefined) {
    const value: Names = createValue<ReadonlyMap<number, string>>(new Map());
    modules.set(module, (names = value));
    const { ask } = client;
    const key = queryKey(sessionQueries.moduleUsers, { module });
    const load = (signal: AbortSignal) => ask.run(sessionQueries.moduleUsers, { module }, signal);
    ask.cache.watch(key, load, () => {
      const people = ask.cache.peek(key).data as Awaited<ReturnType<typeof load>> | undefined;
      if (people !== undefined)
        value.set(new Map(people.filter(({ userId }) => userId > 0).map(({ userId, fullName }) => [userId, fullName])));
    });
  }
  return names;
}

/** What others have done with an item, where it is not what this person has: who and how far, as a mark or in words. */
export function Others({ row, words = false }: { row: EntryRow; words?: boolean }) {
  const ownId = useValue(useClient().user)?.id;
  const others = ownId === undefined ? [] : otherStates(row, ownId, words);
  return others.length === 0 ? null : <Marks others={others} module={row.moduleName} words={words} />;
}

const MOST = 2;

function Marks({
  others,
  module,
  words,
}: {
  others: readonly (readonly [number, Status])[];
  module: ItemKindName;
  words: boolean;
}) {
  const t = useTexts(texts);
  const names = useValue(namesOf(useClient(), module));
  const people = others.map(([id, status]) => {
    const name = names.get(id) ?? t.somebody;
    return { id, status, name, text: `${name}: ${t.states[stateOf(status)]}` };
  });
  if (words)
    return (
      <ul className="others" data-words="true" aria-label={t.others}>
        {people.map(({ id, status, text, name }) => (
          <li key={id}>
            <StatusMark status={status} label={t.states[stateOf(status)]} />
            <span title={text}>{name}</span>
          </li>
        ))}
      </ul>
    );
  return (
    <span className="others" role="img" aria-label={people.map(({ text }) => text).join(', ')}>
      {people.slice(0, MOST).map(({ id, status, name, text }) => (
        <span key={id} className="other" title={text}>
          {names.has(id) ? initials(name) : '…'}
          <StatusMark status={status} label={text} />
        </span>
      ))}
      {people.length > MOST ? (
        <span
          title={people
            .slice(MOST)
            .map(({ text }) => text)
            .join('\n')}
        >
          +{people.length - MOST}
        </span>
      ) : null}
    </span>
  );
}
