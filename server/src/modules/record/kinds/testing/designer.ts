import type { GivenField, GivenKind, KindEffects, WholeKind } from '@kontor/contract/record';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';

export const field = (key: string, more: Partial<GivenField> = {}): GivenField => ({
  key,
  label: key,
  kind: 'textField',
  ...more,
});

/** A kind with a title, as somebody gives it anew. */
export const newKind = (
  name: string,
  fields: readonly GivenField[] = [],
  more: Partial<GivenKind> = {},
): GivenKind => ({
  idoInstanceId: null,
  version: 0,
  name,
  color: '#2f6f4f',
  fields: { leftColumn: [field('name', { isTitle: true }), ...fields], rightColumn: [], contactPerson: [] },
  columns: [],
  tabs: [],
  ...more,
});

/** Somebody who makes kinds of records. */
export const designer = (by: TestClient) => {
  const kind = (idoInstanceId: number) => by.query<WholeKind>('record.kind', { idoInstanceId });
  /** Once more after the second that a server asks for that has too much to do, as clients do. */
  const trySave = async (given: GivenKind) => {
    const save = () => by.tryCommand<{ idoInstanceId: number; version: number }>('record.saveKind', given);
    const answer = await save();
    if (answer.body.code !== 'UNAVAILABLE') return answer;
    await setTimeout(1000);
    return save();
  };
  const save = async (given: GivenKind): Promise<number> => {
    const { status, body } = await trySave(given);
    expect([status, body.code, body.data]).toMatchObject([200, undefined, {}]);
    return body.data.idoInstanceId;
  };
  /** A kind as it is, to be changed. */
  const given = async (idoInstanceId: number): Promise<GivenKind> => {
    const { name, color, version, fields, columns, tabs } = await kind(idoInstanceId);
    const { leftColumn, rightColumn, contactPerson } = fields;
    return { idoInstanceId, version, name, color, fields: { leftColumn, rightColumn, contactPerson }, columns, tabs };
  };
  /** A kind with other fields in its left column. */
  const withFields = async (
    idoInstanceId: number,
    change: (fields: readonly GivenField[]) => readonly GivenField[],
  ) => {
    const now = await given(idoInstanceId);
    return { ...now, fields: { ...now.fields, leftColumn: [...change(now.fields.leftColumn)] } };
  };
  const setField = (idoInstanceId: number, key: string, more: Partial<GivenField>) =>
    withFields(idoInstanceId, (fields) => fields.map((one) => (one.key === key ? { ...one, ...more } : one)));
  return {
    kind,
    trySave,
    save,
    given,
    withFields,
    setField,
    effects: (one: GivenKind) => by.query<KindEffects>('record.kindEffects', one, { post: true }),
    /** Waits until all records have followed. */
    async followed(idoInstanceId: number): Promise<void> {
      await expect.poll(async () => (await kind(idoInstanceId)).following).toBe(null);
    },
  };
};
