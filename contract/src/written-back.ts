import { ALL_COMMANDS, ALL_QUERIES } from './all.ts';

/** A query and a command that writes what it answers. */
export interface WrittenBack {
  readonly query: string;
  readonly command: string;
  /** The query answers several things, of which the command writes one. */
  readonly isOfMany: boolean;
}

/** What is written of a thing as a whole, and not at one step of it. */
const WRITES = /^(?:process|save|edit|editSingle|update|change)$/;
/** The same with the name of the thing behind it. */
const WRITES_ONE = /^(?:save|edit|update|change)([A-Z]\w*)$/;

/** Pairs that are named like this, but whose command writes something else than the query answers, with what that is. */
const OTHER_THINGS: Readonly<Record<string, string>> = {
  'message.details message.edit': 'one text of a thread',
  'globalization.details globalization.update': 'what is said to those whom an item is shared with',
  'document.boxes document.saveBox': 'the query offers boxes by their names; document.boxSettings has their members',
  'phoneCall.lists phoneCall.saveList':
    'the query offers lists by their names; phoneCall.listSettings has their members',
  'mail.accounts mail.updateAccount': 'the query offers what one writes from; mail.accountSettings has the accounts',
  'recordActivity.communicationTypes recordActivity.saveCommunicationTypes': 'the whole list, under a name',
};

const pluralsOf = (name: string): readonly string[] => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')];

function writersOf(query: string): readonly Omit<WrittenBack, 'query'>[] {
  const [module = '', name = ''] = query.split('.');
  return [...ALL_COMMANDS.keys()].flatMap((command): readonly Omit<WrittenBack, 'query'>[] => {
    const [itsModule, verb = ''] = command.split('.');
    if (itsModule !== module || OTHER_THINGS[`${query} ${command}`] !== undefined) return [];
    if (/^(?:details|configuration)$|Details$/.test(name))
      return WRITES.test(verb) ? [{ command, isOfMany: false }] : [];
    const [, thing = ''] = WRITES_ONE.exec(verb) ?? [];
    const own = thing.slice(0, 1).toLowerCase() + thing.slice(1);
    if (own === '') return [];
    if (own === name) return [{ command, isOfMany: false }];
    return pluralsOf(own).includes(name) ? [{ command, isOfMany: true }] : [];
  });
}

/** All such pairs of the contract, found by their names: what an operation that comes to it is called decides whether it is held, too. */
export const WRITTEN_BACK: readonly WrittenBack[] = [
  ...[...ALL_QUERIES.keys()].flatMap((query) => writersOf(query).map((writer) => ({ query, ...writer }))),
  { query: 'mail.prepareAnswer', command: 'mail.saveDraft', isOfMany: false },
  { query: 'mail.prepareAnswer', command: 'mail.send', isOfMany: false },
];
