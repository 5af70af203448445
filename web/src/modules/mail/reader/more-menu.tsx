import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import type { MailDetail } from '@kontor/contract/mail';
import { Suspense, useState, type ReactNode } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { LoadingLine } from '../../../ui/parts.tsx';
import { ItemHistory, useOfDetails } from '../../activity/index.tsx';
import { historyHref } from '../../record/index.tsx';
import type { Answering } from '../composer/answering.ts';
import { downloadSource } from '../parts/source.ts';
import { texts } from '../texts.ts';
import { ChecksDialog } from './origin.tsx';
import { readerTexts } from './texts.ts';
import { useThreadActs } from './use-thread-acts.ts';

const MailInside = lazily(() => import('../parts/headers.tsx').then((module) => module.MailInside));
const WhyDialog = lazily(() => import('./why.tsx').then((module) => module.WhyDialog));
const RuleDialog = lazily(() => import('../settings/rules/from-mail.tsx').then((module) => module.RuleDialog));
const JoinDialog = lazily(() => import('./join-dialog.tsx').then((module) => module.JoinDialog));

export interface MenuProps {
  /** The mail that the menu is about. */
  readonly mail: MailDetail;
  readonly answering: Answering | undefined;
  /** What else can be acted on than the bar does: the mail alone, or the thread. */
  readonly others: readonly Pick<MenuItem, 'key' | 'label' | 'onSelect'>[];
  readonly thread: { readonly isByHand: boolean; readonly onPrint: () => void } | undefined;
  readonly onPrint: () => void;
}

type Open = 'headers' | 'history' | 'source' | 'checks' | 'join' | 'rule' | 'why';

interface ReaderMenuProps extends MenuProps {
  /** What the bar has no room for. */
  readonly rarer: readonly MenuItem[];
  /** What modules do with it has buttons beside. */
  readonly hasBar: boolean;
  readonly anchor: DOMRect | undefined;
  readonly onClose: () => void;
}

/** What can be done with a mail beside what everybody does: in the menu, and in the dialogs that it opens. */
export function ReaderMenu({ anchor, onClose, ...about }: ReaderMenuProps) {
  const { mail } = about;
  const t = useTexts(texts);
  const r = useTexts(readerTexts);
  const acts = useThreadActs(mail.aggregateId);
  const [open, setOpen] = useState<Open>();
  const [copying, setCopying] = useState<DOMRect>();
  const items = useMenuItems(about, acts, setOpen, () => setCopying(anchor));
  return (
    <>
      {anchor === undefined ? null : <Menu label={t.more} anchor={anchor} items={items} onClose={onClose} />}
      {copying === undefined ? null : (
        <Menu
          label={r.copyTitle}
          anchor={copying}
          onClose={() => setCopying(undefined)}
          items={mail.extras.destinationCopyAccounts.map(({ id, description }) => ({
            key: String(id),
            label: description,
            icon: 'envelope-simple' as const,
            onSelect: () => void acts.copyTo(id, description),
          }))}
        />
      )}
      {open === undefined ? null : (
        <Suspense fallback={<LoadingLine shown />}>{dialogOf(open, mail, acts, () => setOpen(undefined))}</Suspense>
      )}
    </>
  );
}

type Acts = ReturnType<typeof useThreadActs>;

function dialogOf(open: Open, mail: MailDetail, acts: Acts, leave: () => void): ReactNode {
  const { aggregateId } = mail;
  const dialogs: Readonly<Record<Open, () => ReactNode>> = {
    headers: () => <MailInside aggregateId={aggregateId} first="headers" onClose={leave} />,
    source: () => <MailInside aggregateId={aggregateId} first="source" onClose={leave} />,
    checks: () => <ChecksDialog mail={mail} onClose={leave} />,
    rule: () => <RuleDialog mail={mail} onClose={leave} />,
    history: () => <ItemHistory aggregateId={aggregateId} onClose={leave} />,
    why: () => <WhyDialog mail={mail} onClose={leave} />,
    join: () => <JoinDialog mail={mail} onJoin={acts.join} onClose={leave} />,
  };
  return dialogs[open]();
}

