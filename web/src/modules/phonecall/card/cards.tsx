import './card.css';
import { phonecallQueries } from '@kontor/contract/phonecall';
import { useEffect, useRef, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useMedia, useTexts } from '../../../shell/index.ts';
import { pressOf } from '../../../shell/keys/keys.ts';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { nameText } from '../naming/rules.ts';
import { namingTexts } from '../naming/texts.ts';
import { SIGN_ICONS, clockOf } from '../row/rules.ts';
import { CallCard } from './card.tsx';
import { secondsAt, stackOf, type CardCall } from './rules.ts';
import { cardTexts } from './texts.ts';
import { useCalls } from './use-calls.ts';

/**
 * Calls that ring, over every screen: one with a whole card, the next ones below. Nothing here takes the focus by itself; F9 goes into the card, from
 * wherever, and back.
 */
export function CallCards() {
  const t = useTexts(cardTexts);
  const { calls, now, written, setWrittenAt, close } = useCalls();
  const [chosen, setChosen] = useState<string>();
  const [isFolded, setFolded] = useState(false);
  const { whole, below, more } = stackOf(calls, chosen, written);
  const isSheet = useMedia('(max-width: 600px)');
  const root = useRef<HTMLElement>(null);
  useFocusKey(root, () => setFolded(false));
  if (calls.length === 0) return null;
  return (
    <section
      ref={root}
      className="call-cards"
      aria-label={t.calls}
      data-sheet={isSheet}
      data-folded={isSheet && isFolded}
      // What is behind the card is not meant by the keys that are pressed in it.
      onKeyDown={(event) => event.stopPropagation()}
    >
      {whole === undefined ? null : isSheet && isFolded ? (
        <FoldedCall shown={whole} now={now} onShow={() => setFolded(false)} label={t.unfold} />
      ) : (
        <CallCard
          key={whole.call.aggregateId}
          shown={whole}
          now={now}
          onFold={isSheet ? () => setFolded(true) : undefined}
          onWritten={(isWritten) => setWrittenAt(whole.call.aggregateId, isWritten)}
          onClose={() => close(whole.call.aggregateId)}
        />
      )}
      {isSheet && whole !== undefined
        ? null
        : below.map((one) => (
            <NextCall
              key={one.call.aggregateId}
              shown={one}
              now={now}
              onShow={() => setChosen(one.call.aggregateId)}
              onClose={() => close(one.call.aggregateId)}
            />
          ))}
      {more === 0 || isSheet ? null : <p className="call-next quiet">{t.more(more)}</p>}
    </section>
  );
}

/** F9 goes into the card, also out of a field; pressed in it, it goes back to where the focus was. */
function useFocusKey(root: { readonly current: HTMLElement | null }, onFocus: () => void): void {
  const before = useRef<Element>(null);
  const unfold = useRef(onFocus);
  useEffect(() => {
    unfold.current = onFocus;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const card = root.current;
      if (card === null || pressOf(event) !== 'F9') return;
      event.preventDefault();
      if (card.contains(document.activeElement)) {
        if (before.current instanceof HTMLElement) before.current.focus();
        return;
      }
      before.current = document.activeElement;
      unfold.current();
      (card.querySelector<HTMLElement>('[data-first]') ?? card.querySelector<HTMLElement>('button'))?.focus();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [root]);
}

/** Who a call is with, as far as it is known: the number alone at first. */
function useCaller({ call }: CardCall): string {
  const n = useTexts(namingTexts);
  const { aggregateId, number } = call;
  const naming = useAsk(phonecallQueries.card, { aggregateId }).data?.naming;
  return (naming === undefined ? '' : nameText(naming, n.or)) || number || n.withheld;
}

/** A call below the card: it gets the card by a press. */
function NextCall({
  shown,
  now,
  onShow,
  onClose,
}: {
  shown: CardCall;
  now: number;
  onShow: () => void;
  onClose: () => void;
}) {
  const t = useTexts(cardTexts);
  const who = useCaller(shown);
  const people = useAsk(phonecallQueries.lists, {}).data?.users ?? [];
  const nameOf = (id: number): string => people.find(({ userId }) => userId === id)?.fullName ?? t.somebody;
  const { call, state } = shown;
  const meant = people.find(({ userId }) => userId === call.receivedFor);
  const clock = <span className="call-clock">{clockOf(secondsAt(call, now))}</span>;
  if (state === 'taken' || state === 'over')
    return (
      <p className="call-next" data-state={state}>
        <Icon name={state === 'taken' ? 'phone-call' : SIGN_ICONS.missed} small />
        <span className="call-next-said">
          {state === 'taken' ? t.talksWith(nameOf(call.receivedBy), who) : t.nobodyTook(who)}
        </span>
        {clock}
      </p>
    );
  return (
    <div className="call-next" data-state={state}>
      <button type="button" title={t.show(who)} onClick={onShow}>
        <Icon name={state === 'own' ? 'phone-call' : SIGN_ICONS.in} small />
        <span className="call-next-said">
          <strong>{who}</strong> {meant === undefined ? call.list : t.forOne(meant.fullName)}
        </span>
        {clock}
      </button>
      <IconButton icon="x" label={t.away} onClick={onClose} />
    </div>
  );
}

/** The bar that is left of a sheet: it shows that again. */
function FoldedCall({
  shown,
  now,
  label,
  onShow,
}: {
  shown: CardCall;
  now: number;
  label: string;
  onShow: () => void;
}) {
  const who = useCaller(shown);
  return (
    <button type="button" className="call-bar" aria-label={`${label}: ${who}`} onClick={onShow}>
      <Icon name={SIGN_ICONS.live} />
      <strong>{who}</strong>
      <span className="call-clock">{clockOf(secondsAt(shown.call, now))}</span>
    </button>
  );
}
