import { recordCommands } from '@kontor/contract/record';
import type { FieldBack } from '../../shell/index.ts';
import { linkedIn } from './linked-in.ts';

/** Links an item again with what it was linked with, or takes the link away that was made. */
export const putBack: FieldBack['run'] = async ({ client }, aggregateId, change) => {
  const linked = linkedIn(change);
  if (linked === undefined) return;
  const { idoId, idoInstanceId } = linked;
  const definition = change.after === null ? recordCommands.link : recordCommands.unlink;
  await client.sendNow(definition, { aggregateId, idoId, idoInstanceId });
};
