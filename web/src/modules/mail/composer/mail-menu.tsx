import { writingQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { nameOfKey, useLanguage, useTexts } from '../../../shell/index.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import type { Envelope, Writing } from './state.ts';
import { texts } from './texts.ts';

/** What else can be done with a mail that is written. */
export function MailMenu({
  writing,
  onChange,
  onPlain,
  onDiscard,
  onSave,
  onTemplate,
}: {
  writing: Envelope;
  onChange: (part: Partial<Writing>) => void;
  onPlain: (isPlain: boolean) => void;
  onDiscard: () => void;
  onSave: () => void;
  onTemplate: () => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [anchor, setAnchor] = useState<DOMRect>();
  const { data } = useAsk(writingQueries.accounts, {});
  const isTemplate = writing.kind === 'template';
  const isShared =
    data?.sendingAccounts.some(({ id, isShared: shared }) => id === writing.senderAccountId && shared) === true;
  const items: readonly MenuItem[] = [
    {
      key: 'save',
      icon: 'check',
      label: isTemplate ? t.saveTemplate : t.keepDraft,
      hint: nameOfKey('Ctrl+s', language),
      onSelect: onSave,
    },
    ...(isTemplate ? [] : [{ key: 'template', icon: 'files' as const, label: t.asTemplate, onSelect: onTemplate }]),
    ...(isTemplate || isShared
      ? [
          {
            key: 'global',
            label: t.forAll,
            checked: writing.isGlobal,
            onSelect: () => onChange({ isGlobal: !writing.isGlobal }),
          },
        ]
      : []),
    {
      key: 'plain',
      label: t.plain,
      checked: writing.isPlain,
      apart: true,
      onSelect: () => onPlain(!writing.isPlain),
    },
    ...(isTemplate
      ? []
      : [
          {
            key: 'high',
            label: t.importance,
            checked: writing.importance === 'high',
            onSelect: () => onChange({ importance: writing.importance === 'high' ? 'normal' : 'high' }),
          },
          {
            key: 'delivery',
            label: t.delivery,
            checked: writing.wantsDelivery,
            onSelect: () => onChange({ wantsDelivery: !writing.wantsDelivery }),
          },
        ]),
    {
      key: 'discard',
      icon: 'trash',
      label: t.discard,
      hint: nameOfKey('Ctrl+Shift+d', language),
      apart: true,
      onSelect: onDiscard,
    },
  ];
  return (
    <>
      <IconButton
        icon="dots-three-vertical"
        label={t.more}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
      />
      {anchor === undefined ? null : (
        <Menu label={t.more} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}
