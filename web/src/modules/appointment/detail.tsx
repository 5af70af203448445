import { stateOf } from '@kontor/contract/activity';
import { appointmentQueries, type AppointmentDetail, type Scope } from '@kontor/contract/appointment';
import { itemKeyOf, parseAggregateId } from '@kontor/contract/kernel';
import { use, type ReactNode } from 'react';
import type { Client } from '../../client/client.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { GonePage } from '../../shell/failures/gone-page.tsx';
import { detailHref, useKeys, useShell, useSplit, useTexts, type ScreenProps } from '../../shell/index.ts';
import { TabKeyContext } from '../../shell/tabs/tab-key.ts';
import { Callout, SkeletonBlock } from '../../ui/parts.tsx';
import {
  ItemBar,
  ItemDetail,
  KIND_ICONS,
  RelatedItems,
  StatePills,
  activityTexts,
  useItemActs,
  useSeen,
  type ItemActs,
} from '../activity/index.tsx';
import { useLinking } from '../record/index.tsx';
import { NEW_ID } from './address.ts';
import { OwnAlertRow } from './editor/alert-row.tsx';
import { AnswerRow, isInvited } from './editor/answer-row.tsx';
import { draftOf } from './editor/draft.ts';
import { Editor } from './editor/editor.tsx';
import { NewAppointment } from './editor/new-appointment.tsx';
import { Busy, Reading } from './editor/reading.tsx';
import { SaveButton } from './editor/save-button.tsx';
import { editorTexts } from './editor/texts.ts';
import { useActs } from './editor/use-acts.tsx';
import { useAppointmentForm } from './editor/use-appointment-form.ts';
import { ProposalsRow } from './proposing/proposals-row.tsx';

/** Asks for an appointment that will probably be opened next. */
export const prepare = (client: Client, aggregateId: string): void =>
  client.ask.prepare(appointmentQueries.details, { aggregateId });

/**
 * Which of its series can be meant by what is done with it. An id that names no occurrence shows the whole series, and is saved as that: its
 * times are those of the first one.
 */
function scopesOf({ aggregateId, repeats }: AppointmentDetail): readonly [Scope, ...Scope[]] {
  if (!repeats) return ['one'];
  return parseAggregateId(aggregateId)?.sourceContainerId === 0 ? ['all'] : ['one', 'following', 'all'];
}

/** One appointment, one occurrence of a series, or a new one that is written. */
export function AppointmentScreen(props: ScreenProps) {
  const t = useTexts(editorTexts);
  const aggregateId = props.params['id'] ?? '';
  if (aggregateId === NEW_ID) return <NewAppointment {...props} />;
  const gone = { icon: KIND_ICONS.appointment, title: t.gone, hint: t.goneHint };
  return (
    <ItemDetail aggregateId={aggregateId} modules={['appointment']} definition={appointmentQueries.details} gone={gone}>
      {({ details, isGone, stale }) =>
        // What is typed into one that was taken away is still the person's.
        isGone && details?.writepermission !== true ? (
          <GonePage {...gone} wasKnown />
        ) : (
          <Shown {...{ aggregateId, details, isGone, stale }} isNew={props.params['editOrView'] === 'edit'} />
        )
      }
    </ItemDetail>
  );
}

interface ShownProps {
  readonly aggregateId: string;
  readonly isGone: boolean;
  readonly isNew: boolean;
  /** Says that it is of earlier; stands between the bar and the appointment. */
  readonly stale: ReactNode;
}
type Known = ShownProps & { readonly details: AppointmentDetail };

function Shown({ details, ...props }: ShownProps & { readonly details: AppointmentDetail | undefined }) {
  if (details === undefined)
    return (
      <Frame {...props} details={undefined}>
        {() => <Skeleton />}
      </Frame>
    );
  const known = { ...props, details };
  if (!details.insightRight) return <Frame {...known}>{() => <Busy details={details} />}</Frame>;
  return details.writepermission ? <Edited {...known} /> : <Read {...known} />;
}

