import '../row/row.css';
import {
  MAX_RECEIVERS_PAGE,
  isGuestId,
  messageCommands,
  messageQueries,
  type MessageDetail,
  type Receiver,
} from '@kontor/contract/message';
import { useState, type ReactNode } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { Portrait, useFormats, useMinute, useSettings, useShell, useTexts } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Button, Callout, Icon, SkeletonBlock } from '../../../ui/parts.tsx';
import { peopleTexts } from '../people/texts.ts';
import { texts } from '../texts.ts';

/** So many can be overseen without a search. */
const FEW = 8;

type ReceiverState = 'unreached' | 'mailed' | 'answered' | 'done' | 'read' | 'process' | 'unread' | 'open';
const ICONS: Readonly<Record<ReceiverState, IconName>> = {
  unreached: 'warning',
  mailed: 'envelope-simple',
  answered: 'arrow-bend-up-left',
  done: 'check',
  read: 'checks',
  process: 'circle-half',
  unread: 'hourglass',
  open: 'hourglass',
};

/** How far a receiver is: what asks for the person first, then what is over. `seesMarks`: the person is told what others have read. */
function stateOfReceiver(
  { unread, status, readAt, guest }: Pick<Receiver, 'unread' | 'status' | 'readAt' | 'guest'>,
  seesMarks: boolean,
): ReceiverState {
  if (guest?.isReached === false) return 'unreached';
  if ((unread ?? 0) > 0) return 'answered';
  if (guest !== undefined) return 'mailed';
  if (status === 3) return 'done';
  if (readAt !== null) return 'read';
  if (status === 2) return 'process';
  return seesMarks ? 'unread' : 'open';
}

/** Whether the person is told how far others have read: not where the instance, or they themselves, have it off. */
function useSeesMarks(): boolean {
  const own = useSettings().messageReadMarks;
  return useAsk(messageQueries.rules, {}).data?.readMarks !== false && own;
}

/** Says how far receivers are, with an icon. */
function useSaying(): (receiver: Receiver) => { readonly icon: IconName; readonly words: string } {
  const seesMarks = useSeesMarks();
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  return (receiver) => {
    const state = stateOfReceiver(receiver, seesMarks);
    const icon = ICONS[state];
    if (state !== 'read') return { icon, words: t.states[state] };
    return { icon, words: t.states.read(formats.short(Date.parse(receiver.readAt ?? '') / 1000, now)) };
  };
}

interface Props {
  readonly details: MessageDetail;
  /** Whose thread is shown; null for that of all. */
  readonly partner: number | null;
  /** Left out where there is nothing to choose. */
  readonly onChoose: ((partner: number | null) => void) | undefined;
}
interface WholeProps extends Props {
  /** Asks whom to add; left out where the person cannot. */
  readonly onAdd: (() => void) | undefined;
}

/** What can be missing of receivers. */
type Missing = 'unread' | 'unfinished' | 'unconfirmed';

/** How many receivers have read it. */
const readOf = ({ extras }: MessageDetail['entry']): number => Number(extras['read'] ?? 0);

