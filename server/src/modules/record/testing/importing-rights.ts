import type { importCommands, importQueries } from '@kontor/contract/record';
import { upload } from '../../../testing/upload.ts';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { NO, NONE, row, type Row } from '../../../testing/rights/rows.ts';

type Operation =
  | (typeof importQueries)[keyof typeof importQueries]['name']
  | (typeof importCommands)[keyof typeof importCommands]['name'];

const customers = async ({ clients }: Fixture): Promise<number> => {
  const kinds = await clients.owner.query<{ ID: number }[]>('record.instances');
  return kinds[0]?.ID ?? 0;
};

const file = ({ clients, mailWord }: Fixture) => upload(clients.owner, `Name;Notizen\nNeu;${mailWord}\n`, 'neu.csv');

/** An import of the owner that is being set up. */
const newImport = async (fixture: Fixture) => {
  const { id } = await file(fixture);
  const about = { attachmentId: id, idoInstanceId: await customers(fixture) };
  return fixture.clients.owner.command<{ importId: number }>('record.beginImport', about);
};

const setup = { targets: { c0: 'name', c1: 'notes' }, keys: [] };
const withSetup = async (fixture: Fixture) => {
  const { importId } = await newImport(fixture);
  const { setup: guessed } = await fixture.clients.owner.query<{ setup: object }>('record.importPreview', { importId });
  return { importId, setup: { ...guessed, ...setup } };
};

const STATE = '409 RECORD_IMPORT_STATE';

/** Imports are theirs who make them, and administrators'; what they read is what stands in the file. */
export const OPERATIONS = {
  'record.beginImport': row(
    [NO, '422 RECORD_IMPORT_MISSING', NO, '200', '422 RECORD_IMPORT_MISSING'],
    async (fixture) => ({ attachmentId: (await file(fixture)).id, idoInstanceId: await customers(fixture) }),
  ),
  'record.importPreview': row([NO, NONE, NO, '200 mail', '200 mail'], newImport),
  'record.saveImport': row([NO, NONE, NO, '200', '200'], withSetup),
  'record.importDryRun': row([NO, NONE, NO, '200', '200'], withSetup),
  'record.startImport': row([NO, NONE, NO, STATE, STATE], newImport),
  'record.stopImport': row([NO, NONE, NO, STATE, STATE], newImport),
  'record.undoImport': row([NO, NONE, NO, STATE, STATE], newImport),
  'record.dropImport': row([NO, NONE, NO, '200', '200'], newImport),
  'record.imports': row([NO, '200', NO, '200', '200']),
  'record.import': row([NO, NONE, NO, '200', '200'], newImport),
  'record.importErrors': row([NO, NONE, NO, '200', '200'], newImport),
  'record.importLeft': row([NO, NONE, NO, '200', '200'], newImport),
  // Records are for all who see records.
  'record.export': row([NO, '200', NO, '200', '200'], async (fixture) => ({ idoInstanceId: await customers(fixture) })),
} satisfies Record<Operation, Row>;
