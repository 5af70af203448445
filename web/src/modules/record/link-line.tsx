import './record.css';
import type { Link } from '@kontor/contract/record';
import { useState, type CSSProperties } from 'react';
import { useFormats, useKeyName, useKeys, useMinute, useTexts } from '../../shell/index.ts';
import { Menu } from '../../ui/menu.tsx';
import { Button, Icon, IconButton } from '../../ui/parts.tsx';
import { useShowRecord } from './address.ts';
import { pickRecord } from './open-dialogs.ts';
import { showLinked } from './asking.ts';
import { windowTexts } from './link-window-texts.ts';
import { MAX_CHIPS, nameOfAddress, type Contact } from './links.ts';
import { texts } from './texts.ts';
import { useLinks, type Linking } from './use-links.ts';
import { useSeesRecords } from '../activity/index.tsx';
import type { About } from './fields/values.ts';

const KEY = 'd';

export const KindDot = ({ color }: { color: string }) => (
  <span className="kind-dot" style={{ '--kind': color } as CSSProperties} aria-hidden="true" />
);

interface Props {
  readonly aggregateId: string;
  readonly linking: Linking;
  /** Who has to do with the item, so that a reason can name them. */
  readonly people: readonly Contact[];
  /** Whom a record that is made here is about. */
  readonly about: About | undefined;
  /** Whether its key does something here; of several items that are shown it does for one. */
  readonly isKeyed: boolean;
}

/** The records that an item is linked with, and those that are suggested. Nothing for who may see no records. */
export function LinkLine({ links, ...props }: Omit<Props, 'linking'> & { links: readonly Link[] }) {
  return <SharedLinkLine {...props} linking={useLinks(props.aggregateId, links)} />;
}

/** The same where something beside it links the item too, which shows here at once. */
export function SharedLinkLine(props: Props) {
  return useSeesRecords() ? <Line {...props} /> : null;
}

function Line({ aggregateId, linking, people, about, isKeyed }: Props) {
  const t = useTexts(texts);
  const w = useTexts(windowTexts);
  const [isWhole, setWhole] = useState(false);
  const { links, link, unlink, dismiss, isWaiting } = linking;
  const shown = isWhole ? links : links.slice(0, MAX_CHIPS);
  const rest = links.length - MAX_CHIPS;
  const pick = (): void =>
    pickRecord({
      count: 1,
      about,
      known: links.flatMap(({ idoId, isSuggested }) => (isSuggested ? [] : [idoId])),
      onPick: link,
    });
  useKeys(isKeyed ? { [KEY]: pick } : {});
  const count = links.filter(({ isSuggested }) => !isSuggested).length;
  return (
    <div role="group" className="link-line" aria-label={t.line}>
      {count === 0 ? null : (
        <button
          type="button"
          className="link-more link-count"
          aria-haspopup="dialog"
          aria-label={w.count(count)}
          title={w.count(count)}
          onClick={() => showLinked({ aggregateId, about })}
        >
          <Icon name="address-book" small />
          {count}
        </button>
      )}
      {shown.length === 0 ? null : (
        <ul>
          {shown.map((one) => (
            <li key={`${one.idoId} ${one.isSuggested}`}>
              {one.isSuggested ? (
                <Suggested link={one} people={people} onLink={() => link(one)} onDismiss={() => dismiss(one)} />
              ) : (
                <Linked link={one} isWaiting={isWaiting(one)} people={people} onUnlink={() => unlink(one)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 ? (
        <button
          type="button"
          className="link-more"
          aria-expanded={isWhole}
          aria-label={isWhole ? t.fewer : t.moreLabel(rest)}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t.fewer : t.more(rest)}
        </button>
      ) : null}
      <PickButton label={t.linkRecord} isShort={links.length > 0} isKeyed={isKeyed} onPick={pick} />
    </div>
  );
}

/** What links a further record; `isShort`: beside others it needs no words to be understood. */
function PickButton({
  label,
  isShort,
  isKeyed,
  onPick,
}: {
  label: string;
  isShort: boolean;
  isKeyed: boolean;
  onPick: () => void;
}) {
  const name = useKeyName()(KEY);
  if (isShort) return <IconButton icon="plus" label={label} hotkey={isKeyed ? KEY : undefined} onClick={onPick} />;
  const key = isKeyed ? name : '';
  return (
    <Button
      kind="plain"
      icon="plus"
      aria-keyshortcuts={key === '' ? undefined : key}
      title={key === '' ? label : `${label} (${key})`}
      onClick={onPick}
    >
      {label}
    </Button>
  );
}

function Linked({
  link,
  isWaiting,
  people,
  onUnlink,
}: {
  link: Link;
  isWaiting: boolean;
  people: readonly Contact[];
  onUnlink: () => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  const [anchor, setAnchor] = useState<DOMRect>();
  const { displayName, instanceTitle, reason, detail, at } = link;
  const showRecord = useShowRecord();
  const said = t.linkedBy[reason](reason === 'address' ? nameOfAddress(detail, people) : detail);
  const why = isWaiting ? t.notSent : at === null ? said : t.since(said, formats.short(at, now));
  return (
    <>
      <button
        type="button"
        className="link-chip"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={t.chip(displayName, instanceTitle)}
        title={`${instanceTitle}. ${why}`}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        <KindDot color={link.instanceColor} />
        <span className="link-name">{displayName}</span>
        {isWaiting ? <Icon name="clock" small label={t.notSent} /> : null}
        <Icon name="caret-down" small />
      </button>
      {anchor === undefined ? null : (
        <Menu
          label={displayName}
          head={
            <>
              <span className="quiet small">{instanceTitle}</span>
              <span>{why}</span>
            </>
          }
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={[
            { key: 'open', label: t.open, icon: 'address-book', onSelect: () => showRecord(link) },
            { key: 'unlink', label: t.unlink, icon: 'link-break', onSelect: onUnlink },
          ]}
        />
      )}
    </>
  );
}

function Suggested({
  link,
  people,
  onLink,
  onDismiss,
}: {
  link: Link;
  people: readonly Contact[];
  onLink: () => void;
  onDismiss: () => void;
}) {
  const t = useTexts(texts);
  const { displayName, instanceTitle, reason, detail } = link;
  const showRecord = useShowRecord();
  const name = reason === 'address' ? nameOfAddress(detail, people) : detail;
  const isBare = reason === 'address' && name === detail;
  const why = t.suggestedBy[isBare ? 'bareAddress' : reason](name);
  return (
    <span className="link-chip" data-suggested>
      <KindDot color={link.instanceColor} />
      <span className="link-said">
        <button
          type="button"
          className="link-name"
          aria-label={t.chip(displayName, instanceTitle)}
          title={`${instanceTitle}. ${t.open}`}
          onClick={() => showRecord(link)}
        >
          {displayName}
        </button>
        <span className="link-why" title={why}>
          {why}
        </span>
      </span>
      <button type="button" className="link-take" aria-label={t.linkOf(displayName)} onClick={onLink}>
        {t.link}
      </button>
      <IconButton icon="x" label={t.dismissOf(displayName)} onClick={onDismiss} />
    </span>
  );
}
