import { teamworkCommands, teamworkEvents, teamworkQueries } from '@kontor/contract/mail';
import * as v from 'valibot';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useAttendants, type Attendants } from '../../activity/attendance/index.ts';

/** Who else is at a draft that several have; `draftId` null where it is one's own alone. */
export function useDraftAttendance(draftId: number | null, doing: 'reading' | 'answering'): Attendants {
  const client = useClient();
  const { data, requestedAt } = useAsk(teamworkQueries.attendance, draftId === null ? undefined : { draftId });
  return useAttendants(
    draftId === null
      ? undefined
      : {
          key: `draft ${draftId}`,
          answer: { data, requestedAt },
          say: (now) => client.transport.report(teamworkCommands.attend, { draftId, doing: now }),
          heard: (event) => {
            if (event.type !== teamworkEvents.attended.type) return undefined;
            const parsed = v.safeParse(teamworkEvents.attended.payload, event.payload);
            if (!parsed.success || parsed.output.draftId !== draftId) return undefined;
            const { people, order } = parsed.output;
            return { people, order };
          },
        },
    doing,
  );
}
