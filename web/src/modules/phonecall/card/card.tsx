import { itemKeyOf } from '@kontor/contract/kernel';
import {
  MAX_REASON,
  phonecallCommands,
  phonecallQueries,
  type Naming,
  type RunningCall,
} from '@kontor/contract/phonecall';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { Portrait, detailHref, useKeyName, useShell, useTexts } from '../../../shell/index.ts';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { pressOf } from '../../../shell/keys/keys.ts';
import { PhoneNumber } from '../../../shell/numbers/phone-number.tsx';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import { HandOver } from '../detail/hand-over.tsx';
import { HangUp } from '../dialling/hang-up.tsx';
import { nameText } from '../naming/rules.ts';
import { namingTexts } from '../naming/texts.ts';
import { WhoChoice, WhoMore, WhoName, WhyName, useShowCandidate } from '../naming/who.tsx';
import { SIGN_ICONS, clockOf } from '../row/rules.ts';
import { useProblem } from '../use-problem.ts';
import { CardItems, useSpoken } from './items.tsx';
import { secondsAt, type CardCall } from './rules.ts';
import { cardTexts } from './texts.ts';

interface Props {
  readonly shown: CardCall;
  readonly now: number;
  readonly onFold: (() => void) | undefined;
  /** Something is written that is not saved, or nothing any more. */
  readonly onWritten: (isWritten: boolean) => void;
  readonly onClose: () => void;
}

/** One call with who it is, why that is known, what is open with them, and what can be done. It comes with the number, and the rest a moment later. */
export function CallCard({ shown, now, onFold, onWritten, onClose }: Props) {
  const n = useTexts(namingTexts);
  const { tabs } = useShell();
  const { call, state } = shown;
  const { aggregateId } = call;
  const { data: card, retry } = useAsk(phonecallQueries.card, { aggregateId });
  const people = useAsk(phonecallQueries.lists, {}).data?.users ?? [];
  const [isHandingOver, setHandingOver] = useState(false);
  const show = useShowCandidate(card?.naming.sureness === 'sure' ? card.naming.candidates[0] : undefined);
  const openCall = (): void => tabs.open(detailHref({ module: 'phonecall', aggregateId }, 'module'), 'beside');
  const field = useRef<HTMLTextAreaElement>(null);
  const who = card === undefined ? call.number || n.withheld : nameText(card.naming, n.or) || call.number || n.withheld;
  const spoken = useSpoken(card, who);
  const reason = useReason(call, who, onWritten);
  // What is written is not lost by putting the card away.
  const leave = (): void => {
    reason.keep();
    onClose();
  };
  const notForMe = useNotForMe(aggregateId, leave);
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    'Alt+1': show ?? openCall,
    'Alt+2': () => field.current?.focus(),
    'Alt+3': () => setHandingOver(true),
    'Alt+4': call.endedAt === null ? notForMe : undefined,
  };
  const press = (event: KeyboardEvent): void => {
    const act = acts[pressOf(event.nativeEvent)];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="call-card" role="group" aria-label={who} data-state={state} onKeyDown={press}>
      <CardHead {...{ call, now, onFold }} canClose={call.endedAt !== null || state !== 'ringing'} onClose={leave} />
      <p className="hidden-text" role="status">
        {spoken}
      </p>
      <CardWho naming={card?.naming} picture={card?.contactPicture ?? ''} number={call.number} who={who} />
      <CardItems card={card} />
      <CardActs
        {...{ call, card, show: show ?? openCall, hasRecord: show !== undefined, notForMe }}
        onNote={() => field.current?.focus()}
        onHandOver={() => setHandingOver(true)}
        onSaid={retry}
      />
      <CardReason {...{ field, reason }} isOver={call.endedAt !== null} onClose={onClose} />
      {isHandingOver ? (
        <HandOver
          aggregateId={aggregateId}
          people={people}
          onDone={call.endedAt === null ? leave : undefined}
          onClose={() => setHandingOver(false)}
        />
      ) : null}
    </div>
  );
}

/** Who it is, and why that is known: the number alone until it is. */
function CardWho({
  naming,
  picture,
  number,
  who,
}: {
  naming: Naming | undefined;
  /** Empty for none. */
  picture: string;
  number: string;
  who: string;
}) {
  const record = naming?.sureness === 'sure' ? (naming.candidates[0]?.record ?? undefined) : undefined;
  const shown = <PhoneNumber number={number} record={record} />;
  return (
    <div className="call-card-who">
      {/* A number has no letters to stand for it. */}
      {who === number ? (
        <span className="avatar call-card-number">
          <Icon name="phone" />
        </span>
      ) : (
        <Portrait name={who} picture={picture || null} isGuest={picture === ''} />
      )}
      <div>
        <h2>{who === number ? shown : naming === undefined ? who : <WhoName naming={naming} />}</h2>
        <p>{naming === undefined ? null : <WhoMore naming={naming} />}</p>
        <p className="call-card-why">
          {naming !== undefined && who !== number ? <span className="quiet">{shown}</span> : null}
          {naming === undefined ? null : <WhyName naming={naming} />}
        </p>
      </div>
    </div>
  );
}

