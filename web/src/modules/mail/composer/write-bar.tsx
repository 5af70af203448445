import { memo, useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import {
  nameOfKey,
  useFormats,
  useGo,
  useLanguage,
  useMedia,
  useSplit,
  useTexts,
  useZone,
} from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { useHasDocuments } from './attach-document.tsx';
import { MailMenu } from './mail-menu.tsx';
import type { Envelope, Writing } from './state.ts';
import { texts, type ComposerTexts } from './texts.ts';
import type { FullWidth } from './use-full-width.ts';
import type { Saving } from './use-saving.ts';

/** How far what is written is kept, in words. */
export function useSavedText({ state, savedAt }: Saving, isShort: boolean): string {
  const t = useTexts(texts);
  const language = useLanguage();
  const zone = useZone();
  const { online } = useValue(useClient().connection);
  if (state === 'saving') return t.saving;
  if (state === 'failed') return t.saveFailed;
  if (state === 'sent') return t.sentElsewhere;
  if (state === 'unsaved' && !online) return t.unsavedHere;
  if (savedAt === undefined) return '';
  const format = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: zone });
  const time = format.format(savedAt);
  return isShort ? time : t.saved(time);
}

/** What can be done with what is written. */
export interface OfWriting {
  readonly onChange: (part: Partial<Writing>) => void;
  readonly onAttach: () => void;
  readonly onAttachMail: () => void;
  readonly onAttachDocument: () => void;
  readonly onPlain: (isPlain: boolean) => void;
  readonly onLater: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
  readonly onTemplate: () => void;
  readonly onSend: () => void;
}

interface BarProps extends OfWriting {
  readonly writing: Envelope;
  readonly saving: Saving;
  readonly full: FullWidth;
  readonly onClose: () => void;
}

/** What it is, and to whom it goes where that is known from the beginning. */
function titleOf(t: ComposerTexts, { kind, answer, receiversTo }: Envelope): string {
  if (kind === 'template') return t.titles.template;
  const title = t.titles[answer?.type ?? 'new'];
  const [first] = receiversTo;
  return answer?.type !== 'reply' || first === undefined
    ? title
    : t.titleTo(title, first.receiverRealName || first.receiver);
}

export function AttachButton({
  onAttach,
  onAttachMail,
  onAttachDocument,
}: Pick<OfWriting, 'onAttach' | 'onAttachMail' | 'onAttachDocument'>) {
  const t = useTexts(texts);
  const hasDocuments = useHasDocuments();
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <>
      <IconButton
        icon="paperclip"
        label={t.attachMenu}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
      />
      {anchor === undefined ? null : (
        <Menu
          label={t.attachMenu}
          anchor={anchor}
          items={[
            { key: 'file', icon: 'paperclip', label: t.attach, onSelect: onAttach },
            { key: 'mail', icon: 'envelope-simple', label: t.attachMail, onSelect: onAttachMail },
            ...(hasDocuments
              ? [
                  {
                    key: 'document',
                    icon: 'file-text' as const,
                    label: t.attachDocument,
                    onSelect: onAttachDocument,
                  },
                ]
              : []),
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}

/** What can be done with the mail, over it. */
export const WriteBar = memo(function WriteBar({
  writing,
  saving,
  full,
  onClose,
  onLater,
  onSend,
  ...ofMenu
}: BarProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const wide = useSplit();
  const isTemplate = writing.kind === 'template';
  const isNarrow = useMedia('(max-width: 600px)');
  const said = useSavedText(saving, isNarrow);
  return (
    <div className="toolbar write-head">
      <IconButton icon={wide ? 'x' : 'arrow-left'} label={t.close} hotkey="Escape" onClick={onClose} />
      <h1>{titleOf(t, writing)}</h1>
      <span className="write-state" role="status" data-state={saving.state}>
        <span>{said}</span>
        {isNarrow && saving.state === 'saved' && said !== '' ? <Icon name="check" small /> : null}
      </span>
      {saving.state === 'failed' && !isNarrow ? (
        <Button kind="plain" onClick={() => void saving.save(true)}>
          {t.retry}
        </Button>
      ) : null}
      {saving.state === 'failed' && isNarrow ? (
        <IconButton icon="arrow-clockwise" label={t.retry} onClick={() => void saving.save(true)} />
      ) : null}
      {wide ? (
        <IconButton
          icon="arrows-out"
          label={full.isOn ? t.fullOff : t.fullOn}
          hotkey="Alt+Enter"
          aria-pressed={full.isOn}
          onClick={full.toggle}
        />
      ) : null}
      <AttachButton
        onAttach={ofMenu.onAttach}
        onAttachMail={ofMenu.onAttachMail}
        onAttachDocument={ofMenu.onAttachDocument}
      />
      {isTemplate ? null : <IconButton icon="clock" label={t.later} onClick={onLater} />}
      <MailMenu
        writing={writing}
        onChange={ofMenu.onChange}
        onPlain={ofMenu.onPlain}
        onDiscard={ofMenu.onDiscard}
        onSave={ofMenu.onSave}
        onTemplate={ofMenu.onTemplate}
      />
      <Button
        kind="primary"
        icon={isTemplate ? 'check' : 'paper-plane-tilt'}
        title={isTemplate ? t.saveTemplate : `${t.send} (${nameOfKey('Ctrl+Enter', language)})`}
        onClick={onSend}
      >
        {isTemplate ? t.saveTemplate : t.send}
      </Button>
    </div>
  );
});

/** What the person should know before they write on. */
export const WriteCallouts = memo(function WriteCallouts({
  foundAt,
  warns,
  refused,
  isWithoutSender,
  onAskAgain,
  onDiscard,
}: {
  foundAt: number | undefined;
  warns: readonly (keyof ComposerTexts['warns'])[];
  /** Why the server does not keep it as it is now. */
  refused: string | undefined;
  isWithoutSender: boolean;
  /** Where the addresses to send from could not be loaded. */
  onAskAgain: (() => void) | undefined;
  onDiscard: () => void;
}) {
  const t = useTexts(texts);
  const go = useGo();
  const formats = useFormats();
  return (
    <>
      {foundAt === undefined ? null : (
        <Callout
          icon="clock-counter-clockwise"
          action={
            <Button kind="plain" onClick={onDiscard}>
              {t.discard}
            </Button>
          }
        >
          {t.found(formats.full(foundAt / 1000))}
        </Callout>
      )}
      {warns.map((warn) => (
        <Callout key={warn} icon="warning">
          {t.warns[warn]}
        </Callout>
      ))}
      <FaultNote text={refused} />
      {onAskAgain === undefined ? null : (
        <Callout icon="warning" action={<Button onClick={onAskAgain}>{t.retry}</Button>}>
          {t.accountsFailed}
        </Callout>
      )}
      {isWithoutSender ? (
        <Callout icon="warning" action={<Button onClick={() => go('/settings/mail')}>{t.toMailboxes}</Button>}>
          <strong>{t.noSender}</strong> {t.noSenderHint}
        </Callout>
      ) : null}
    </>
  );
});
