import type { phonecallCommands, phonecallQueries } from '@kontor/contract/phonecall';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';

// For the time in which two people build side by side: the branch that brings the real ones (p1) deletes this file.
const toCome = async () => fail('NOT_FOUND');
export const oneQueries: Pick<
  QueryHandlers<typeof phonecallQueries>,
  | 'items'
  | 'lists'
  | 'details'
  | 'file'
  | 'running'
  | 'card'
  | 'whoIs'
  | 'bookItems'
  | 'similar'
  | 'merges'
  | 'exported'
  | 'listSettings'
> = {
  items: toCome,
  lists: toCome,
  details: toCome,
  file: toCome,
  running: toCome,
  card: toCome,
  whoIs: toCome,
  bookItems: toCome,
  similar: toCome,
  merges: toCome,
  exported: toCome,
  listSettings: toCome,
};
export const oneCommands: Pick<
  CommandHandlers<typeof phonecallCommands>,
  | 'create'
  | 'process'
  | 'delete'
  | 'note'
  | 'setCallback'
  | 'handOver'
  | 'notForMe'
  | 'claim'
  | 'revokeClaim'
  | 'block'
  | 'createEntry'
  | 'updateName'
  | 'updateNumber'
  | 'removeEntries'
  | 'merge'
  | 'undoMerge'
  | 'importEntries'
  | 'saveList'
  | 'deleteList'
> = {
  create: toCome,
  process: toCome,
  delete: toCome,
  note: toCome,
  setCallback: toCome,
  handOver: toCome,
  notForMe: toCome,
  claim: toCome,
  revokeClaim: toCome,
  block: toCome,
  createEntry: toCome,
  updateName: toCome,
  updateNumber: toCome,
  removeEntries: toCome,
  merge: toCome,
  undoMerge: toCome,
  importEntries: toCome,
  saveList: toCome,
  deleteList: toCome,
};
