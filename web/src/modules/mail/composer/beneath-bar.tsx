import { memo, useState } from 'react';
import { nameOfKey, useLanguage, useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import type { Along } from './after-sending.ts';
import { MailMenu } from './mail-menu.tsx';
import type { Envelope } from './state.ts';
import { texts } from './texts.ts';
import type { Saving } from './use-saving.ts';
import { AttachButton, useSavedText, type OfWriting } from './write-bar.tsx';

interface Props extends OfWriting {
  readonly writing: Envelope;
  readonly saving: Saving;
  /** Whether the tools for the look of the text are shown. */
  readonly isFormatting: boolean;
  readonly onFormatting: () => void;
  readonly onSendAnd: (along: Along) => void;
}

/** What can be done with an answer, beneath it: it is sent and what it answers is done; anything else is one press further. */
export const BeneathBar = memo(function BeneathBar({
  writing,
  saving,
  isFormatting,
  onFormatting,
  onSendAnd,
  onSend,
  onLater,
  ...of
}: Props) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [anchor, setAnchor] = useState<DOMRect>();
  const said = useSavedText(saving, false);
  return (
    <div className="beneath-bar">
      <span className="split-button">
        <Button
          kind="primary"
          icon="paper-plane-tilt"
          title={`${t.sendDone} (${nameOfKey('Ctrl+Shift+Enter', language)})`}
          onClick={() => onSendAnd('done')}
        >
          {t.sendDone}
        </Button>
        <button
          type="button"
          className="button"
          data-kind="primary"
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          aria-label={t.sendOtherwise}
          title={t.sendOtherwise}
          onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
        >
          <Icon name="caret-down" small />
        </button>
      </span>
      {anchor === undefined ? null : (
        <Menu
          label={t.sendOtherwise}
          anchor={anchor}
          items={[
            {
              key: 'send',
              icon: 'paper-plane-tilt',
              label: t.sendOnly,
              hint: nameOfKey('Ctrl+Enter', language),
              onSelect: onSend,
            },
            {
              key: 'wait',
              icon: 'hourglass',
              label: t.sendWait,
              detail: t.sendWaitHint,
              onSelect: () => onSendAnd('wait'),
            },
            { key: 'later', icon: 'clock', label: t.later, onSelect: onLater },
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
      <AttachButton {...of} />
      <IconButton icon="text-aa" label={t.format} aria-pressed={isFormatting} onClick={onFormatting} />
      <span className="write-state" role="status" data-state={saving.state}>
        {said}
      </span>
      {saving.state === 'failed' ? (
        <IconButton icon="arrow-clockwise" label={t.retry} onClick={() => void saving.save(true)} />
      ) : null}
      <MailMenu writing={writing} {...of} />
      <IconButton icon="trash" label={t.discard} hotkey="Ctrl+Shift+d" onClick={of.onDiscard} />
    </div>
  );
});
