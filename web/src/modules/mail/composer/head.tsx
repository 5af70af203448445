import type { ResultOf } from '@kontor/contract/kernel';
import type { writingQueries } from '@kontor/contract/mail';
import type { Editor } from '@tiptap/core';
import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import { ReceiverField } from './receivers/field.tsx';
import { FIELDS, type Field, type FindOddity } from './receivers/rules.ts';
import { isSignatureEdited, putSignature } from './signature.ts';
import type { Envelope, Writing } from './state.ts';
import { texts, type ComposerTexts } from './texts.ts';

type Accounts = ResultOf<typeof writingQueries.accounts>;

/** Lines that are there when they are asked for. */
const HEAD_FIELDS = ['receiversTo', 'receiversCC', 'receiversBCC', 'subject', 'from'] as const;
type HeadField = (typeof HEAD_FIELDS)[number];

/** An answer beneath the mail that it answers. */
export interface Beneath {
  readonly onTab: () => void;
  readonly onClose: () => void;
}

const labelOf = (t: ComposerTexts, field: HeadField): string =>
  ({ receiversTo: t.to, receiversCC: t.cc, receiversBCC: t.bcc, subject: t.subject, from: t.from })[field];
const KEYS: Readonly<Record<Field, string>> = { receiversTo: 'A', receiversCC: 'C', receiversBCC: 'B' };

