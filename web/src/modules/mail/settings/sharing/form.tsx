import type { FilterUser } from '@kontor/contract/account';
import { MAX_RIGHTS, teamworkCommands, type MailAccount } from '@kontor/contract/mail';
import { useClient, useValue } from '../../../../client/react.tsx';
import { Portrait, useShell, useTexts } from '../../../../shell/index.ts';
import { Conflict } from '../../../../shell/forms/conflict.tsx';
import { FormEnd } from '../../../../shell/forms/form-end.tsx';
import { newerCopy, useForm } from '../../../../shell/forms/use-form.ts';
import { SelectField } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { Callout, Icon } from '../../../../ui/parts.tsx';
import { saidOf } from '../said-of.ts';
import {
  TICKS,
  isChanged,
  keyOf,
  lossesOf,
  numbersOf,
  offersFor,
  rightsOf,
  rowsOf,
  withTick,
  type Rights,
  type SharingRow,
} from './rules.ts';
import { sharingTexts } from './texts.ts';

interface Draft {
  readonly rows: readonly SharingRow[];
  readonly owner: Rights['owner'];
}

const draftOf = (rights: Rights): Draft => ({ rows: rowsOf(rights), owner: rights.owner });

/** People and groups with what they may do with a mailbox, by three ticks. Whoever was quicker is not overwritten unasked. */
export function SharingForm({
  account,
  rights,
  known,
  onDone,
  onClose,
}: {
  account: MailAccount;
  rights: Rights;
  /** The people and groups who may see mails at all. */
  known: readonly FilterUser[];
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts(sharingTexts);
  const client = useClient();
  const { notices } = useShell();
  const ownId = useValue(client.user)?.id;
  const isAdministrator = useValue(client.configuration)?.isAdministrator === true;
  const form = useForm<Draft, Rights>({
    title: t.dialog(account.name),
    start: draftOf(rights),
    version: rights.version,
    isChanged: (one, other) => isChanged(one.rows, other.rows),
    isValid: () => true,
    send: async ({ rows }, version) => {
      await client.sendNow(teamworkCommands.saveRights, {
        accountId: account.id,
        rights: rightsOf(rows),
        aggregateVersion: version ?? rights.version,
      });
      notices.show({ text: t.saved });
      onDone();
    },
    say: ({ code }) => saidOf(t.problems, code),
    newer: newerCopy<Rights>(({ version }) => version),
  });
  const { ref, draft, before, theirs, change: edit, submit, leave } = form;
  const { rows, owner } = draft;
  const losses = lossesOf(before.rows, rows, known);
  const offers = offersFor(owner.userId, rows, known);
  const numbers = numbersOf(owner.userId, rows, known);
  const isFull = rightsOf(rows).length >= MAX_RIGHTS;
  const losesOwn =
    !isAdministrator &&
    losses.some(({ key, tick, through }) => key === `person ${ownId}` && tick !== 'sends' && through === undefined);
  const change = (next: readonly SharingRow[]): void => edit({ rows: next });
  const close = (): void => leave(onClose);
  return (
    <Dialog title={t.dialog(account.name)} closeLabel={t.close} size="l" onClose={close}>
      <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event)}>
        <p className="quiet">{t.intro}</p>
        <RightsTable owner={owner} rows={rows} onChange={change} />
        <AddField offers={offers} isFull={isFull} onAdd={(row) => change([...rows, row])} />
        <p role="status">{t.numbers(numbers.sees, numbers.sends, numbers.manages)}</p>
        <Losses losses={losses} losesOwn={losesOwn} />
        <Conflict t={t} form={form} draftOf={draftOf} />
        <FormEnd form={{ ...form, isDirty: form.isDirty && theirs === undefined }} isNew={false} onCancel={close} />
      </form>
    </Dialog>
  );
}

/** People and groups, each with the ticks; the owner may do all. */
function RightsTable({
  owner,
  rows,
  onChange,
}: {
  owner: Rights['owner'];
  rows: readonly SharingRow[];
  onChange: (rows: readonly SharingRow[]) => void;
}) {
  const t = useTexts(sharingTexts);
  return (
    <table className="sharing">
      <thead>
        <tr>
          <th scope="col">{t.who}</th>
          {TICKS.map((tick) => (
            <th key={tick} scope="col" title={t.tickHints[tick]}>
              {t.ticks[tick]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            <Who name={owner.name} more={t.owner} isGroup={false} userId={owner.userId} />
          </th>
          {TICKS.map((tick) => (
            <td key={tick}>
              <input type="checkbox" aria-label={t.tickOf(t.ticks[tick], owner.name)} checked disabled readOnly />
            </td>
          ))}
        </tr>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-gone={!row.sees}>
            <th scope="row">
              <Who
                name={row.name}
                more={row.subject === 'group' ? t.group(row.people) : ''}
                isGroup={row.subject === 'group'}
                {...(row.subject === 'person' ? { userId: row.subjectId } : {})}
              />
            </th>
            {TICKS.map((tick) => (
              <td key={tick}>
                <input
                  type="checkbox"
                  aria-label={t.tickOf(t.ticks[tick], row.name)}
                  title={t.tickHints[tick]}
                  checked={row[tick]}
                  onChange={({ currentTarget }) => {
                    const ticked = withTick(row, tick, currentTarget.checked);
                    onChange(rows.map((one) => (one === row ? ticked : one)));
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Adds somebody, where there is anybody left and room for them. */
function AddField({
  offers,
  isFull,
  onAdd,
}: {
  offers: readonly SharingRow[];
  isFull: boolean;
  onAdd: (row: SharingRow) => void;
}) {
  const t = useTexts(sharingTexts);
  if (isFull) return <Callout icon="warning">{t.full}</Callout>;
  if (offers.length === 0) return null;
  return (
    <SelectField
      label={t.add}
      value=""
      options={[
        ['', t.choose],
        ...offers.map(
          (row) =>
            [keyOf(row), row.subject === 'group' ? t.groupNamed(row.name, row.people) : row.name] as [string, string],
        ),
      ]}
      onChange={(key) => {
        const row = offers.find((one) => keyOf(one) === key);
        if (row !== undefined) onAdd(row);
      }}
    />
  );
}

/** Who may do less than before. `losesOwn`: the person is among them. */
function Losses({ losses, losesOwn }: { losses: ReturnType<typeof lossesOf>; losesOwn: boolean }) {
  const t = useTexts(sharingTexts);
  if (losses.length === 0) return null;
  return (
    <Callout icon="warning">
      <strong>{t.losses}</strong>
      <ul>
        {losses.map(({ key, tick, name, subject, people, through }) => {
          const who = subject === 'group' ? t.groupNamed(name, people) : name;
          return <li key={`${key} ${tick}`}>{through === undefined ? t.lost[tick](who) : t.still(who, through)}</li>;
        })}
      </ul>
      {losesOwn ? <p>{t.self}</p> : null}
    </Callout>
  );
}

function Who({ name, more, isGroup, userId }: { name: string; more: string; isGroup: boolean; userId?: number }) {
  return (
    <span className="sharing-who">
      {isGroup ? <Icon name="users" /> : <Portrait name={name} picture={null} userId={userId} size="s" />}
      <span>
        {name}
        {more === '' ? null : <span className="quiet small">{more}</span>}
      </span>
    </span>
  );
}
