import { sessionQueries } from '@kontor/contract/account';
import { mailQueries, writingQueries, type MailAccount, type RuleAction } from '@kontor/contract/mail';
import { useAsk, useClient, useValue, type QueryResult } from '../../../../client/react.tsx';
import { bothOf } from '../../../../shell/failures/both-of.ts';
import { useRecordNames } from '../../../record/index.tsx';
import type { ActionDraft } from './draft.ts';
import type { RuleNames } from './sentences.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** What rules can name, with what it is called. */
export interface RuleSurroundings {
  readonly accounts: readonly MailAccount[];
  readonly people: readonly Named[];
  readonly templates: readonly Named[];
  readonly names: RuleNames;
}

export const accountName = ({ name, email }: Pick<MailAccount, 'name' | 'email'>): string =>
  name === email ? email : `${name} (${email})`;

/** The names with those of the records that rules link with; of one that was chosen just now its name is in the draft. */
export function useRecordsIn(
  names: RuleNames,
  actions: readonly RuleAction[],
  chosen: readonly Pick<ActionDraft, 'recordId' | 'recordName'>[] = [],
): RuleNames {
  const { nameOf } = useRecordNames(actions.filter((action) => action.kind === 'record'));
  return {
    ...names,
    record: (id) =>
      chosen.find(({ recordId, recordName }) => recordId === id && recordName !== '')?.recordName ?? nameOf(id),
  };
}

/** What rules can name, once all of it is known. */
export function useSurroundings(): QueryResult<RuleSurroundings> {
  const client = useClient();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const boxes = useAsk(mailQueries.accountSettings, {});
  const users = useAsk(sessionQueries.moduleUsers, { module: 'email' });
  const writing = useAsk(writingQueries.accounts, mayWrite ? {} : undefined);
  const known = bothOf(boxes, users);
  const all = mayWrite ? bothOf(known, writing) : known;
  if (all.data === undefined || boxes.data === undefined || users.data === undefined)
    return { ...all, data: undefined };
  const accounts = boxes.data;
  const everybody = users.data.filter(({ userId }) => userId > 0);
  const people = everybody.filter(({ active }) => active).map(({ userId: id, fullName: name }) => ({ id, name }));
  const { templates: own = [], globalTemplates = [] } = writing.data ?? {};
  const templates = [...own, ...globalTemplates].map(({ ID: id, Name: name }) => ({ id, name }));
  const found = accounts.map((account) => ({ id: account.id, name: accountName(account) }));
  const nameIn =
    (list: readonly Named[]) =>
    (id: number): string | undefined =>
      list.find((one) => one.id === id)?.name;
  const names: RuleNames = {
    record: () => undefined,
    account: nameIn(found),
    person: nameIn(everybody.map(({ userId: id, fullName: name }) => ({ id, name }))),
    template: nameIn(templates),
  };
  return { ...all, data: { accounts, people, templates, names } };
}
