import { sessionQueries } from '@kontor/contract/account';
import type { MailAccount } from '@kontor/contract/mail';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import type { BoxDraft, Draft } from './draft.ts';
import { texts } from './texts.ts';

/** Form of a mailbox that is there, or of a new one. */
export interface FormProps {
  readonly account: MailAccount | undefined;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Card of a mailbox. */
export interface CardProps {
  readonly account: MailAccount;
  /** Just added: how it sends is asked for at once. */
  readonly isNew: boolean;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
  /** The focus goes on to where the next thing is done. */
  readonly onRemoved: () => void;
}

/** What the mailbox is called. */
export function NameField({
  draft,
  fault,
  onChange,
}: {
  draft: BoxDraft;
  fault: string | undefined;
  onChange: (part: Partial<BoxDraft>) => void;
}) {
  const t = useTexts(texts);
  return (
    <TextField
      label={t.name}
      hint={t.nameHint}
      fault={fault}
      value={draft.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  );
}

/** Where a mail server is. */
export function HostFields({
  label,
  draft,
  faultOf,
  onChange,
}: {
  label: string;
  draft: Pick<Draft, 'host' | 'port'>;
  faultOf: (field: 'host' | 'port') => string | undefined;
  /** Another server has another certificate: none is trusted then. */
  onChange: (part: Partial<Pick<Draft, 'host' | 'port' | 'trustedFingerprint'>>) => void;
}) {
  const t = useTexts(texts);
  return (
    <div className="server">
      <TextField
        label={label}
        autoCapitalize="off"
        spellCheck={false}
        fault={faultOf('host')}
        value={draft.host}
        onChange={(event) => onChange({ host: event.currentTarget.value, trustedFingerprint: null })}
      />
      <TextField
        label={t.port}
        inputMode="numeric"
        fault={faultOf('port')}
        value={draft.port}
        onChange={(event) => onChange({ port: event.currentTarget.value })}
      />
    </div>
  );
}

/** Who sees the mails (the owner always, others by choice), and whether their states are one. */
export function Sharing({
  draft,
  ownerId,
  isNew,
  onChange,
}: {
  draft: BoxDraft;
  ownerId: number;
  /** Who sees one that is there stands in its card, with what they may do. */
  isNew: boolean;
  onChange: (part: Partial<BoxDraft>) => void;
}) {
  const t = useTexts(texts);
  const { data } = useAsk(sessionQueries.moduleUsers, isNew ? { module: 'email' } : undefined);
  const people = (data ?? []).filter((person) => person.active && person.userId > 0);
  const { memberIds } = draft;
  return (
    <>
      {people.length < 2 ? null : (
        <fieldset className="members">
          <legend>{t.people}</legend>
          {people.map(({ userId, fullName }) => (
            <Check
              key={userId}
              label={userId === ownerId ? `${fullName} (${t.owner})` : fullName}
              checked={userId === ownerId || memberIds.includes(userId)}
              disabled={userId === ownerId}
              onChange={(event) =>
                onChange({
                  memberIds: event.currentTarget.checked
                    ? [...memberIds, userId]
                    : memberIds.filter((id) => id !== userId),
                })
              }
            />
          ))}
        </fieldset>
      )}
      <Check
        label={t.shared}
        hint={t.sharedHint}
        checked={draft.sharedState}
        onChange={(event) => onChange({ sharedState: event.currentTarget.checked })}
      />
    </>
  );
}

/** The head of a mailbox's card: what it is called, and what it is doing. */
export function CardHead({
  account,
  phase,
  label,
}: {
  account: Pick<MailAccount, 'name' | 'email'>;
  phase: MailAccount['state']['phase'];
  label: string;
}) {
  return (
    <header>
      <div>
        <h2>{account.name}</h2>
        <span className="quiet">{account.email}</span>
      </div>
      <span className="account-phase" data-phase={phase}>
        {label}
      </span>
    </header>
  );
}