/** The column of those whom a message went to. Who sent it sees who has not read it, is not done with it, or has not confirmed it, and reminds them. `children`: what else can be done. */
export function ReceiversColumn({ details, partner, onChoose, onAdd, children }: WholeProps & { children: ReactNode }) {
  const t = useTexts(texts);
  const p = useTexts(peopleTexts);
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState<Missing>();
  /** Pages that are asked for; 0 as long as those that the details bring along are enough. */
  const [pages, setPages] = useState(0);
  const { receivers, receiverCount, guestCount, group, isOpen, entry } = details;
  const sought = typed.trim().toLocaleLowerCase();
  const isSender = onChoose !== undefined;
  const pageCount = Math.max(pages, missing === undefined ? 0 : 1);
  const choose = (next: Missing | undefined): void => {
    setMissing(next);
    setPages(0);
  };
  return (
    <section className="message-receivers" aria-label={t.receivers}>
      <h2>{t.receiversOf(group, receiverCount)}</h2>
      {onAdd === undefined ? null : (
        <Button icon="user-plus" onClick={onAdd}>
          {p.add}
        </Button>
      )}
      {isSender ? <Progress details={details} missing={missing} onMissing={choose} /> : null}
      {receiverCount <= FEW ? null : (
        <input
          type="search"
          className="input"
          aria-label={t.find}
          placeholder={t.find}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            if (receiverCount > receivers.length) setPages(Math.max(1, pages));
          }}
        />
      )}
      <ul>
        {onChoose === undefined || sought !== '' || missing !== undefined ? null : (
          <li>
            <button type="button" aria-current={partner === null} onClick={() => onChoose(null)}>
              <span className="avatar message-group" data-size="s" aria-hidden="true">
                <Icon name="users" small />
              </span>
              <span className="message-receiver">
                <strong>{t.all}</strong>
                <span className="quiet small">{t.allHint}</span>
              </span>
            </button>
          </li>
        )}
        {pageCount === 0 && receiverCount === 0 ? null : pageCount === 0 ? (
          <Lines {...{ receivers, sought, partner, onChoose }} />
        ) : (
          Array.from({ length: pageCount }, (_one, index) => (
            <Page
              key={`${missing ?? ''} ${sought} ${index}`}
              {...{ details, missing, sought, partner, onChoose }}
              page={index + 1}
              isLast={index + 1 === pageCount}
              onMore={() => setPages(pageCount + 1)}
            />
          ))
        )}
      </ul>
      {pageCount === 0 && receiverCount > receivers.length ? (
        <Button kind="plain" onClick={() => setPages(1)}>
          {t.further(receiverCount - receivers.length)}
        </Button>
      ) : null}
      {isSender && readOf(entry) < receiverCount - guestCount ? <Remind aggregateId={details.aggregateId} /> : null}
      {children}
      <p className="quiet small">{isOpen ? t.everybody : isSender ? t.onlyYou : null}</p>
    </section>
  );
}

/** How far receivers are, for who sent it, and the choice of those who are not. */
function Progress({
  details: { receiverCount, guestCount, entry, confirmation },
  missing,
  onMissing,
}: Pick<Props, 'details'> & { missing: Missing | undefined; onMissing: (missing: Missing | undefined) => void }) {
  const t = useTexts(texts);
  const seesMarks = useSeesMarks();
  const done = Number(entry.extras['done'] ?? 0);
  const read = seesMarks ? readOf(entry) : undefined;
  return (
    <>
      <p className="message-meter">
        <progress max={Math.max(1, receiverCount - guestCount)} value={read ?? done} aria-hidden="true" />
        {t.counts(read, done)}
        {confirmation?.counts ? (
          <span>{t.confirmedBy(confirmation.counts.confirmed, confirmation.counts.of)}</span>
        ) : null}
      </p>
      <select
        className="input"
        aria-label={t.missing}
        value={missing ?? ''}
        onChange={({ currentTarget: { value } }) => onMissing(value === '' ? undefined : (value as Missing))}
      >
        <option value="">{t.missingNothing}</option>
        {seesMarks ? <option value="unread">{t.missingRead}</option> : null}
        <option value="unfinished">{t.missingDone}</option>
        {confirmation === null ? null : <option value="unconfirmed">{t.missingConfirmed}</option>}
      </select>
    </>
  );
}

/** Receivers, each in a line. */
function Lines({
  receivers,
  sought,
  partner,
  onChoose,
}: Pick<Props, 'partner' | 'onChoose'> & { receivers: readonly Receiver[]; sought: string }) {
  const t = useTexts(texts);
  const shown = receivers.filter(({ name }) => name.toLocaleLowerCase().includes(sought));
  if (shown.length === 0)
    return <li className="message-receivers-none quiet small">{sought === '' ? t.nobodyMissing : t.nobodyFound}</li>;
  return shown.map((receiver) => (
    <li key={receiver.userId}>
      <ReceiverLine receiver={receiver} isShown={receiver.userId === partner} onChoose={onChoose} />
    </li>
  ));
}

