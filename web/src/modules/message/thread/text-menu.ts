import type { MessageText } from '@kontor/contract/message';
import type { KeyboardEvent } from 'react';
import { useTexts } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { texts } from '../texts.ts';

/** What is done with a text. */
export interface TextDeeds {
  readonly onAnswer: (text: MessageText) => void;
  readonly onUnread: (text: MessageText) => void;
  readonly onForward: (text: MessageText) => void;
  readonly onEdit: (text: MessageText) => void;
  readonly onTakeBack: (text: MessageText) => void;
  readonly onReact: (text: MessageText, sign: string, isOn: boolean) => void;
  readonly onCopy: (text: MessageText) => void;
  /** Shows what a text said before it was edited. */
  readonly onEdits: (text: MessageText) => void;
  readonly onRecord: (key: string) => void;
  /** Shows a text that another one answers. */
  readonly onJump: (no: number) => void;
}

/** What of it can be done with one text now. */
export interface TextMay {
  readonly mayAnswer: boolean;
  readonly mayUnread: boolean;
  readonly mayForward: boolean;
  /** Editing, and taking back, of a text of the person's own, as long as it can be changed. */
  readonly mayChange: boolean;
  readonly mayReact: boolean;
}

/** What is done with one text: left out what cannot be. */
export const actsOf = (deeds: TextDeeds, may: TextMay): TextActs => ({
  ...deeds,
  onAnswer: may.mayAnswer ? deeds.onAnswer : undefined,
  onUnread: may.mayUnread ? deeds.onUnread : undefined,
  onForward: may.mayForward ? deeds.onForward : undefined,
  onEdit: may.mayChange ? deeds.onEdit : undefined,
  onTakeBack: may.mayChange ? deeds.onTakeBack : undefined,
  onReact: may.mayReact ? deeds.onReact : undefined,
});

type Left = 'onAnswer' | 'onUnread' | 'onForward' | 'onEdit' | 'onTakeBack' | 'onReact';
export type TextActs = Omit<TextDeeds, Left> & { readonly [L in Left]: TextDeeds[L] | undefined };

/** Ways to do something with one text: its menu, and its keys. `onSigns` shows the signs that can be put to it. */
export function useTextWays(
  text: MessageText,
  isOwn: boolean,
  { onAnswer, onUnread, onForward, onEdit, onTakeBack, onReact, onCopy, onEdits }: TextActs,
  { onSigns, onMenu }: { readonly onSigns: () => void; readonly onMenu: () => void },
): { readonly items: readonly MenuItem[]; readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void } {
  const t = useTexts(texts);
  const isThere = text.takenBackAt === null;
  const way = (
    key: string,
    label: string,
    icon: NonNullable<MenuItem['icon']>,
    act: ((text: MessageText) => void) | undefined,
    hint?: string,
  ) =>
    act === undefined ? [] : [{ key, label, icon, ...(hint === undefined ? {} : { hint }), onSelect: () => act(text) }];
  const answer = isThere ? onAnswer : undefined;
  const unread = isOwn ? undefined : onUnread;
  const react = isThere && onReact !== undefined ? onSigns : undefined;
  const edit = isThere ? onEdit : undefined;
  const items = [
    ...way('answer', t.answer, 'arrow-bend-up-left', answer, 'R'),
    ...way('react', t.react, 'smiley', react, '+'),
    ...way('edit', t.edit, 'pencil-simple', edit, 'E'),
    ...way('forward', t.forward, 'arrow-bend-up-right', isThere ? onForward : undefined),
    ...way('copy', t.copy, 'copy', isThere ? onCopy : undefined),
    ...way('edits', t.edits, 'clock-counter-clockwise', isThere && text.editedAt !== null ? onEdits : undefined),
    ...way('unread', t.unreadFrom, 'envelope-simple', unread, 'U'),
    ...way('takeBack', t.takeBack, 'arrow-u-up-left', isThere ? onTakeBack : undefined).map((item) => ({
      ...item,
      apart: true,
    })),
  ];
  const keys: Readonly<Record<string, ((text: MessageText) => void) | undefined>> = {
    r: answer,
    u: unread,
    '+': react,
    E: edit,
    ContextMenu: onMenu,
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = event.key === 'F10' && event.shiftKey ? onMenu : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act(text);
  };
  return { items, onKeyDown };
}