/** From whom, to whom, and about what. */
export const Head = memo(function Head({
  envelope,
  accounts,
  oddity,
  fault,
  focusOn,
  isNew,
  editor,
  onFocused,
  onChange,
  beneath,
}: {
  envelope: Envelope;
  accounts: Accounts | undefined;
  oddity: FindOddity;
  fault: string | undefined;
  focusOn: string | undefined;
  isNew: boolean;
  editor: Editor;
  onFocused: () => void;
  onChange: (part: Partial<Writing>) => void;
  /** Beneath the mail that it answers: who it is from and what about stand there when they are asked for. */
  beneath: Beneath | undefined;
}) {
  const t = useTexts(texts);
  const id = useId();
  const head = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<readonly HeadField[]>([]);
  const openLine = useCallback((field: HeadField): void => setOpen((now) => [...now, field]), []);
  const senders = accounts?.sendingAccounts.filter(({ canSend }) => canSend) ?? [];
  const isShown = (field: Field): boolean =>
    field === 'receiversTo' || open.includes(field) || envelope[field].length > 0;
  useEffect(() => {
    if (focusOn === undefined) return;
    const field = focusOn === 'S' ? 'subject' : FIELDS.find((one) => KEYS[one] === focusOn);
    if (field !== undefined && !open.includes(field)) setOpen((now) => [...now, field]);
    const there = head.current?.querySelector<HTMLElement>(`[data-field="${focusOn}"]`);
    // One that is to come takes the focus by itself.
    there?.focus();
    onFocused();
  }, [focusOn, open, onFocused]);
  // Who answers writes at once; who begins says first for whom.
  useEffect(() => {
    if (!isNew) editor.commands.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  const hasFrom = senders.length > 1;
  const showsFrom = hasFrom && (beneath === undefined || open.includes('from'));
  const showsSubject = beneath === undefined || open.includes('subject');
  const missing = [
    ...FIELDS.filter((field) => !isShown(field)),
    ...(showsSubject ? [] : ['subject' as const]),
    ...(hasFrom && !showsFrom ? ['from' as const] : []),
  ].join(' ');
  const more = useMemo(
    () =>
      missing === '' && beneath === undefined ? undefined : (
        <MoreLines missing={missing.split(' ')} beneath={beneath} onOpen={openLine} />
      ),
    [missing, beneath, openLine],
  );
  return (
    <div ref={head} className="write-fields">
      {showsFrom ? (
        <FromLine
          id={`${id}-from`}
          envelope={envelope}
          senders={senders}
          signatures={accounts?.signatures ?? []}
          editor={editor}
          autoFocus={beneath !== undefined}
          onChange={onChange}
        />
      ) : null}
      {FIELDS.filter(isShown).map((field) => (
        <ReceiverField
          key={field}
          field={field}
          label={labelOf(t, field)}
          fieldKey={KEYS[field]}
          value={envelope[field]}
          oddity={oddity}
          fault={field === 'receiversTo' ? fault : undefined}
          autoFocus={(field === 'receiversTo' && isNew && envelope.receiversTo.length === 0) || open.at(-1) === field}
          onChange={onChange}
          end={field === 'receiversTo' ? more : undefined}
        />
      ))}
      {showsSubject ? (
        <SubjectLine
          id={`${id}-subject`}
          subject={envelope.subject}
          editor={editor}
          autoFocus={beneath !== undefined}
          onChange={onChange}
        />
      ) : null}
    </div>
  );
});

/** Asks for lines that are not there yet; beneath a mail, with how the answer is left. */
function MoreLines({
  missing,
  beneath,
  onOpen,
}: {
  missing: readonly string[];
  beneath: Beneath | undefined;
  onOpen: (field: HeadField) => void;
}) {
  const t = useTexts(texts);
  return (
    <span className="write-more">
      {HEAD_FIELDS.filter((field) => missing.includes(field)).map((field) => (
        <button key={field} type="button" className="link-button" onClick={() => onOpen(field)}>
          {labelOf(t, field)}
        </button>
      ))}
      {beneath === undefined ? null : (
        <>
          <IconButton icon="arrows-out" label={t.toTab} hotkey="Alt+Enter" onClick={beneath.onTab} />
          <IconButton icon="x" label={t.close} hotkey="Escape" onClick={beneath.onClose} />
        </>
      )}
    </span>
  );
}

/** What both lines need that stand around the receivers. */
interface LineProps {
  readonly id: string;
  readonly editor: Editor;
  readonly autoFocus: boolean;
  readonly onChange: (part: Partial<Writing>) => void;
}

/** From whom it is sent; with the sender the signature changes. */
function FromLine({
  id,
  envelope,
  senders,
  signatures,
  editor,
  autoFocus,
  onChange,
}: LineProps & {
  envelope: Envelope;
  senders: Accounts['sendingAccounts'];
  signatures: Accounts['signatures'];
}) {
  const t = useTexts(texts);
  const { notices } = useShell();
  const changeSender = async (senderAccountId: number): Promise<void> => {
    onChange({ senderAccountId });
    const signature = signatures.find(
      (one) => one.sendingAccountId === senderAccountId && one.isTheStandSignatureForTheAccount,
    );
    const put = (): Promise<void> =>
      putSignature(editor, signature, envelope.isPlain).then(() => onChange({ signatureId: signature?.id ?? null }));
    if (await isSignatureEdited(editor, signatures, envelope.isPlain))
      notices.show({ text: t.signatureKept, action: { label: t.replace, run: () => void put() } });
    else await put();
  };
  return (
    <div className="write-line">
      <label htmlFor={id}>{t.from}</label>
      <select
        id={id}
        autoFocus={autoFocus}
        value={envelope.senderAccountId ?? ''}
        onChange={(event) => void changeSender(Number(event.currentTarget.value))}
      >
        {senders.map((sender) => (
          <option key={sender.id} value={sender.id}>
            {`${sender.name} <${sender.email}>`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What it is about; from here Tab leads to the text. */
function SubjectLine({ id, subject, editor, autoFocus, onChange }: LineProps & { subject: string }) {
  const t = useTexts(texts);
  return (
    <div className="write-line">
      <label htmlFor={id}>{t.subject}</label>
      <input
        autoFocus={autoFocus}
        id={id}
        data-field="S"
        value={subject}
        maxLength={998}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
        onKeyDown={(event) => {
          // On to the text, as in every mail program; what stands above it is reached from there by going back.
          if (event.key !== 'Tab' || event.shiftKey) return;
          event.preventDefault();
          // At once: the editor's own command waits for the next frame, and a quick key would still be the subject's.
          editor.view.focus();
        }}
      />
    </div>
  );
}
