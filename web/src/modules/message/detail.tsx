import './message.css';
import { stateOf } from '@kontor/contract/activity';
import { itemKeyOf } from '@kontor/contract/kernel';
import { SEND_STATES, isGuestId, messageQueries, type MessageDetail } from '@kontor/contract/message';
import { useState, type ReactNode } from 'react';
import type { Client } from '../../client/client.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { GonePage } from '../../shell/failures/gone-page.tsx';
import {
  Portrait,
  href,
  useFormats,
  useMedia,
  useShell,
  useSplit,
  useTexts,
  type ScreenProps,
} from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Callout, Icon, SkeletonBlock } from '../../ui/parts.tsx';
import {
  ItemBar,
  ItemDetail,
  KIND_ICONS,
  RelatedItems,
  StatePills,
  activityTexts,
  useItemActs,
  useSeen,
} from '../activity/index.tsx';
import { useLinking } from '../record/index.tsx';
import { NEW_ID } from './compose/address.ts';
import { useConfirmations } from './confirmations/use-confirmations.tsx';
import { isWithin } from './people/rules.ts';
import { peopleTexts } from './people/texts.ts';
import { usePeople } from './people/use-people.tsx';
import { useHead } from './use-head.ts';
import { texts } from './texts.ts';
import { Confirmation } from './thread/confirmation.tsx';
import { ReceiversButton, ReceiversColumn } from './thread/receivers.tsx';
import { ThreadView, type ThreadFind } from './thread/thread.tsx';
import { useMuteItems } from './use-mute-items.ts';

const loadCompose = () => import('./compose/compose.tsx');
const NewMessage = lazily(() => loadCompose().then((module) => module.NewMessage));
const DraftMessage = lazily(() => loadCompose().then((module) => module.DraftMessage));

/** Asks for a message that will probably be opened next. */
export const prepareMessage = (client: Client, aggregateId: string): void =>
  client.ask.prepare(messageQueries.details, { aggregateId });

/** The partner that an address names; undefined for none. */
const partnerIn = ({ communicationPartnerUserId: given = '' }: ScreenProps['params']): number | undefined =>
  /^-?[1-9]\d{0,15}$/.test(given) ? Number(given) : undefined;

/** One message with one of its threads, or a new one that is written. */
export function MessageScreen(props: ScreenProps) {
  const t = useTexts(texts);
  const { params } = props;
  const aggregateId = params['id'] ?? '';
  if (aggregateId === NEW_ID) return <NewMessage {...props} />;
  const partner = partnerIn(params);
  const gone = { icon: KIND_ICONS.message, title: t.gone, hint: t.goneHint };
  return (
    <ItemDetail
      aggregateId={aggregateId}
      modules={['message']}
      definition={messageQueries.details}
      {...(partner === undefined ? {} : { more: { communicationPartnerUserId: partner } })}
      gone={gone}
    >
      {({ details, isGone, stale }) =>
        isGone ? (
          <GonePage {...gone} wasKnown />
        ) : (
          <Shown {...{ aggregateId, partner, details }} screen={props}>
            {stale}
          </Shown>
        )
      }
    </ItemDetail>
  );
}

/** From so many pixels on there is room for the column of receivers. */
const ROOMY = '(min-width: 1180px)';

function Shown({
  aggregateId,
  partner,
  details,
  screen,
  children,
}: {
  aggregateId: string;
  partner: number | undefined;
  details: MessageDetail | undefined;
  screen: ScreenProps;
  /** Stands between the bar and the message. */
  children: ReactNode;
}) {
  const t = useTexts(texts);
  const wide = useSplit();
  const isRoomy = useMedia(ROOMY) && wide;
  const { navigator, tabs } = useShell();
  const itemId = itemKeyOf(aggregateId);
  const close = (): void => (wide ? tabs.leave() : navigator.back());
  const acts = useItemActs(itemId, { close, isKeyed: !wide, mayDelete: true });
  useSeen(itemId, details === undefined ? undefined : acts.row?.status);
  // While another thread of it is asked for, what stands around stays.
  const [around, setAround] = useState(details);
  if (details !== undefined && details !== around) setAround(details);
  const shown = partner ?? details?.communicationPartnerUserId ?? null;
  const receivers = useReceivers(around, shown, screen);
  const muting = useMuteItems(around);
  const people = usePeople(around, acts.isTrashed);
  const confirmations = useConfirmations(around);
  const hasColumn = receivers !== undefined && isRoomy;
  const [isFinding, setFinding] = useState(false);
  const finding = { key: 'find', label: t.findTexts, icon: 'magnifying-glass' as const, hint: '/' };
  return (
    <>
      <ItemBar
        wide={wide}
        acts={acts}
        mayDelete
        label={t.bar}
        items={[
          ...(around === undefined || around.lastNo < 0 ? [] : [{ ...finding, onSelect: () => setFinding(true) }]),
          ...muting,
          ...people.items,
          ...(hasColumn ? [] : confirmations.items),
        ]}
        onClose={close}
      />
      {children}
      {acts.question}
      {people.dialogs}
      <div className="message" aria-busy={details === undefined}>
        {hasColumn ? (
          <ReceiversColumn {...receivers} onAdd={people.onAdd}>
            {confirmations.button}
          </ReceiversColumn>
        ) : null}
        <div className="message-main">
          {around === undefined ? (
            <Skeleton />
          ) : (
            <Whole
              {...{ around, details, itemId, acts }}
              partner={shown}
              isCounted={hasColumn && receivers.onChoose !== undefined}
              find={{ isOpen: isFinding, set: setFinding }}
            >
              {receivers && !hasColumn ? <ReceiversButton {...receivers} onAdd={people.onAdd} /> : null}
            </Whole>
          )}
        </div>
      </div>
    </>
  );
}

