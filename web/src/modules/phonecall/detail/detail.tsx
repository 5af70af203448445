import '../../../editor/writing/writing.css';
import './detail.css';
import { itemKeyOf } from '@kontor/contract/kernel';
import { phonecallQueries, type PhonecallDetail } from '@kontor/contract/phonecall';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { Client } from '../../../client/client.ts';
import { useAsk } from '../../../client/react.tsx';
import type { CoEdit } from '../../../editor/co-edit.ts';
import { useCoEdit } from '../../../editor/use-co-edit.ts';
import { GonePage } from '../../../shell/failures/gone-page.tsx';
import { useKeys, useShell, useSplit, useTexts, type ScreenProps } from '../../../shell/index.ts';
import { printText } from '../../../shell/print-text.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { Callout, SkeletonBlock } from '../../../ui/parts.tsx';
import { ItemBar, ItemDetail, ItemHistory, KIND_ICONS, useItemActs, useSeen } from '../../activity/index.tsx';
import { NEW_ID } from '../addresses.ts';
import { useDial } from '../dialling/intent.ts';
import { NewCall } from '../by-hand/new-call.tsx';
import { CallbackDialog } from './callback.tsx';
import { CallContent } from './content.tsx';
import { FactsDialog } from './facts-dialog.tsx';
import { CALLS, callOf, type Call } from './fields.ts';
import { HandOver } from './hand-over.tsx';
import { paperOf } from './paper.ts';
import { texts } from './texts.ts';
import { useSaying } from './use-saying.ts';

/** Asks for a call that will probably be opened next. */
export const prepareCall = (client: Client, aggregateId: string): void =>
  client.ask.prepare(phonecallQueries.details, { aggregateId });

/** One call, or one that is noted by hand. */
export function CallScreen(props: ScreenProps) {
  const t = useTexts(texts);
  const aggregateId = props.params['id'] ?? '';
  if (aggregateId === NEW_ID) return <NewCall key={props.address} {...props} />;
  const gone = { icon: KIND_ICONS.phonecall, title: t.gone, hint: t.goneHint };
  return (
    <ItemDetail aggregateId={aggregateId} modules={['phonecall']} definition={phonecallQueries.details} gone={gone}>
      {({ details, isGone, stale, retry }) =>
        // What the person writes about it stays to be seen when it is taken away.
        isGone && details?.changeable !== true ? (
          <GonePage {...gone} wasKnown />
        ) : (
          <Shown {...{ aggregateId, details, isGone, stale }} onChanged={retry} />
        )
      }
    </ItemDetail>
  );
}

interface ShownProps {
  readonly aggregateId: string;
  readonly details: PhonecallDetail | undefined;
  readonly isGone: boolean;
  readonly stale: ReactNode;
  readonly onChanged: () => void;
}

type Asking = 'callback' | 'facts' | 'history' | 'handOver';

