import type { phonecallCommands, phonecallQueries } from '@kontor/contract/phonecall';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';

// For the time in which two people build side by side: the branch that brings the real ones (p2) deletes this file.
const toCome = async () => fail('NOT_FOUND');
export const twoQueries: Pick<
  QueryHandlers<typeof phonecallQueries>,
  'outgoingConfiguration' | 'nextOutgoingId' | 'dialSettings' | 'lineSettings' | 'lineFaults'
> = {
  outgoingConfiguration: toCome,
  nextOutgoingId: toCome,
  dialSettings: toCome,
  lineSettings: toCome,
  lineFaults: toCome,
};
export const twoCommands: Pick<
  CommandHandlers<typeof phonecallCommands>,
  | 'start'
  | 'hangUp'
  | 'saveLocation'
  | 'deleteLocation'
  | 'saveDialUser'
  | 'saveDialLimits'
  | 'saveLine'
  | 'renewLine'
  | 'deleteLine'
  | 'lineTemplate'
> = {
  start: toCome,
  hangUp: toCome,
  saveLocation: toCome,
  deleteLocation: toCome,
  saveDialUser: toCome,
  saveDialLimits: toCome,
  saveLine: toCome,
  renewLine: toCome,
  deleteLine: toCome,
  lineTemplate: toCome,
};