/**
 * Those whom a message went to, where they are several that the person knows of, or become more; who began it chooses from them.
 */
function useReceivers(around: MessageDetail | undefined, partner: number | null, { params, onMove }: ScreenProps) {
  const ownId = useValue(useClient().user)?.id;
  if (around === undefined) return undefined;
  const isSeveral = around.receiverCount > 1 && around.receivers.length > 0;
  if (!isSeveral && !isWithin(around)) return undefined;
  const { id = '', activityListLocation = 'module', editOrView = 'view' } = params;
  const choose = (chosen: number | null): void => {
    const given = chosen === null ? {} : { communicationPartnerUserId: String(chosen) };
    onMove(href('message', { id, activityListLocation, editOrView, ...given }));
  };
  const isChosen = around.senderUserId === ownId && !around.isOpen;
  return { details: around, partner, onChoose: isChosen ? choose : undefined };
}

/** The head over a thread: who, the state, what it is linked with. Beneath it the thread, once that is known. */
function Whole({
  around,
  details,
  partner,
  itemId,
  acts,
  isCounted,
  find,
  children,
}: {
  /** What was known of the message last, whichever thread that came with. */
  around: MessageDetail;
  details: MessageDetail | undefined;
  partner: number | null;
  itemId: string;
  acts: ReturnType<typeof useItemActs>;
  /** Receivers stand beside it, with how far they are. */
  isCounted: boolean;
  find: ThreadFind;
  /** Whom it went to, where there is no column of them. */
  children: ReactNode;
}) {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const ownId = useValue(useClient().user)?.id;
  const { name, userId } = useHead(around, partner);
  const { line, records } = useLinking(around);
  return (
    <>
      <header className="message-head">
        {userId === undefined ? (
          <span className="avatar message-group" aria-hidden="true">
            <Icon name="users" />
          </span>
        ) : (
          <Portrait name={name} picture={null} userId={userId === ownId || isGuestId(userId) ? undefined : userId} />
        )}
        <h1>
          <span>{name}</span>
          {acts.row?.extras['isMuted'] === true ? <Icon name="bell-slash" small label={t.muted} /> : null}
        </h1>
        {children}
        <StatePills
          state={acts.row === undefined ? undefined : stateOf(acts.row.status)}
          label={a.stateLabel}
          onState={acts.doIt}
        />
      </header>
      <Confirmation details={around} isCounted={isCounted} />
      {line}
      <ByMail details={around} partner={userId} />
      <RelatedItems items={around.related} />
      {details === undefined ? (
        <Skeleton />
      ) : details.sendState === SEND_STATES.draft ? (
        <DraftMessage details={details} />
      ) : (
        <ThreadView
          key={details.communicationPartnerUserId ?? 0}
          {...{ details, itemId, records, find }}
          isFixed={acts.isTrashed || details.sendState === SEND_STATES.waiting}
          otherwise={<NotWritten details={details} ownId={ownId} />}
        />
      )}
    </>
  );
}

/** What is to be known of a thread with somebody who gets mails. */
function ByMail({ details: { receivers }, partner }: { details: MessageDetail; partner: number | undefined }) {
  const t = useTexts(texts);
  const receiver = receivers.find(({ userId }) => userId === partner);
  if (receiver?.guest === undefined) return null;
  const { address, isReached } = receiver.guest;
  return isReached === false ? (
    <Callout tone="fault" icon="warning">
      {t.notReached(address)}
    </Callout>
  ) : (
    <p className="message-by-mail quiet small">
      <Icon name="envelope-simple" small /> {t.byMailTo(address)}
    </p>
  );
}

/** Why nothing can be written in a thread. */
function NotWritten({ details, ownId }: { details: MessageDetail; ownId: number | undefined }) {
  const t = useTexts(texts);
  const p = useTexts(peopleTexts);
  const formats = useFormats();
  const { senderUserId, communicationPartnerUserId: partner, isOpen, sendState, receiverCount, leftAt } = details;
  if (leftAt !== null) return <Callout icon="sign-out">{p.left(formats.full(Date.parse(leftAt) / 1000))}</Callout>;
  const isToChoose = senderUserId === ownId && !isOpen && partner === null && receiverCount > 1;
  return (
    <Callout icon={isToChoose ? 'users' : 'lock-simple'}>
      {sendState === SEND_STATES.waiting ? t.notSent : isToChoose ? t.choose : t.readOnly}
    </Callout>
  );
}

function Skeleton() {
  return (
    <div className="delayed message-skeleton" aria-hidden="true">
      <SkeletonBlock width="40%" height={26} />
      <SkeletonBlock width="62%" />
      <SkeletonBlock width="48%" />
      <SkeletonBlock width="56%" />
    </div>
  );
}
