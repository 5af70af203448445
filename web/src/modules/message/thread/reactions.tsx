import type { MessageText } from '@kontor/contract/message';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { usePopover } from '../../../ui/use-popover.ts';
import { texts } from '../texts.ts';
import { QUICK_SIGNS, SIGNS, signsOf } from './signs.ts';

/** Signs that stand beside each other in the picker. */
const COLUMNS = 8;

/** What people have said to a text with one sign each. A press says the same, or not any more. */
export function Reactions({
  reactions,
  ownId,
  nameOf,
  onReact,
}: {
  reactions: MessageText['reactions'];
  ownId: number | undefined;
  nameOf: (userId: number) => string;
  /** Left out where nothing can be said. */
  onReact: ((sign: string, isOn: boolean) => void) | undefined;
}) {
  const t = useTexts(texts);
  const nameOfSign = useNameOfSign();
  if (reactions.length === 0) return null;
  return (
    <ul className="message-reactions" aria-label={t.reactions}>
      {reactions.map(({ sign, userIds }) => {
        const isOwn = ownId !== undefined && userIds.includes(ownId);
        const names = userIds.map((id) => (id === ownId ? t.own : nameOf(id))).join(', ');
        const label = t.reaction(nameOfSign(sign), names);
        const content = (
          <>
            <span aria-hidden="true">{sign}</span>
            <span aria-hidden="true">{userIds.length}</span>
            <span className="hidden-text">{label}</span>
          </>
        );
        return (
          <li key={sign}>
            {onReact === undefined ? (
              <span className="message-sign" title={label}>
                {content}
              </span>
            ) : (
              <button
                type="button"
                className="message-sign"
                tabIndex={-1}
                aria-pressed={isOwn}
                title={label}
                onClick={() => onReact(sign, !isOwn)}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What a sign is called; a sign that has no name is its own. */
function useNameOfSign(): (sign: string) => string {
  const language = useLanguage();
  return (sign) => {
    const [, de, en] = SIGNS.find(([known]) => known === sign) ?? [sign, sign, sign];
    return language === 'de' ? de : en;
  };
}

/** One sign of those that can be put to a text: found by the beginning of its name, or by the arrow keys. */
export function SignPicker({
  anchor,
  onPick,
  onClose,
}: {
  anchor: DOMRect;
  onPick: (sign: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const nameOfSign = useNameOfSign();
  const ref = useRef<HTMLDivElement>(null);
  const [sought, setSought] = useState('');
  const style = usePopover(ref, { anchor, focus: (shown) => shown.querySelector('input')?.focus(), onClose });
  const found = sought.trim() === '' ? [...QUICK_SIGNS, ...rest] : signsOf(sought).map(([sign]) => sign);
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    event.stopPropagation();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-sign]')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: at < 0 ? 1 : COLUMNS, ArrowUp: -COLUMNS }[event.key];
    if (event.key === 'Enter' && at < 0) {
      event.preventDefault();
      if (found[0] !== undefined) onPick(found[0]);
      return;
    }
    // Within what is typed the arrows move the caret.
    if (by === undefined || (at < 0 && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (at + by < 0) event.currentTarget.querySelector('input')?.focus();
    else buttons[Math.min(at + by, buttons.length - 1)]?.focus();
  };
  return (
    <div
      ref={ref}
      className="menu message-signs"
      role="dialog"
      aria-label={t.react}
      popover="auto"
      style={style}
      onKeyDown={press}
    >
      <input
        type="search"
        className="input"
        aria-label={t.findSign}
        placeholder={t.findSign}
        value={sought}
        onChange={({ currentTarget }) => setSought(currentTarget.value)}
      />
      <div>
        {found.map((sign) => (
          <button
            key={sign}
            type="button"
            data-sign={sign}
            aria-label={nameOfSign(sign)}
            title={nameOfSign(sign)}
            onClick={() => onPick(sign)}
          >
            {sign}
          </button>
        ))}
      </div>
      {found.length === 0 ? (
        <p className="quiet small" role="status">
          <Icon name="magnifying-glass" small /> {t.noSign}
        </p>
      ) : null}
    </div>
  );
}

const quick: ReadonlySet<string> = new Set(QUICK_SIGNS);
const rest = SIGNS.flatMap(([sign]) => (quick.has(sign) ? [] : sign));
