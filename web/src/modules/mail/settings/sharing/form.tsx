import type { FilterUser } from '@kontor/contract/account';
import { MAX_RIGHTS, teamworkCommands, type MailAccount } from '@kontor/contract/mail';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useClient, useValue } from '../../../../client/react.tsx';
import { Portrait, useShell, useTexts } from '../../../../shell/index.ts';
import { useUnsaved } from '../../../../shell/use-unsaved.ts';
import { SelectField } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { Button, Callout, Icon } from '../../../../ui/parts.tsx';
import { FormEnd } from '../parts.tsx';
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
  const [base, setBase] = useState(rights);
  const [rows, setRows] = useState(() => rowsOf(rights));
  const [theirs, setTheirs] = useState<Rights>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { owner } = base;
  const before = rowsOf(base);
  const isDirty = isChanged(before, rows);
  const losses = lossesOf(before, rows, known);
  const offers = offersFor(owner.userId, rows, known);
  const numbers = numbersOf(owner.userId, rows, known);
  const isFull = rightsOf(rows).length >= MAX_RIGHTS;
  const losesOwn =
    !isAdministrator &&
    losses.some(({ key, tick, through }) => key === `person ${ownId}` && tick !== 'sends' && through === undefined);
  const change = (next: readonly SharingRow[]): void => {
    setRows(next);
    setFault(undefined);
  };
  const save = async (aggregateVersion: number): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFault(undefined);
    try {
      await client.tellNow(teamworkCommands.saveRights, {
        accountId: account.id,
        rights: rightsOf(rows),
        aggregateVersion,
      });
      notices.show({ text: t.saved });
      onDone();
      return true;
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'VERSION_CONFLICT') setTheirs(failure.problem?.data as Rights);
      else setFault(saidOf(t.problems, failure.code));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const leave = useUnsaved({ title: t.dialog(account.name), isDirty, save: () => save(base.version) });
  const close = (): void => leave(onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(base.version);
  };
  return (
    <Dialog title={t.dialog(account.name)} closeLabel={t.close} size="l" onClose={close}>
      <form className="account-form" noValidate onSubmit={submit}>
        <p className="quiet">{t.intro}</p>
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
                <Who name={owner.name} more={t.owner} isGroup={false} />
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
                        change(rows.map((one) => (one === row ? ticked : one)));
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {isFull ? (
          <Callout icon="warning">{t.full}</Callout>
        ) : offers.length === 0 ? null : (
          <SelectField
            label={t.add}
            value=""
            options={[
              ['', t.choose],
              ...offers.map(
                (row) =>
                  [keyOf(row), row.subject === 'group' ? t.groupNamed(row.name, row.people) : row.name] as [
                    string,
                    string,
                  ],
              ),
            ]}
            onChange={(key) => {
              const row = offers.find((one) => keyOf(one) === key);
              if (row !== undefined) change([...rows, row]);
            }}
          />
        )}
        <p role="status">{t.numbers(numbers.sees, numbers.sends, numbers.manages)}</p>
        {losses.length === 0 ? null : (
          <Callout icon="warning">
            <strong>{t.losses}</strong>
            <ul>
              {losses.map(({ key, tick, name, subject, people, through }) => {
                const who = subject === 'group' ? t.groupNamed(name, people) : name;
                return (
                  <li key={`${key} ${tick}`}>{through === undefined ? t.lost[tick](who) : t.still(who, through)}</li>
                );
              })}
            </ul>
            {losesOwn ? <p>{t.self}</p> : null}
          </Callout>
        )}
        {theirs === undefined ? null : (
          <Callout tone="fault" icon="warning">
            <p>{t.conflict}</p>
            <div className="sharing-conflict">
              <Button
                onClick={() => {
                  setBase(theirs);
                  setRows(rowsOf(theirs));
                  setTheirs(undefined);
                }}
              >
                {t.takeTheirs}
              </Button>
              <Button
                onClick={() => {
                  setBase(theirs);
                  setTheirs(undefined);
                  void save(theirs.version);
                }}
              >
                {t.keepMine}
              </Button>
            </div>
          </Callout>
        )}
        <FormEnd fault={fault} busy={isBusy || !isDirty || theirs !== undefined} saving={isBusy} onCancel={close} />
      </form>
    </Dialog>
  );
}

function Who({ name, more, isGroup }: { name: string; more: string; isGroup: boolean }) {
  return (
    <span className="sharing-who">
      {isGroup ? <Icon name="users" /> : <Portrait name={name} picture={null} size="s" />}
      <span>
        {name}
        {more === '' ? null : <span className="quiet small">{more}</span>}
      </span>
    </span>
  );
}
