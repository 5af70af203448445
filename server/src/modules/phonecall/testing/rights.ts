import type {
  bookImportCommands,
  bookImportQueries,
  phonecallCommands,
  phonecallQueries,
} from '@kontor/contract/phonecall';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { freshName, newRecord } from '../../../testing/rights/given.ts';
import { MAIL, NO, NONE, forAdministrators, row, type Row } from '../../../testing/rights/rows.ts';
import { LINE_OPERATIONS } from './rights-lines.ts';

/** A call that the owner has written down, which says what is in mails; nobody else sees it. */
const callFields = ({ mailWord, ids }: Fixture) => ({
  // What the caller is called, as no telephone number could name them.
  callerNumber: '',
  newCallerName: mailWord,
  reason: mailWord,
  phoneCallListId: 0,
  receivedBy: ids.owner,
  receivedFor: 0,
  idoLinkings: [],
});
const newCall = async (fixture: Fixture) => {
  const { aggregateId } = await fixture.clients.owner.command<{ aggregateId: string }>('phoneCall.create', {
    direction: 0,
    ...callFields(fixture),
  });
  return { aggregateId };
};

let last = 100_000;
/** A number that nobody has yet. */
const freshNumber = (): string => `0471 ${(last += 1)}`;
const newEntry = async ({ clients }: Fixture): Promise<number> =>
  (await clients.owner.command<{ id: number }>('phoneBook.create', { name: freshName(), number: freshNumber() })).id;
const ofBook = row([NO, '200', NO, '200', '200']);

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Query = NameIn<typeof phonecallQueries> | NameIn<typeof bookImportQueries>;
type Command = NameIn<typeof phonecallCommands> | NameIn<typeof bookImportCommands>;

/** What is of calls; what they say has the word of what mails say. The phone book, and whose a number is, is everybody's who sees calls. */
export const OPERATIONS = {
  ...LINE_OPERATIONS,
  'phoneCall.callerName': row([NO, '200', NO, '200', '200'], newRecord),
  'phoneCall.items': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await newCall(fixture);
    return { customFilter: '' };
  }),
  'phoneCall.lists': row([NO, '200', NO, '200', '200']),
  'phoneCall.details': row([NO, NONE, NO, MAIL, NONE], newCall),
  'phoneCall.file': row([NO, NONE, NO, NONE, NONE], newCall),
  'phoneCall.preview': row([NO, NONE, NO, NONE, NONE], newCall),
  'phoneCall.running': row([NO, '200', NO, '200', '200']),
  'phoneCall.card': row([NO, NONE, NO, MAIL, NONE], newCall),
  'phoneCall.create': row([NO, '200', NO, '200', '200'], ({ ids }) => ({
    ...callFields({ ids } as Fixture),
    newCallerName: '',
    reason: '',
  })),
  'phoneCall.process': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await newCall(fixture)),
    aggregateVersion: 1,
    phoneCallListId: 0,
    receivedBy: fixture.ids.owner,
    receivedFor: 0,
  })),
  'phoneCall.delete': row([NO, NONE, NO, '200', NONE], newCall),
  'phoneCall.note': row([NO, NONE, NO, '200', NONE], newCall),
  'phoneCall.setCallback': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await newCall(fixture)),
    by: fixture.ids.owner,
  })),
  'phoneCall.handOver': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await newCall(fixture)),
    userId: fixture.ids.owner,
  })),
  'phoneCall.notForMe': row([NO, NONE, NO, '200', NONE], newCall),
  'phoneCall.whoIs': row([NO, '200', NO, '200', '200']),
  'phoneCall.claim': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    ownerKind: 'book',
    ownerId: await newEntry(fixture),
  })),
  'phoneCall.revokeClaim': row([NO, '200', NO, '200', '200'], async (fixture) => {
    const about = { number: freshNumber(), ownerKind: 'book', ownerId: await newEntry(fixture), isRight: true };
    return fixture.clients.owner.command<{ claimId: number }>('phoneCall.claim', about);
  }),
  'phoneCall.block': row([NO, '200', NO, '200', '200']),
  'phoneBook.items': ofBook,
  'phoneBook.similar': ofBook,
  'phoneBook.merges': ofBook,
  'phoneBook.export': ofBook,
  'phoneBook.create': row([NO, '200', NO, '200', '200'], () => ({ name: freshName(), number: freshNumber() })),
  'phoneBook.updateName': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    phonebookNumber2NameId: await newEntry(fixture),
    updatedName: freshName(),
  })),
  'phoneBook.updateNumber': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    phonebookNumber2NameId: await newEntry(fixture),
    updatedNumber: freshNumber(),
  })),
  'phoneBook.updateCompany': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    phonebookNumber2NameId: await newEntry(fixture),
    updatedCompany: 'Werft',
  })),
  'phoneBook.delete': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    phoneBookEntryIds: [await newEntry(fixture)],
  })),
  'phoneBook.merge': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    primaryPhoneBookEntryId: await newEntry(fixture),
    replacedPhoneBookEntryIds: [await newEntry(fixture)],
  })),
  'phoneBook.undoMerge': row([NO, '200', NO, '200', '200'], async (fixture) =>
    fixture.clients.owner.command<{ mergeId: number }>('phoneBook.merge', {
      primaryPhoneBookEntryId: await newEntry(fixture),
      replacedPhoneBookEntryIds: [await newEntry(fixture)],
    }),
  ),
  // Files are theirs who have uploaded them.
  'phoneBook.import': row([NO, NONE, NO, NONE, NONE]),
  'phoneBook.importPreview': row([NO, NONE, NO, NONE, NONE]),
  'phoneBook.importCheck': row([NO, NONE, NO, NONE, NONE]),
  'phoneBook.importFaults': row([NO, NONE, NO, NONE, NONE]),
  'phoneBook.imports': ofBook,
  'phoneBook.undoImport': row([NO, NONE, NO, NONE, NONE]),
  'phoneCall.listSettings': forAdministrators('200'),
  'phoneCall.saveList': forAdministrators('200', () => ({ listId: null, name: freshName(), memberIds: [] })),
  'phoneCall.deleteList': forAdministrators('200', async ({ clients }) =>
    clients.admin.command<{ listId: number }>('phoneCall.saveList', { name: freshName(), memberIds: [] }),
  ),
} satisfies Partial<Record<Query | Command, Row>>;