function Shown({ aggregateId, details, isGone, stale, onChanged }: ShownProps) {
  const t = useTexts(texts);
  const itemId = itemKeyOf(aggregateId);
  const wide = useSplit();
  const { keys, navigator, tabs } = useShell();
  const dial = useDial();
  const edit = useCoEdit<PhonecallDetail, Call>(CALLS, aggregateId, details, callOf);
  const [asking, setAsking] = useState<Asking>();
  const reason = useRef<HTMLTextAreaElement>(null);
  const close = useCallback((): void => (wide ? tabs.leave() : navigator.back()), [wide, tabs, navigator]);
  const mayDelete = details?.changeable === true;
  const acts = useItemActs(itemId, { close, isKeyed: !wide, mayDelete });
  useSeen(itemId, details === undefined ? undefined : acts.row?.status);
  const isFixed = isGone || details?.changeable !== true || acts.isTrashed;
  const number = details?.naming.dial ?? '';
  const callBack =
    number === '' ? undefined : () => dial({ number, record: details?.naming.candidates[0]?.record ?? undefined });
  useKeys({
    ...(callBack === undefined ? {} : { 'Ctrl+r': callBack }),
    ...(isFixed ? {} : { B: () => setAsking('callback'), N: () => reason.current?.focus() }),
    L: () => keys.run('d'),
  });
  return (
    <>
      <CallBar {...{ wide, details, acts, mayDelete, isFixed, close }} onAsk={setAsking} />
      {isGone ? (
        <Callout tone="fault" icon="warning">
          {t.gone}. {t.goneWhile}
        </Callout>
      ) : (
        stale
      )}
      {acts.question}
      <article className="call-page" data-scrolls aria-busy={edit === undefined}>
        {edit === undefined || details === undefined ? (
          <Skeleton />
        ) : (
          <CallContent
            {...{ edit, details, acts, isFixed, reason, callBack, onChanged }}
            onCallback={() => setAsking('callback')}
            onDone={close}
          />
        )}
      </article>
      {details === undefined ? null : (
        <Dialogs {...{ asking, details, edit, isFixed, onChanged }} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}

/** The bar over a call, with what can be done by this person now. */
function CallBar({
  wide,
  details,
  acts,
  mayDelete,
  isFixed,
  close,
  onAsk,
}: {
  wide: boolean;
  details: PhonecallDetail | undefined;
  acts: ReturnType<typeof useItemActs>;
  mayDelete: boolean;
  isFixed: boolean;
  close: () => void;
  onAsk: (asking: Asking) => void;
}) {
  const t = useTexts(texts);
  const say = useSaying();
  const item = (
    key: string,
    label: string,
    icon: NonNullable<MenuItem['icon']>,
    onSelect: (() => void) | undefined,
  ): readonly MenuItem[] => (onSelect === undefined ? [] : [{ key, label, icon, onSelect }]);
  const items =
    details === undefined
      ? []
      : [
          ...item('callback', t.callback, 'bell', isFixed ? undefined : () => onAsk('callback')),
          ...item('handOver', t.handOver, 'user', acts.isTrashed ? undefined : () => onAsk('handOver')),
          ...item(
            'facts',
            t.facts,
            'pencil-simple',
            !isFixed && (details.isManual || details.mayCorrect) ? () => onAsk('facts') : undefined,
          ),
          ...item(
            'print',
            t.print,
            'printer',
            details.mayPrint ? () => void printText(t.call, paperOf(details, t, say)) : undefined,
          ),
          ...item('history', say.history, 'clock-counter-clockwise', () => onAsk('history')),
        ];
  return <ItemBar {...{ wide, acts, mayDelete, items }} label={t.bar} onClose={close} />;
}

function Dialogs({
  asking,
  details,
  edit,
  isFixed,
  onChanged,
  onClose,
}: {
  asking: Asking | undefined;
  details: PhonecallDetail;
  edit: CoEdit<Call> | undefined;
  isFixed: boolean;
  onChanged: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const say = useSaying();
  const people = useAsk(phonecallQueries.lists, asking === 'handOver' ? {} : undefined).data?.users ?? [];
  switch (asking) {
    case 'callback':
      return <CallbackDialog details={details} onChanged={onChanged} onClose={onClose} />;
    case 'facts':
      return <FactsDialog details={details} onChanged={onChanged} onClose={onClose} />;
    case 'handOver':
      return <HandOver aggregateId={details.aggregateId} people={people} onClose={onClose} />;
    case 'history':
      return (
        <ItemHistory
          aggregateId={details.aggregateId}
          say={(field, value) => say.field(field, value, details)}
          nameOf={(field) => (t.fields as Readonly<Record<string, string>>)[field]}
          isFixed={(field) => field !== 'callReason' && field !== 'reason'}
          onClose={onClose}
          {...(edit === undefined || isFixed
            ? {}
            : { onPutBack: async ({ before }) => edit.change({ reason: typeof before === 'string' ? before : '' }) })}
        />
      );
    case undefined:
      return null;
  }
}

function Skeleton() {
  return (
    <div className="delayed call-whole" aria-hidden="true">
      <SkeletonBlock width="46%" height={26} />
      <SkeletonBlock width="60%" />
      <SkeletonBlock width="100%" height={120} />
    </div>
  );
}
