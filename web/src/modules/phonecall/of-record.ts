import { recordQueries, type ModelField, type RecordModel } from '@kontor/contract/record';
import type { Client } from '../../client/client.ts';
import type { RecordAction } from '../../shell/index.ts';
import { dialOf } from '../../shell/numbers/dial-of.ts';
import { newCallHref } from './addresses.ts';

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

const numbersIn = (fields: readonly ModelField[]): readonly string[] =>
  fields.flatMap((field) => {
    if (field.kind !== 'textField' || !field.actionIcons.includes('phone')) return [];
    const { value } = field;
    return typeof value === 'string' && dialOf(value) !== '' ? [value.trim()] : [];
  });

/** The numbers that a record has, its own before those of its contact persons. */
export const numbersOfRecord = ({ jsonModel }: Pick<RecordModel, 'jsonModel'>): readonly string[] => {
  if (jsonModel === null) return [];
  const { leftColumn, rightColumn, contactPersons } = jsonModel.model;
  return [
    ...new Set([
      ...numbersIn([...leftColumn, ...rightColumn]),
      ...contactPersons.flatMap(({ fields }) => numbersIn(fields)),
    ]),
  ];
};

/** How long the number of a record is waited for; after that the call is noted without one. */
const PATIENCE_MS = 1500;

const firstNumber = ({ ask }: Client, { idoId, idoInstanceId }: Named): Promise<string | undefined> =>
  ask.run(recordQueries.model, { idoId, idoInstanceId }, AbortSignal.timeout(PATIENCE_MS)).then(
    (model) => numbersOfRecord(model)[0],
    () => undefined,
  );

/** A call about a record, which it is linked with: with the record's number, where it has one. */
export async function noteCallAt(client: Client, record: Named, open: (address: string) => void): Promise<void> {
  const number = await firstNumber(client, record);
  open(newCallHref(client.env.newId(), { record, ...(number === undefined ? {} : { number }) }));
}

export const ofRecords: RecordAction = {
  name: 'call',
  icon: 'phone-plus',
  label: { de: 'Anruf festhalten', en: 'Note a call' },
  short: { de: 'Anruf', en: 'Call' },
  right: 'idoList',
  key: 'G',
  run: ({ client }, record, open) => noteCallAt(client, record, open),
};
