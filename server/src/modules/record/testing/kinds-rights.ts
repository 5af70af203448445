import type { kindCommands, kindQueries } from '@kontor/contract/record';
import { freshName, newRecord } from '../../../testing/rights/given.ts';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { NO, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];

const administrators = (about?: Row['about']): Row => row([NO, NO, NO, NO, '200'], about);
const newKind = async () => ({ idoInstanceId: null, version: 0, name: freshName() });

/** Kinds of records that an instance makes itself. */
export const OPERATIONS = {
  'record.kind': administrators(async (fixture) => ({ idoInstanceId: (await newRecord(fixture)).idoInstanceId })),
  'record.kindEffects': administrators(newKind),
  'record.tryFormula': administrators(),
  'record.saveKind': administrators(newKind),
  'record.deleteKind': administrators((fixture) => madeKind(fixture)),
  'record.orderKinds': administrators(async ({ clients }) => {
    const kinds = await clients.admin.query<{ ID: number }[]>('record.instances');
    return { idoInstanceIds: kinds.map(({ ID }) => ID) };
  }),
} satisfies Record<NameIn<typeof kindQueries> | NameIn<typeof kindCommands>, Row>;

const madeKind = (fixture: Fixture) =>
  fixture.clients.admin.command<{ idoInstanceId: number; version: number }>('record.saveKind', {
    ...NEW_KIND,
    name: freshName(),
  });
const NEW_KIND = {
  idoInstanceId: null,
  version: 0,
  color: '#2f6f4f',
  fields: { leftColumn: [], rightColumn: [], contactPerson: [] },
  columns: [],
  tabs: [],
};
