import type { ResultOf } from '@kontor/contract/kernel';
import type { writingQueries } from '@kontor/contract/mail';
import type { Editor } from '@tiptap/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { ReceiverField } from './receivers/field.tsx';
import { FIELDS, type Field, type Oddity } from './receivers/rules.ts';
import { isSignatureEdited, putSignature } from './signature.ts';
import type { Writing } from './state.ts';
import { texts } from './texts.ts';

type Accounts = ResultOf<typeof writingQueries.accounts>;

const KEYS: Readonly<Record<Field, string>> = { receiversTo: 'A', receiversCC: 'C', receiversBCC: 'B' };

/** From whom, to whom, and about what. */
export function Head({
  writing,
  accounts,
  oddity,
  fault,
  focusOn,
  isNew,
  editor,
  onFocused,
  onChange,
}: {
  writing: Writing;
  accounts: Accounts | undefined;
  oddity: (field: Field, index: number) => Oddity | undefined;
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
    field === 'receiversTo' || open.includes(field) || writing[field].length > 0;
  const labels: Readonly<Record<Field, string>> = { receiversTo: t.to, receiversCC: t.cc, receiversBCC: t.bcc };
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
      putSignature(editor, signature, writing.isPlain).then(() => onChange({ signatureId: signature?.id ?? null }));
    if (await isSignatureEdited(editor, all, writing.isPlain))
      notices.show({ text: t.signatureKept, action: { label: t.replace, run: () => void put() } });
    else await put();
  };
  const missing = FIELDS.filter((field) => !isShown(field));
  return (
    <div ref={head} className="write-fields">
      {senders.length > 1 ? (
        <div className="write-line">
          <label htmlFor={`${id}-from`}>{t.from}</label>
          <select
            id={`${id}-from`}
            value={writing.senderAccountId ?? ''}
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
          label={labels[field]}
          fieldKey={KEYS[field]}
          value={writing[field]}
          oddityOf={(index) => oddity(field, index)}
          fault={field === 'receiversTo' ? fault : undefined}
          autoFocus={(field === 'receiversTo' && isNew && writing.receiversTo.length === 0) || open.at(-1) === field}
          onChange={(receivers) => onChange({ [field]: receivers })}
          end={
            field === 'receiversTo' && missing.length > 0 ? (
              <span className="write-more">
                {missing.map((one) => (
                  <button key={one} type="button" className="link-button" onClick={() => setOpen([...open, one])}>
                    {labels[one]}
                  </button>
                ))}
              </span>
            ) : undefined
          }
        />
      ))}
      <div className="write-line">
        <label htmlFor={`${id}-subject`}>{t.subject}</label>
        <input
          id={`${id}-subject`}
          data-field="S"
          value={writing.subject}
          maxLength={998}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}