/** One page of them as the server has them, with what leads to the next. */
function Page({
  details: { aggregateId },
  missing,
  sought,
  page,
  isLast,
  onMore,
  ...rest
}: Props & { missing: Missing | undefined; sought: string; page: number; isLast: boolean; onMore: () => void }) {
  const t = useTexts(texts);
  const { data, failure, retry } = useAsk(messageQueries.receivers, { aggregateId, only: missing ?? null, page });
  if (data === undefined)
    return (
      <li>
        {failure === undefined ? (
          <SkeletonBlock width="100%" height={36} />
        ) : (
          <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
            {t.receiversFailed}
          </Callout>
        )}
      </li>
    );
  const further = data.count - page * MAX_RECEIVERS_PAGE;
  return (
    <>
      {page > 1 && data.receivers.length === 0 ? null : <Lines {...rest} receivers={data.receivers} sought={sought} />}
      {isLast && further > 0 ? (
        <li>
          <Button kind="plain" onClick={onMore}>
            {t.further(further)}
          </Button>
        </li>
      ) : null}
    </>
  );
}

/** Brings the message back to those who have not read it, once a day. */
function Remind({ aggregateId }: { aggregateId: string }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const { attempt } = useAttempt(({ kind }) => (kind === 'offline' ? t.remindOffline : t.remindFailed));
  const remind = () =>
    attempt(async () => {
      const { count } = await client.sendNow(messageCommands.remind, { aggregateId });
      notices.show({ text: count === 0 ? t.remindedAlready : t.reminded(count) });
    });
  return (
    <Button icon="bell" onClick={() => void remind()}>
      {t.remind}
    </Button>
  );
}

function ReceiverLine({
  receiver,
  isShown,
  onChoose,
}: {
  receiver: Receiver;
  isShown: boolean;
  onChoose: Props['onChoose'];
}) {
  const t = useTexts(texts);
  const say = useSaying();
  const { userId, name } = receiver;
  const unread = receiver.unread ?? 0;
  const { icon, words } = say(receiver);
  const content = (
    <>
      <Portrait name={name} picture={null} userId={isGuestId(userId) ? undefined : userId} size="s" />
      <span className="message-receiver">
        <strong>{name}</strong>
        <span className="quiet small">
          <Icon name={icon} small /> {words}
        </span>
      </span>
      {unread === 0 ? null : (
        <span className="message-unread">
          <span aria-hidden="true">{unread}</span>
          <span className="hidden-text">{t.unread(unread)}</span>
        </span>
      )}
    </>
  );
  if (onChoose === undefined) return <div className="message-receiver-line">{content}</div>;
  return (
    <button type="button" aria-current={isShown} onClick={() => onChoose(userId)}>
      {content}
    </button>
  );
}

/** The same behind a button, where there is no room for a column. */
export function ReceiversButton({ details, partner, onChoose, onAdd }: WholeProps) {
  const t = useTexts(texts);
  const p = useTexts(peopleTexts);
  const seesMarks = useSeesMarks();
  const say = useSaying();
  const [anchor, setAnchor] = useState<DOMRect>();
  const { receivers, receiverCount, guestCount, entry } = details;
  const further = receiverCount - receivers.length;
  return (
    <>
      <button
        type="button"
        className="button message-receivers-button"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        <Icon name="users" small label={t.receivers} />
        {onChoose === undefined || !seesMarks ? receiverCount : `${readOf(entry)}/${receiverCount - guestCount}`}
        <Icon name="caret-down" small />
      </button>
      {anchor === undefined ? null : (
        <Menu
          label={t.receivers}
          anchor={anchor}
          head={further > 0 ? <span className="quiet small">{t.further(further)}</span> : undefined}
          items={[
            ...(onAdd === undefined ? [] : [{ key: 'add', label: p.add, icon: 'user-plus' as const, onSelect: onAdd }]),
            ...(onChoose === undefined
              ? []
              : [
                  {
                    key: 'all',
                    label: t.all,
                    icon: 'users' as const,
                    checked: partner === null,
                    onSelect: () => onChoose(null),
                  },
                ]),
            ...receivers.map((receiver, index) => ({
              key: String(receiver.userId),
              apart: onAdd !== undefined && index === 0,
              label: receiver.name,
              lead: (
                <Portrait
                  name={receiver.name}
                  picture={null}
                  userId={isGuestId(receiver.userId) ? undefined : receiver.userId}
                  size="s"
                />
              ),
              detail: say(receiver).words,
              ...(onChoose === undefined ? {} : { checked: receiver.userId === partner }),
              onSelect: () => onChoose?.(receiver.userId),
            })),
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
