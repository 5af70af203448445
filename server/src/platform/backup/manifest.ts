import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { StartError } from '../start-error.ts';

/** Raised when an older Kontor could no longer read what this one writes. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';
const CHECKSUM = 'manifest.sha256';

/** Below the folder of the backup, whoever made it. */
const isInside = (path: string): boolean => path.split('/').every((name) => /^(?!\.{1,2}$)[\w.-]+$/.test(name));

const file = {
  file: v.pipe(v.string(), v.check(isInside, 'names a file that is not in the backup')),
  bytes: v.number(),
  sha256: v.string(),
};
const schema = v.object({
  format: v.literal(FORMAT),
  /** Version of Kontor, and of PostgreSQL, that wrote it. */
  kontor: v.string(),
  postgres: v.string(),
  /** The moment of the snapshot. */
  takenAt: v.string(),
  seconds: v.number(),
  migrations: v.array(v.object({ name: v.string(), hash: v.string() })),
  /** The newest migration of the job library. */
  jobs: v.number(),
  /** Ids of the keys that stored secrets bear, with their number. Never a key. */
  keys: v.array(v.object({ id: v.string(), secrets: v.number() })),
  tables: v.array(
    v.object({
      schema: v.string(),
      name: v.string(),
      columns: v.array(v.string()),
      rows: v.number(),
      /** SHA-256 of the rows as COPY text in the order of their keys: the same wherever they are. */
      checksum: v.string(),
      ...file,
    }),
  ),
  sequences: v.array(v.object({ schema: v.string(), name: v.string(), value: v.string() })),
  blobs: v.object({
    count: v.number(),
    bytes: v.number(),
    /** Every blob of the backup, and those that rows name. */
    list: v.object(file),
    named: v.object(file),
    /** Named by rows, but missing or damaged where the backup was made from; the first hundred. */
    lost: v.array(v.string()),
    lostCount: v.number(),
  }),
});

/** What a backup says of itself. */
export type BackupManifest = v.InferOutput<typeof schema>;
export type TableInBackup = BackupManifest['tables'][number];
export type FileInBackup = Pick<TableInBackup, 'file' | 'bytes' | 'sha256'>;

/** The two files that end a backup, by name. */
export function manifestFiles(manifest: Omit<BackupManifest, 'format'>): ReadonlyMap<string, string> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`;
  return new Map([
    [MANIFEST, text],
    [CHECKSUM, `${createHash('sha256').update(text).digest('hex')}  ${MANIFEST}\n`],
  ]);
}

export const MANIFEST_FILES: readonly string[] = [MANIFEST, CHECKSUM];

/** Reads the manifest of a backup. Throws a StartError with one sentence where it is none, or not as it was written. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const read = (name: string) =>
    readFile(join(folder, name)).catch((error: unknown) => {
      throw new StartError(`${folder} is no whole backup of Kontor: it has no ${name}.`, { cause: error });
    });
  const bytes = await read(MANIFEST);
  const expected = `${createHash('sha256').update(bytes).digest('hex')}  ${MANIFEST}\n`;
  if (!(await read(CHECKSUM)).equals(Buffer.from(expected)))
    throw new StartError(`The backup ${folder} is damaged: ${MANIFEST} and ${CHECKSUM} do not belong together.`);
  const data: unknown = JSON.parse(bytes.toString());
  const format = v.safeParse(v.object({ format: v.number() }), data);
  if (format.success && format.output.format > FORMAT)
    throw new StartError(`The backup ${folder} was written by a newer version of Kontor. Use that version.`);
  const parsed = v.safeParse(schema, data);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new StartError(`The backup ${folder} cannot be used: ${MANIFEST} at ${v.getDotPath(issue)}: ${issue.message}.`);
}
