import type { ResultOf } from '@kontor/contract/kernel';
import type { writingQueries } from '@kontor/contract/mail';
import type { Editor } from '@tiptap/core';
import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { ReceiverField } from './receivers/field.tsx';
import { FIELDS, type Field, type FindOddity } from './receivers/rules.ts';
import { isSignatureEdited, putSignature } from './signature.ts';
import type { Envelope, Writing } from './state.ts';
import { texts, type ComposerTexts } from './texts.ts';

type Accounts = ResultOf<typeof writingQueries.accounts>;

const labelOf = (t: ComposerTexts, field: Field): string =>
  ({ receiversTo: t.to, receiversCC: t.cc, receiversBCC: t.bcc })[field];
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
}) {
  const t = useTexts(texts);
  const { notices } = useShell();
  const id = useId();
  const head = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<readonly Field[]>([]);
  const senders = accounts?.sendingAccounts.filter(({ canSend }) => canSend) ?? [];
  const isShown = (field: Field): boolean =>
    field === 'receiversTo' || open.includes(field) || envelope[field].length > 0;
  useEffect(() => {
    if (focusOn === undefined) return;
    const field = FIELDS.find((one) => KEYS[one] === focusOn);
    if (field !== undefined && !open.includes(field)) setOpen((now) => [...now, field]);
    const there = head.current?.querySelector<HTMLElement>(`[data-field="${focusOn}"]`);
    // One that is to come takes the focus by itself.
    there?.focus();
    onFocused();
  }, [focusOn, open, onFocused]);
  // Who answers writes at once; who begins says first for whom.
  useEffect(() => {
    if (!isNew) editor.commands.focus('start');
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  const changeSender = async (senderAccountId: number): Promise<void> => {
    onChange({ senderAccountId });
    const all = accounts?.signatures ?? [];
    const signature = all.find(
      (one) => one.sendingAccountId === senderAccountId && one.isTheStandSignatureForTheAccount,
    );
    const put = (): Promise<void> =>
      putSignature(editor, signature, envelope.isPlain).then(() => onChange({ signatureId: signature?.id ?? null }));
    if (await isSignatureEdited(editor, all, envelope.isPlain))
      notices.show({ text: t.signatureKept, action: { label: t.replace, run: () => void put() } });
    else await put();
  };
  const missing = FIELDS.filter((field) => !isShown(field)).join(' ');
  const more = useMemo(
    () =>
      missing === '' ? undefined : (
        <span className="write-more">
          {FIELDS.filter((field) => missing.split(' ').includes(field)).map((field) => (
            <button key={field} type="button" className="link-button" onClick={() => setOpen((now) => [...now, field])}>
              {labelOf(t, field)}
            </button>
          ))}
        </span>
      ),
    [missing, t],
  );
  return (
    <div ref={head} className="write-fields">
      {senders.length > 1 ? (
        <div className="write-line">
          <label htmlFor={`${id}-from`}>{t.from}</label>
          <select
            id={`${id}-from`}
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
      <div className="write-line">
        <label htmlFor={`${id}-subject`}>{t.subject}</label>
        <input
          id={`${id}-subject`}
          data-field="S"
          value={envelope.subject}
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
    </div>
  );
});
