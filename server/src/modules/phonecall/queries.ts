import type { phonecallQueries } from '@kontor/contract/phonecall';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { requireRight } from '../account/index.ts';
import { nameOfCaller, nameOfMember } from '../record/index.ts';

export const queryHandlers: Pick<QueryHandlers<typeof phonecallQueries>, 'callerName'> = {
  async callerName(ctx, { idoId, idoInstanceId, contactPersonId, callerNumber }) {
    requireRight(ctx, 'idoList');
    const callerName =
      idoId === null
        ? await nameOfCaller(ctx, callerNumber)
        : await nameOfMember(ctx, {
            recordId: idoId,
            kindId: idoInstanceId,
            personId: contactPersonId,
          });
    return { callerName };
  },
};