/** The entries of the menu, in their order. `open` opens a dialog, `copy` the mailboxes that it can be copied to. */
function useMenuItems(
  { mail, answering, others, thread, onPrint, rarer, hasBar }: Omit<ReaderMenuProps, 'anchor' | 'onClose'>,
  acts: Acts,
  open: (dialog: Open) => void,
  copy: () => void,
): readonly MenuItem[] {
  const t = useTexts(texts);
  const r = useTexts(readerTexts);
  const { senderAddress } = mail;
  const id = parseAggregateId(mail.aggregateId);
  const made = useOfDetails(id === undefined ? undefined : itemKey(id), hasBar);
  const ofSender = useOfSender(mail);
  const inside = useInsideItems(mail, open);
  return [
    ...rarer,
    ...made,
    ...(answering === undefined
      ? []
      : [
          { key: 'new', label: t.editAsNew, icon: 'pencil-simple' as const, onSelect: answering.editAsNew },
          {
            key: 'file',
            label: t.forwardAsFile,
            icon: 'paperclip' as const,
            onSelect: answering.forwardAsAttachment,
          },
        ]),
    { key: 'print', label: t.print, icon: 'printer', hint: t.printKey, onSelect: onPrint },
    ...(thread === undefined
      ? []
      : [{ key: 'printThread', label: r.printThread, icon: 'printer' as const, onSelect: thread.onPrint }]),
    ...(mail.extras.destinationCopyAccounts.length === 0
      ? []
      : [{ key: 'copy', label: r.copyTo, icon: 'copy' as const, onSelect: copy }]),
    ...others.map((item, index) => ({ ...item, apart: index === 0 })),
    ...(thread === undefined
      ? []
      : [
          {
            key: 'split',
            label: r.split,
            icon: 'arrows-split' as const,
            apart: true,
            onSelect: () => void acts.split(),
          },
        ]),
    { key: 'join', label: r.join, icon: 'arrows-merge', apart: thread === undefined, onSelect: () => open('join') },
    ...(thread?.isByHand === true
      ? [{ key: 'reset', label: r.reset, icon: 'link-break' as const, onSelect: () => void acts.reset() }]
      : []),
    ...(senderAddress === ''
      ? []
      : [{ key: 'rule', label: r.rule, icon: 'funnel' as const, apart: true, onSelect: () => open('rule') }]),
    { key: 'why', label: r.why, icon: 'question', apart: senderAddress === '', onSelect: () => open('why') },
    ...ofSender,
    ...inside,
  ];
}

/** What else there is of the sender, for those who see records. */
function useOfSender({ senderAddress, senderRealName }: MailDetail): readonly MenuItem[] {
  const r = useTexts(readerTexts);
  const { tabs } = useShell();
  const maySeeRecords = useValue(useClient().configuration)?.rights.idoList === true;
  if (senderAddress === '' || !maySeeRecords) return [];
  return [
    {
      key: 'ofSender',
      label: r.ofSender(senderRealName || senderAddress),
      icon: 'address-book',
      onSelect: () => tabs.open(historyHref({ address: senderAddress }), 'beside'),
    },
  ];
}

/** What became of the mail, where it is from and what it is made of. */
function useInsideItems({ aggregateId }: MailDetail, open: (dialog: Open) => void): readonly MenuItem[] {
  const t = useTexts(texts);
  const r = useTexts(readerTexts);
  const client = useClient();
  const { notices } = useShell();
  return [
    { key: 'history', label: r.history, icon: 'clock-counter-clockwise', onSelect: () => open('history') },
    { key: 'checks', label: r.origin, icon: 'shield-check', apart: true, onSelect: () => open('checks') },
    { key: 'headers', label: t.headers, icon: 'list', onSelect: () => open('headers') },
    { key: 'source', label: t.sourceText, icon: 'file-text', onSelect: () => open('source') },
    {
      key: 'download',
      label: t.source,
      icon: 'download-simple',
      onSelect: () => void downloadSource(client, notices, t, aggregateId),
    },
  ];
}
