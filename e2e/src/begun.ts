import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Password of the demo's people in journeys. */
export const DEMO_PASSWORD = 'demo demo demo demo';
/** Environment variable that names the folder with what was begun. */
export const BEGUN = 'KONTOR_E2E_BEGUN';

/** The demo with all its mails, or a server without any instance. */
export type Beginning = 'demo' | 'empty';

/** Puts what was begun for such settings into a folder that has no data yet, if there is any. */
export async function copyBegun(env: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const begun = process.env[BEGUN];
  const isEmpty = env['KONTOR_DEMO'] === 'false';
  if (begun === undefined || (!isEmpty && env['KONTOR_DEMO_PASSWORD'] !== DEMO_PASSWORD)) return;
  const beginning: Beginning = isEmpty ? 'empty' : 'demo';
  await promisify(execFile)('cp', ['-a', join(begun, beginning, 'data'), join(folder, 'data')]);
}
