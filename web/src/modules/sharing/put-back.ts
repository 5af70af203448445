import type { SharedPeople } from '@kontor/contract/activity';
import { sharingCommands } from '@kontor/contract/sharing';
import type { FieldBack } from '../../shell/index.ts';

/** Makes the shares again that ended, ends those that were made, and says again what was said. */
export const putBack: FieldBack['run'] = async ({ client }, aggregateId, { before, after }) => {
  const was = before as SharedPeople | null;
  const now = after as SharedPeople | null;
  const aggregateIds = [aggregateId];
  if (was !== null)
    await client.sendNow(sharingCommands.set, { aggregateIds, userIds: [...was.userIds], message: was.message });
  else if (now !== null) await client.sendNow(sharingCommands.remove, { aggregateIds, userIds: [...now.userIds] });
};
