import type { importCommands, importQueries } from '@kontor/contract/record';
import { upload } from '../../../testing/upload.ts';
import type { House } from '../../../testing/rights/house.ts';
import { NO, NONE, row, type Row } from '../../../testing/rights/rows.ts';

type Operation =
  | (typeof importQueries)[keyof typeof importQueries]['name']
  | (typeof importCommands)[keyof typeof importCommands]['name'];

const customers = async ({ clients }: House): Promise<number> => {
  const kinds = await clients.owner.query<{ ID: number }[]>('record.instances');
  return kinds[0]?.ID ?? 0;
};

const file = ({ clients, mailWord }: House) => upload(clients.owner, `Name;Notizen\nNeu;${mailWord}\n`, 'neu.csv');

/** An import of the owner that is being set up. */
const newImport = async (house: House) => {
  const { id } = await file(house);
  const about = { attachmentId: id, idoInstanceId: await customers(house) };
  return house.clients.owner.command<{ importId: number }>('record.beginImport', about);
};

const setup = { targets: { c0: 'name', c1: 'notes' }, keys: [] };
const withSetup = async (house: House) => {
  const { importId } = await newImport(house);
  const { setup: guessed } = await house.clients.owner.query<{ setup: object }>('record.importPreview', { importId });
  return { importId, setup: { ...guessed, ...setup } };
};

const STATE = '409 RECORD_IMPORT_STATE';

/** Imports are theirs who make them, and administrators'; what they read is what stands in the file. */
export const OPERATIONS = {
  'record.beginImport': row(
    [NO, '422 RECORD_IMPORT_MISSING', NO, '200', '422 RECORD_IMPORT_MISSING'],
    async (house) => ({ attachmentId: (await file(house)).id, idoInstanceId: await customers(house) }),
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
  'record.export': row([NO, '200', NO, '200', '200'], async (house) => ({ idoInstanceId: await customers(house) })),
} satisfies Record<Operation, Row>;
