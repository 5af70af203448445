import type { Instance } from '../../../../platform/operation/context.ts';
import type { TestClient } from '../../../../testing/client.ts';
import type { TestServer } from '../../../../testing/server.ts';
import { upload } from '../../../../testing/upload.ts';
import { formatAggregateId } from '@kontor/contract/kernel';
import { seedItem } from '../../../activity/factory.ts';
import { randomUUID } from 'node:crypto';
import { importDesk } from '../../importing/testing/desk.ts';
import { designer, field, newKind } from './designer.ts';

/** Stands in every field that nobody but administrators reads, and in nothing else. */
export const SECRET = 'kanarienvogel';
const HIDDEN = { others: 'none' as const, groups: [] };

export interface SecretFixture {
  readonly kindId: number;
  readonly idoId: number;
  readonly otherId: number;
  readonly personId: number;
  readonly aggregateId: string;
  readonly queryIds: readonly string[];
  readonly importIds: readonly number[];
  readonly mergeId: number;
  readonly mergedId: number;
}

const secret = (more: object = {}) => ({ rights: HIDDEN, ...more });
const SECRET_FIELDS = [
  field('secret', secret()),
  field('note', secret({ kind: 'textarea', default: `${SECRET} neu` })),
  field('tags', secret({ kind: 'multiplechoiceTag' })),
  field('state', secret({ kind: 'singleChoiceSelect', choices: [SECRET, 'anders'] })),
  field('email', secret({ actionIcons: ['mail'] })),
  field('number', secret({ isUnique: true })),
  field('made', { kind: 'computed', formula: 'upper(secret)', result: 'text' }),
  field('open'),
  field('phase', { kind: 'singleChoiceSelect', choices: ['A', 'B'] }),
];
const values = (name: string) => ({
  name,
  secret: `${SECRET} eins`,
  note: `${SECRET} zwei`,
  tags: [SECRET],
  state: SECRET,
  email: `${SECRET}@post.example`,
  number: `${SECRET} ${name}`,
  open: 'offen',
  phase: 'A',
});

/** Records whose fields hold what one of the people may not read, with everything that is made of them. */
export async function secretFixture(
  server: TestServer,
  instance: Instance,
  { chief, reader, readerId }: { readonly chief: TestClient; readonly reader: TestClient; readonly readerId: number },
): Promise<SecretFixture> {
  const make = designer(chief);
  const contactPerson = [
    field('name', { isTitle: true }),
    field('secret', secret()),
    field('email', secret({ actionIcons: ['mail'] })),
  ];
  const kindId = await make.save(
    newKind('Akten', [], {
      fields: {
        leftColumn: [field('name', { isTitle: true }), ...SECRET_FIELDS],
        rightColumn: [],
        contactPerson,
      },
      columns: ['name', 'secret', 'open', 'made'].map((key) => ({ key, label: key, isShown: true })),
      tabs: [
        { tab: 'masterData', title: '', isShown: true },
        { tab: 'iframe', title: '', isShown: true, url: 'https://erp.example/{secret}?{open}' },
      ],
    }),
  );
  const create = async (name: string) => {
    const params = { idoInstanceId: kindId, jsonPayload: { values: values(name) } };
    return (await chief.command<{ idoId: number }>('record.create', params)).idoId;
  };
  const [idoId, otherId, mergedId] = [
    await create('Akte Alpha'),
    await create('Akte Alphb'),
    await create('Akte Gamma'),
  ];
  const named = { idoId, idoInstanceId: kindId };
  const change = (key: string, before: string, value: string) => ({ key, before, value });
  await chief.command('record.save', {
    ...named,
    jsonPayload: { changes: [change('secret', `${SECRET} eins`, `${SECRET} drei`), change('open', 'offen', 'zu')] },
    lastKnownChangeTimestamp: 1,
  });
  const { contactPersonId: personId } = await chief.command<{ contactPersonId: number }>('record.saveContactPerson', {
    ...named,
    jsonPayload: {
      changes: [
        change('name', '', 'Paul'),
        change('secret', '', SECRET),
        change('email', '', `${SECRET}@privat.example`),
      ],
    },
  });
  const stampOf = async (id: number) =>
    (
      await chief.query<{ jsonModel: { lastKnownChangeTimestamp: number } }>('record.model', {
        idoId: id,
        idoInstanceId: kindId,
      })
    ).jsonModel.lastKnownChangeTimestamp;
  const { mergeId } = await chief.command<{ mergeId: number }>('record.merge', {
    idoInstanceId: kindId,
    keep: { idoId: otherId, lastKnownChangeTimestamp: await stampOf(otherId) },
    others: [{ idoId: mergedId, lastKnownChangeTimestamp: await stampOf(mergedId) }],
    values: {},
  });
  const itemId = await seedItem(server.change, instance, { userIds: [readerId] });
  const aggregateId = formatAggregateId({ module: 'email', entryId: itemId, userId: readerId });
  await reader.command('record.link', { aggregateId, ...named });
  await reader.command('record.addFavourite', named);
  const queryIds = [];
  for (const board of [
    { columnKey: 'state', laneKey: null, cardKeys: ['secret', 'open'], sumKeys: [], hidden: [] },
    { columnKey: 'phase', laneKey: 'state', cardKeys: ['secret', 'made'], sumKeys: [], hidden: [] },
    { columnKey: 'phase', laneKey: null, cardKeys: ['note', 'open'], sumKeys: [], hidden: [] },
  ]) {
    const id = randomUUID();
    queryIds.push(id);
    await chief.command('record.saveQuery', {
      id,
      parentId: null,
      name: 'Brett',
      isFolder: false,
      idoInstanceId: kindId,
      fulltextSearch: '',
      serializedIdoIdoListToolbarHiddenDetailsSearchString: '',
      serializedFilterMemento: '',
      board,
      sharedWith: { everybody: true, userIds: [], groupIds: [] },
    });
  }
  const kinds = [{ ID: kindId, Name: 'Akten' }] as never;
  const rows = `Titel;Geheim\nAkte Alpha;${SECRET}\nNeu;${SECRET}\n`;
  const theirs = importDesk(server, instance, chief, kinds);
  const brought = await theirs.bring(rows, {
    kind: 'Akten',
    targets: { c0: 'name', c1: 'secret' },
    keys: ['name'],
    duplicates: 'overwrite',
  });
  const { id } = await upload(reader, 'Titel;Offen\nAkte Alpha;halb\nNoch eine;x\n', 'offen.csv');
  const own = await reader.command<{ importId: number }>('record.beginImport', {
    attachmentId: id,
    idoInstanceId: kindId,
  });
  return {
    kindId,
    idoId,
    otherId,
    personId,
    aggregateId,
    queryIds,
    importIds: [brought.importId, own.importId],
    mergeId,
    mergedId,
  };
}