/** What can be done with the call, and about who it is. */
function CardActs({
  call,
  card,
  show,
  hasRecord,
  notForMe,
  onNote,
  onHandOver,
  onSaid,
}: {
  call: RunningCall;
  card: { readonly naming: Naming; readonly hangUpId: number | null } | undefined;
  /** Opens the record or, where there is none, the call. */
  show: () => void;
  hasRecord: boolean;
  notForMe: () => void;
  onNote: () => void;
  onHandOver: () => void;
  onSaid: () => void;
}) {
  const t = useTexts(cardTexts);
  const hangUpId = card?.hangUpId ?? null;
  return (
    <div className="call-card-acts">
      <Button kind="primary" icon="address-book" data-first="" aria-keyshortcuts="Alt+1" onClick={show}>
        {hasRecord ? t.record : t.call}
      </Button>
      <Button icon="pencil-simple" aria-keyshortcuts="Alt+2" onClick={onNote}>
        {t.note}
      </Button>
      <Button icon="user" aria-haspopup="dialog" aria-keyshortcuts="Alt+3" onClick={onHandOver}>
        {t.handOver}
      </Button>
      {hangUpId === null || call.endedAt !== null ? null : <HangUp key={hangUpId} callId={hangUpId} />}
      {call.endedAt === null ? (
        <Button kind="plain" aria-keyshortcuts="Alt+4" onClick={notForMe}>
          {t.notForMe}
        </Button>
      ) : null}
      {card === undefined ? null : <WhoChoice naming={card.naming} onSaid={onSaid} />}
    </div>
  );
}

/** How it stands with the call, on which line, and for how long. */
function CardHead({
  call,
  now,
  canClose,
  onFold,
  onClose,
}: {
  call: RunningCall;
  now: number;
  canClose: boolean;
  onFold: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useTexts(cardTexts);
  const { direction, answeredAt, endedAt, list, calledNumber } = call;
  const isRinging = answeredAt === null && endedAt === null;
  return (
    <header>
      <span className="call-ring" data-ringing={isRinging}>
        <Icon name={direction === 'outgoing' ? SIGN_ICONS.out : SIGN_ICONS.in} fill />
      </span>
      <strong>
        {endedAt !== null ? t.over : answeredAt !== null ? t.talking : direction === 'outgoing' ? t.calling : t.rings}
      </strong>
      <span className="quiet call-card-line">{[list, calledNumber].filter((one) => one !== '').join(', ')}</span>
      <span className="call-clock">{clockOf(secondsAt(call, now))}</span>
      {onFold === undefined ? null : <IconButton icon="caret-down" label={t.fold} onClick={onFold} />}
      {canClose ? <IconButton icon="x" label={t.away} onClick={onClose} /> : null}
    </header>
  );
}

/** Has a call leave the person's screens, at once and on all of their devices. */
function useNotForMe(aggregateId: string, onClose: () => void): () => void {
  const sendOnce = useSendOnce();
  const { attempt } = useAttempt(useProblem());
  return () => {
    onClose();
    void attempt(() => sendOnce(phonecallCommands.notForMe, { aggregateId }));
  };
}

/** What is written about a call: kept on the device, and given to the queue once it is to be saved. */
function useReason(call: RunningCall, who: string, onWritten: (isWritten: boolean) => void) {
  const t = useTexts(cardTexts);
  const client = useClient();
  const { notices } = useShell();
  const { aggregateId } = call;
  const [text, setText] = useState('');
  const put = (next: string): void => {
    setText(next);
    onWritten(next.trim() !== '');
  };
  const { save, discard } = useDraft<string>('phonecall-card', aggregateId, put);
  return {
    text,
    write(next: string): void {
      put(next);
      save(next);
    },
    keep(): void {
      const reason = text.trim();
      if (reason !== '') {
        void client.enqueue(
          phonecallCommands.note,
          { aggregateId, reason },
          { patches: [], keys: [itemKeyOf(aggregateId)], titles: [who] },
        );
        notices.show({ text: t.kept });
      }
      discard();
      put('');
    },
  };
}

/** The field for what the call is about. Ctrl+Enter saves it; once the call is over that closes its card. */
function CardReason({
  reason: { text, write, keep: keepIt },
  isOver,
  field,
  onClose,
}: {
  reason: ReturnType<typeof useReason>;
  isOver: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onClose: () => void;
}) {
  const t = useTexts(cardTexts);
  const nameOf = useKeyName();
  const keep = (): void => {
    keepIt();
    if (isOver) onClose();
  };
  return (
    <form
      className="call-card-reason"
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <textarea
        ref={field}
        className="input"
        rows={2}
        maxLength={MAX_REASON}
        aria-label={t.reason}
        placeholder={`${t.reason} (${t.stays})`}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          keep();
        }}
      />
      {text.trim() === '' && !isOver ? null : (
        <Button type="submit" aria-keyshortcuts="Control+Enter" title={`${t.keep} (${nameOf('Ctrl+Enter')})`}>
          {t.keep}
        </Button>
      )}
    </form>
  );
}
