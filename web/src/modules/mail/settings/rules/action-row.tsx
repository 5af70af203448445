import { STATE_NAMES } from '@kontor/contract/activity';
import type { MailAccount } from '@kontor/contract/mail';
import { useId } from 'react';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useTexts } from '../../../../shell/index.ts';
import { Check, SelectField } from '../../../../ui/fields.tsx';
import { Button } from '../../../../ui/parts.tsx';
import { pickRecord } from '../../../record/index.tsx';
import { LinesField, Part } from './condition-row.tsx';
import { CHOOSABLE, isChoosable, type ActionDraft, type Kind } from './draft.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { actionWords } from './sentences.ts';
import { texts } from './texts.ts';
import { accountName, type Named, type RuleSurroundings } from './use-names.ts';

/** Only who sees records can say what is linked with them. */
const OF_RECORDS: readonly Kind[] = ['record', 'recordsOfSender'];

/** An action as it is written: what is done, and with whom or where. `account`: whose rule it is; undefined for a person's own. */
export function ActionRow({
  number,
  draft,
  account,
  around,
  fault,
  onChange,
  onRemove,
}: {
  /** From 1. */
  number: number;
  draft: ActionDraft;
  account: MailAccount | undefined;
  around: RuleSurroundings;
  fault: string | undefined;
  onChange: (draft: ActionDraft) => void;
  onRemove: (() => void) | undefined;
}) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const maySeeRecords = useValue(useClient().configuration)?.rights.idoList === true;
  const part = { label: t.action(number), removeLabel: t.removeAction(number), fault, onRemove };
  if (draft.stored !== undefined && !isChoosable(draft.kind))
    return (
      <Part {...part}>
        <p className="wide">{actionWords(draft.stored, s, around.names)}</p>
      </Part>
    );
  // Only an account can give its mails to another one.
  const isOffered = (kind: Kind): boolean =>
    kind === 'box' ? account !== undefined : !OF_RECORDS.includes(kind) || maySeeRecords;
  const kinds = CHOOSABLE.filter((kind) => kind === draft.kind || isOffered(kind));
  return (
    <Part {...part}>
      <SelectField<Kind>
        label={t.kind}
        value={draft.kind}
        options={kinds.map((kind) => [kind, s.kinds[kind]])}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      <Target
        draft={draft}
        account={account}
        around={around}
        isWrong={fault !== undefined}
        onChange={(some) => onChange({ ...draft, ...some })}
      />
    </Part>
  );
}

function Target({
  draft,
  account,
  around,
  isWrong,
  onChange,
}: {
  draft: ActionDraft;
  account: MailAccount | undefined;
  around: RuleSurroundings;
  isWrong: boolean;
  onChange: (part: Partial<ActionDraft>) => void;
}) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const { accounts, people, templates } = around;
  switch (draft.kind) {
    case 'state':
      return (
        <SelectField
          label={t.state}
          value={draft.state}
          options={STATE_NAMES.map((state) => [state, s.states[state]])}
          onChange={(state) => onChange({ state })}
        />
      );
    case 'box':
    case 'copy': {
      // Copies go to a mail server, which an address that Kontor receives for does not have.
      const offered = accounts.filter(({ id, kind }) => (draft.kind === 'copy' ? kind === 'imap' : id !== account?.id));
      return (
        <OneOf
          label={t.account}
          value={draft.accountId}
          options={offered.map((one) => ({ id: one.id, name: accountName(one) }))}
          onChange={(accountId) => onChange({ accountId })}
        />
      );
    }
    case 'claim':
      return (
        <OneOf
          label={t.person}
          value={draft.userId}
          options={people.filter(({ id }) => account === undefined || account.memberIds.includes(id))}
          onChange={(userId) => onChange({ userId })}
        />
      );
    case 'tell':
      return (
        <fieldset className="members wide">
          <legend>{t.people}</legend>
          {[...people, ...unknownOf(draft.userIds, people, s.gone)].map(({ id, name }) => (
            <Check
              key={id}
              label={name}
              checked={draft.userIds.includes(id)}
              onChange={({ currentTarget }) =>
                onChange({
                  userIds: currentTarget.checked ? [...draft.userIds, id] : draft.userIds.filter((one) => one !== id),
                })
              }
            />
          ))}
        </fieldset>
      );
    case 'record':
      return <RecordTarget draft={draft} name={around.names.record(draft.recordId)} onChange={onChange} />;
    case 'recordsOfSender':
      return <p className="hint wide">{t.recordsOfSenderHint}</p>;
    case 'answer':
      return (
        <>
          <OneOf
            label={t.template}
            value={draft.templateId}
            options={templates}
            onChange={(templateId) => onChange({ templateId })}
          />
          <p className="hint wide">{templates.length === 0 ? t.noTemplates : t.sendsHint}</p>
        </>
      );
    case 'forward':
      return (
        <>
          <LinesField
            label={t.addresses}
            hint={`${t.addressesHint} ${t.forwardHint}`}
            value={draft.to}
            isWrong={isWrong}
            onChange={(to) => onChange({ to })}
          />
          <div className="wide">
            <Check
              label={t.asAttachment}
              checked={draft.asAttachment}
              onChange={({ currentTarget }) => onChange({ asAttachment: currentTarget.checked })}
            />
          </div>
        </>
      );
    default:
      return null;
  }
}

/** The record that mails are linked with, by its name. */
function RecordTarget({
  draft: { recordId },
  name,
  onChange,
}: {
  draft: ActionDraft;
  name: string | null | undefined;
  onChange: (part: Partial<ActionDraft>) => void;
}) {
  const t = useTexts(texts);
  const { gone } = useTexts(sentenceTexts);
  const id = useId();
  const pick = (): void =>
    pickRecord({
      count: 0,
      about: undefined,
      known: [],
      onPick: ({ idoId, idoInstanceId, displayName }) =>
        onChange({ recordId: idoId, kindId: idoInstanceId, recordName: displayName }),
    });
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="label">
        {t.record}
      </span>
      <div className="rule-record">
        {recordId === 0 ? null : <span>{name === null ? gone : (name ?? '…')}</span>}
        <Button onClick={pick}>{recordId === 0 ? t.pickRecord : t.otherRecord}</Button>
      </div>
    </div>
  );
}

/** What is chosen and not there any more stays to be seen, until something else is chosen. */
const unknownOf = (ids: readonly number[], known: readonly Named[], gone: string): readonly Named[] =>
  ids.filter((id) => id !== 0 && !known.some((one) => one.id === id)).map((id) => ({ id, name: gone }));

function OneOf({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: number;
  options: readonly Named[];
  onChange: (id: number) => void;
}) {
  const t = useTexts(texts);
  const { gone } = useTexts(sentenceTexts);
  const offered = [
    ...(value === 0 ? [{ id: 0, name: t.choose }] : []),
    ...options,
    ...unknownOf([value], options, gone),
  ];
  return (
    <SelectField
      label={label}
      value={String(value)}
      options={offered.map(({ id, name }) => [String(id), name])}
      onChange={(id) => onChange(Number(id))}
    />
  );
}
