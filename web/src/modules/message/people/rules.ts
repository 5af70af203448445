import { SEND_STATES, type MessageDetail } from '@kontor/contract/message';
import type { Available } from '../../sharing/index.tsx';

/** Those of some people and groups who are not in a message yet; `present`: the ids of those who are. */
export function withoutPresent({ users, groups }: Available, present: ReadonlySet<number>): Available {
  return {
    users: users.filter(({ userId }) => !present.has(userId)),
    groups: groups.flatMap((group) => {
      const userIds = group.userIds.filter((id) => !present.has(id));
      return userIds.length === 0 ? [] : [{ ...group, userIds }];
    }),
  };
}

/** Whether the person is in an open message that was sent: others come to it by them, and they can leave it. */
export const isWithin = ({ isOpen, sendState, changeable, leftAt }: MessageDetail): boolean =>
  isOpen && sendState >= SEND_STATES.sending && changeable && leftAt === null;
