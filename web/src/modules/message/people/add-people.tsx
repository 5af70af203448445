import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { listKey } from '@kontor/contract/activity';
import { itemKey, parseAggregateId, type ResultOf } from '@kontor/contract/kernel';
import {
  MAX_RECEIVERS_PAGE,
  messageCommands,
  messageKey,
  messageQueries,
  type MessageDetail,
} from '@kontor/contract/message';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Check } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Callout, SkeletonBlock } from '../../../ui/parts.tsx';
import { PeopleField, availableOf, type Chosen } from '../../sharing/index.tsx';
import { addresseesOf } from '../compose/rules.ts';
import { withoutPresent } from './rules.ts';
import { peopleTexts } from './texts.ts';

/** Names that are said one by one. */
const FEW = 3;
const NOBODY: readonly FilterUser[] = [];

/** Ids of those who are in an open message, as far as they are known yet. */
function usePresent({
  aggregateId,
  receivers,
  receiverCount,
  senderUserId,
  hasSenderLeft,
}: MessageDetail): ReadonlySet<number> {
  const pageOf = (page: number) =>
    receiverCount > receivers.length && receiverCount > (page - 1) * MAX_RECEIVERS_PAGE
      ? { aggregateId, page }
      : undefined;
  const first = useAsk(messageQueries.receivers, pageOf(1)).data?.receivers ?? [];
  const second = useAsk(messageQueries.receivers, pageOf(2)).data?.receivers ?? [];
  const sender = hasSenderLeft ? [] : [senderUserId];
  return new Set([...sender, ...[...receivers, ...first, ...second].map(({ userId }) => userId)]);
}

/** Says who was added, and who was not. */
function useSaying(users: readonly FilterUser[]) {
  const t = useTexts(peopleTexts);
  const language = useLanguage();
  const { notices } = useShell();
  const namesOf = (userIds: readonly number[]): string => {
    const names = userIds.flatMap((id) => users.find(({ userId }) => userId === id)?.fullName ?? []);
    if (names.length < userIds.length || names.length > FEW) return t.count(userIds.length);
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
  };
  return ({ added, leftOut }: ResultOf<typeof messageCommands.addPeople>): void => {
    if (added.length > 0) notices.show({ text: t.added(namesOf(added)) });
    else if (leftOut.length === 0) notices.show({ text: t.addedNobody });
    if (leftOut.length > 0) notices.show({ text: t.leftOut(namesOf(leftOut)), tone: 'fault' });
  };
}

/** Why nobody was added. */
function useProblem(): (failure: Failure) => string {
  const t = useTexts(peopleTexts);
  const faults: Readonly<Record<string, string>> = t.addFaults;
  return ({ code, problem }) => {
    if (code !== 'MESSAGE_TOO_MANY_RECEIVERS') return faults[code] ?? t.addFailed;
    const { max = 0 } = (problem?.data ?? {}) as { readonly max?: number };
    return t.tooMany(max);
  };
}

/** Asks who is to come to an open message, and whether they see what was said before. */
export function AddPeople({ details, onClose }: { details: MessageDetail; onClose: () => void }) {
  const t = useTexts(peopleTexts);
  const client = useClient();
  const ownId = useValue(client.user)?.id;
  const { data, failure, retry } = useAsk(sessionQueries.moduleUsers, { module: 'message' });
  const available = withoutPresent(availableOf(data ?? NOBODY, ownId), usePresent(details));
  const sendOnce = useSendOnce();
  const saySo = useSaying(data ?? NOBODY);
  const say = useProblem();
  const { aggregateId } = details;
  const form = useForm<{ readonly chosen: readonly Chosen[]; readonly withHistory: boolean }>({
    start: { chosen: [], withHistory: false },
    isValid: ({ chosen }) => chosen.length > 0,
    send: async ({ chosen, withHistory }) => {
      const addressee = [...addresseesOf(chosen)];
      saySo(await sendOnce(messageCommands.addPeople, { aggregateId, addressee, withHistory }));
      const id = parseAggregateId(aggregateId);
      if (id !== undefined) client.ask.touch([messageKey(id), itemKey(id), listKey('message'), listKey()]);
    },
    say,
  });
  const { ref, draft, isTried, isBusy, fault, change, submit } = form;
  return (
    <Dialog title={t.add} closeLabel={t.close} onClose={onClose}>
      <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event, onClose)}>
        {data !== undefined ? (
          <PeopleField
            available={available}
            chosen={draft.chosen}
            has={() => false}
            fault={isTried && draft.chosen.length === 0 ? t.nobodyChosen : undefined}
            words={t}
            onChange={(chosen) => change({ chosen })}
          />
        ) : failure === undefined ? (
          <SkeletonBlock width="100%" height={56} />
        ) : (
          <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
            {failure.kind === 'offline' ? t.peopleOffline : t.peopleFailed}
          </Callout>
        )}
        <Check
          label={t.withHistory}
          hint={t.withHistoryHint}
          checked={draft.withHistory}
          onChange={({ currentTarget }) => change({ withHistory: currentTarget.checked })}
        />
        <FaultNote text={fault?.text} />
        <footer className="form-buttons">
          <span className="grow" />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={isBusy}>
            {t.take}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