/** The bar over an appointment, and what is said of each of them. `children` are given what stands beneath its title. */
function Frame({
  aggregateId,
  details,
  isGone,
  stale,
  button,
  children,
}: Omit<ShownProps, 'isNew'> & {
  readonly details: AppointmentDetail | undefined;
  /** What saves it, where it may be written in. */
  readonly button?: (acts: ItemActs) => ReactNode;
  readonly children: (acts: ItemActs, beneathTitle: ReactNode) => ReactNode;
}) {
  const t = useTexts(editorTexts);
  const a = useTexts(activityTexts);
  const wide = useSplit();
  const { navigator, tabs } = useShell();
  const ownId = useValue(useClient().user)?.id;
  const close = (): void => (wide ? tabs.leave() : navigator.back());
  const item = useItemActs(itemKeyOf(aggregateId), { close, isKeyed: !wide, mayDelete: false });
  const isSeen = details?.insightRight === true;
  useSeen(itemKeyOf(aggregateId), isSeen ? item.row?.status : undefined);
  const mayDelete = isSeen && (details.writepermission || isInvited(details, ownId));
  const own = useActs(isSeen ? details : undefined, details === undefined ? [] : scopesOf(details), close);
  // What of a series is meant is asked first.
  const acts: ItemActs = { ...item, doIt: (action) => (action === 'delete' ? own.remove() : item.doIt(action)) };
  useKeys(!wide && mayDelete ? { '#': () => acts.doIt(item.isTrashed ? 'restore' : 'delete') } : {});
  const beneathTitle =
    item.row === undefined ? null : (
      <StatePills state={stateOf(item.row.status)} label={a.stateLabel} onState={item.doIt} />
    );
  return (
    <>
      <ItemBar wide={wide} acts={acts} mayDelete={mayDelete} label={t.bar} items={own.items} onClose={close}>
        {button?.(item)}
      </ItemBar>
      {isGone ? (
        <Callout tone="fault" icon="warning">
          {t.gone}. {t.goneHint}
        </Callout>
      ) : (
        stale
      )}
      {item.question}
      {own.dialogs}
      <article className="appointment-page" data-scrolls aria-busy={details === undefined}>
        {details?.isHidden === true ? <Callout icon="eye-slash">{t.hidden}</Callout> : null}
        {children(item, beneathTitle)}
      </article>
    </>
  );
}

/** What an appointment has to do with records, other items and the person, whether they may write in it or not. */
function useAround(details: AppointmentDetail) {
  const ownId = useValue(useClient().user)?.id;
  const { line, records } = useLinking(details);
  const invited = isInvited(details, ownId);
  const takesPart = details.participants.some(({ userId, active }) => userId === ownId && active === 'true');
  const answer = (
    <>
      {invited ? (
        <AnswerRow details={details} scopes={scopesOf(details).filter((scope) => scope !== 'following')} />
      ) : null}
      <ProposalsRow details={details} />
      {takesPart ? <OwnAlertRow details={details} /> : null}
    </>
  );
  const links = (
    <>
      {details.recordButton || details.links.length > 0 ? line : null}
      <RelatedItems items={details.related} />
    </>
  );
  return { answer, links, records };
}

function Read(props: Known) {
  const { details } = props;
  const around = useAround(details);
  return (
    <Frame {...props}>
      {(_acts, beneathTitle) => <Reading details={details} beneathTitle={beneathTitle} {...around} />}
    </Frame>
  );
}

function Edited(props: Known) {
  const { aggregateId, details, isNew, isGone } = props;
  const t = useTexts(editorTexts);
  const { navigator, notices, tabs } = useShell();
  const tabKey = use(TabKeyContext);
  const stored = draftOf(details);
  const scopes = scopesOf(details);
  const form = useAppointmentForm({
    aggregateId,
    start: stored,
    stored,
    scope: scopes[0],
    title: ({ title }) => title || t.untitled,
    onDone: (savedId) => {
      notices.show({ text: t.saved });
      if (savedId === aggregateId) return;
      // It has parted from its series, or begins another one.
      navigator.go(detailHref({ module: 'appointment', aggregateId: savedId }, 'module'), { replace: true });
      tabs.close([tabKey]);
    },
  });
  const around = useAround(details);
  return (
    <Frame
      {...props}
      button={({ isTrashed }) =>
        isTrashed || isGone ? null : <SaveButton form={form} label={form.isBusy ? t.saving : t.save} />
      }
    >
      {({ isTrashed }, beneathTitle) =>
        isTrashed ? (
          <Reading details={details} beneathTitle={beneathTitle} {...around} />
        ) : (
          <>
            {scopes[0] === 'all' ? <Callout icon="repeat">{t.wholeSeries}</Callout> : null}
            <h1 className="hidden-text">{form.draft.title || t.untitled}</h1>
            <Editor
              form={form}
              details={details}
              types={details.types}
              scopes={scopes}
              organiserId={details.organiser.userId}
              isNew={isNew}
              beneathTitle={beneathTitle}
              {...around}
            />
          </>
        )
      }
    </Frame>
  );
}

function Skeleton() {
  return (
    <div className="delayed appointment-form" aria-hidden="true">
      <SkeletonBlock width="56%" height={26} />
      <SkeletonBlock width="76%" height={28} />
      <SkeletonBlock width="64%" height={28} />
      <SkeletonBlock width="100%" height={180} />
    </div>
  );
}
