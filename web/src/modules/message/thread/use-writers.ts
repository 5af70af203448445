import { parseAggregateId } from '@kontor/contract/kernel';
import { messageCommands, messageEvents, messageQueries, type MessageDetail } from '@kontor/contract/message';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { namesOf, saidOfNames, useAttendants } from '../../activity/attendance/index.ts';
import { createTyping, type Typing } from './typing.ts';
import { writersTexts } from './writers-texts.ts';

/** So many are named. */
const NAMED = 2;

const entryOf = (aggregateId: string): number | undefined => parseAggregateId(aggregateId)?.entryId;

/**
 * Who else is writing in a thread, in words, and what says that the person is. `details`: undefined where nobody writes. Of who only reads nobody is
 * told: some people hide how far they have read.
 */
export function useWriters(details: MessageDetail | undefined): Typing & { readonly said: string } {
  const t = useTexts(writersTexts);
  const language = useLanguage();
  const { transport } = useClient();
  const [isTyping, setTyping] = useState(false);
  const [typing] = useState(() => createTyping(setTyping));
  useEffect(() => typing.end, [typing]);
  const thread =
    details === undefined
      ? undefined
      : {
          aggregateId: details.aggregateId,
          communicationPartnerUserId: details.communicationPartnerUserId,
        };
  const { data, requestedAt } = useAsk(messageQueries.attendance, thread);
  const people = useAttendants(
    thread === undefined
      ? undefined
      : {
          key: `message ${entryOf(thread.aggregateId)} ${thread.communicationPartnerUserId ?? 0}`,
          answer: { data, requestedAt },
          say: (doing) => transport.report(messageCommands.attend, { ...thread, doing }),
          heard: ({ type, payload }) => {
            if (type !== messageEvents.attended.type) return undefined;
            const parsed = v.safeParse(messageEvents.attended.payload, payload);
            if (!parsed.success) return undefined;
            const { aggregateId, partner, people: others, order } = parsed.output;
            const isHere =
              entryOf(aggregateId) === entryOf(thread.aggregateId) && partner === thread.communicationPartnerUserId;
            return isHere ? { people: others, order } : undefined;
          },
        },
    isTyping ? 'writing' : undefined,
  );
  const names = namesOf(people, 'writing');
  const said = names.length === 0 ? '' : names.length > NAMED ? t.several : saidOfNames(language, t.writing, names);
  return { ...typing, said };
}
