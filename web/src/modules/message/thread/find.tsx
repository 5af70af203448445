import { MARKS } from '@kontor/contract/kernel';
import { messageQueries, type MessageDetail } from '@kontor/contract/message';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Button, Callout, IconButton, SkeletonBlock } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';

/** How long nothing is typed before it is looked for, in milliseconds. */
const REST_MS = 200;

/** What was found stands at the odd places between these. */
const AT_MARKS = new RegExp(`[${MARKS.from}${MARKS.to}]`);

/** Finds texts of a thread by what they say, also those that were not loaded yet; the arrow keys choose, Enter leads there. */
export function FindTexts({
  details,
  onPick,
  onClose,
}: {
  details: MessageDetail;
  onPick: (no: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  /** Before which numbers it was looked further, one a page. */
  const [pages, setPages] = useState<readonly (number | null)[]>([null]);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSought(typed.trim());
      setPages([null]);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement) + by;
    event.preventDefault();
    event.stopPropagation();
    if (at < 0) event.currentTarget.querySelector('input')?.focus();
    else buttons[Math.min(at, buttons.length - 1)]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the field and of what was found
    <div className="message-find" role="search" onKeyDown={press}>
      <div>
        <input
          type="search"
          className="input"
          autoFocus
          aria-label={t.findTexts}
          placeholder={t.findTexts}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') list.current?.querySelector('button')?.click();
          }}
        />
        <IconButton icon="x" label={t.close} onClick={onClose} />
      </div>
      {sought === '' ? null : (
        <ul ref={list} aria-label={t.foundTexts}>
          {pages.map((before, index) => (
            <Page
              key={`${sought} ${before ?? ''}`}
              {...{ details, sought, before, onPick }}
              isFirst={index === 0}
              isLast={index === pages.length - 1}
              onMore={(next) => setPages([...pages, next])}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** What was found from one number on towards the first text. */
function Page({
  details: { aggregateId, communicationPartnerUserId },
  sought,
  before,
  isFirst,
  isLast,
  onPick,
  onMore,
}: {
  details: MessageDetail;
  sought: string;
  before: number | null;
  isFirst: boolean;
  isLast: boolean;
  onPick: (no: number) => void;
  onMore: (before: number) => void;
}) {
  const t = useTexts(texts);
  const { data, failure, retry } = useAsk(messageQueries.find, {
    aggregateId,
    communicationPartnerUserId,
    searchTerm: sought,
    before,
  });
  if (data === undefined)
    return (
      <li>
        {failure === undefined ? (
          <SkeletonBlock width="60%" />
        ) : (
          <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
            {failure.kind === 'offline' ? t.findOffline : t.findFailed}
          </Callout>
        )}
      </li>
    );
  const { found, before: next } = data;
  return (
    <>
      {found.map(({ no, text }) => (
        <li key={no}>
          <button type="button" onClick={() => onPick(no)}>
            {text.split(AT_MARKS).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}
          </button>
        </li>
      ))}
      {isFirst && found.length === 0 && next === null ? <li className="quiet small">{t.nothingFound}</li> : null}
      {isLast && next !== null ? (
        <li>
          <Button kind="plain" onClick={() => onMore(next)}>
            {t.findFurther}
          </Button>
        </li>
      ) : null}
    </>
  );
}
