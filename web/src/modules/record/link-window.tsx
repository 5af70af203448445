import './record.css';
import './link-window.css';
import { recordQueries, type Link, type RecordWindow } from '@kontor/contract/record';
import { useMemo, useRef, type KeyboardEvent } from 'react';
import { useAsk } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout, IconButton, StatePage } from '../../ui/parts.tsx';
import { useShowRecord } from './address.ts';
import { pickRecord, type Showing } from './open-dialogs.ts';
import { KindDot } from './link-line.tsx';
import { linkedByHand } from './links.ts';
import { texts } from './texts.ts';
import { problemOf, useLinks } from './use-links.ts';
import { windowTexts } from './link-window-texts.ts';

const NONE: readonly Link[] = [];
type Shown = Pick<Link, 'idoId' | 'idoInstanceId' | 'displayName' | 'instanceTitle' | 'instanceColor'>;

const linksIn = ({ idoWindow }: RecordWindow): readonly Link[] =>
  idoWindow.idoWindowIdoInstances.flatMap(({ title, color, idoWindowIdos }) =>
    idoWindowIdos.map(({ idoId, idoInstanceId, displayName }) =>
      linkedByHand({ idoId, idoInstanceId, displayName, instanceTitle: title, instanceColor: color }, '', 0),
    ),
  );

/** The window of an item's record button: the records by their kinds, each to be opened or let go, and one more to be linked. */
export function LinkWindow({ showing: { aggregateId, about }, onClose }: { showing: Showing; onClose: () => void }) {
  const t = useTexts(windowTexts);
  const general = useTexts(texts);
  const { data, failure, retry } = useAsk(recordQueries.window, { aggregateId });
  const stored = useMemo(() => (data === undefined ? NONE : linksIn(data)), [data]);
  const { links, link, unlink, isWaiting } = useLinks(aggregateId, stored);
  const kinds = [...Map.groupBy(links, ({ idoInstanceId }) => idoInstanceId).entries()];
  const isChangeable = data?.changeable === true;
  const pick = (): void => pickRecord({ count: 1, about, known: links.map(({ idoId }) => idoId), onPick: link });
  return (
    <Dialog title={t.title} closeLabel={general.close} onClose={onClose}>
      {data === undefined ? (
        failure === undefined ? (
          <div className="delayed form" aria-hidden="true">
            <SkeletonBlock width="40%" />
            <SkeletonBlock width="100%" height={44} />
          </div>
        ) : (
          <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{general.retry}</Button>}>
            {failure.code === 'NOT_FOUND' || failure.kind === 'offline' ? problemOf(general, failure) : t.failed}
          </Callout>
        )
      ) : links.length === 0 ? (
        <StatePage icon="address-book" title={t.none}>
          {t.noneHint}
        </StatePage>
      ) : (
        <Kinds
          kinds={kinds}
          onUnlink={isChangeable ? unlink : undefined}
          onOpened={onClose}
          more={(one) => (isWaiting(one) ? general.notSent : '')}
        />
      )}
      {isChangeable ? <WindowEnd hasNone={links.length === 0} onPick={pick} /> : null}
    </Dialog>
  );
}

/** Records by their kinds, each to be opened or let go. */
export function Kinds<L extends Shown>({
  kinds,
  onUnlink,
  onOpened,
  more,
}: {
  kinds: readonly (readonly [number, readonly L[]])[];
  onUnlink: ((link: L) => void) | undefined;
  onOpened: () => void;
  /** What is said of one behind its name. */
  more?: (link: L) => string;
}) {
  const t = useTexts(windowTexts);
  const showRecord = useShowRecord();
  const list = useRef<HTMLDivElement>(null);
  const buttons = () => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('.link-window-open') ?? [])];
    return { all, own: all.findIndex((one) => one.closest('li')?.contains(document.activeElement) === true) };
  };
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { all, own } = buttons();
    if (by === undefined || own === -1) return;
    event.preventDefault();
    all[(own + by + all.length) % all.length]?.focus();
  };
  // The focus goes to the one beside it: it would be lost with the button.
  const leave = (link: L): void => {
    const { all, own } = buttons();
    (all[own + 1] ?? all[own - 1])?.focus();
    onUnlink?.(link);
  };
  return (
    <div ref={list} className="link-window" role="group" aria-label={t.title} onKeyDown={move}>
      {kinds.map(([kindId, some], at) => (
        <section key={kindId} aria-label={some[0]?.instanceTitle}>
          <h3>
            <KindDot color={some[0]?.instanceColor ?? ''} />
            {some[0]?.instanceTitle} <span className="quiet">{some.length}</span>
          </h3>
          <ul>
            {some.map((one, index) => (
              <li key={one.idoId}>
                <button
                  type="button"
                  className="link-window-open"
                  autoFocus={at === 0 && index === 0}
                  title={t.open(one.displayName)}
                  onClick={() => {
                    onOpened();
                    showRecord(one);
                  }}
                >
                  {one.displayName}
                  {more === undefined ? null : <span className="quiet small link-window-more">{more(one)}</span>}
                </button>
                {onUnlink === undefined ? null : (
                  <IconButton icon="link-break" label={t.unlink(one.displayName)} onClick={() => leave(one)} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The end of the window: how one more is linked. Once there is none it has the focus, which went with the last one. */
export function WindowEnd({ hasNone, onPick }: { hasNone: boolean; onPick: () => void }) {
  const t = useTexts(texts);
  return (
    <footer className="link-window-end">
      <Button key={String(hasNone)} kind="primary" icon="plus" autoFocus={hasNone} onClick={onPick}>
        {t.linkRecord}
      </Button>
    </footer>
  );
}
