import type { Dirent } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBlobs } from './blobs.ts';
import { type BackupManifest, MANIFEST_FILES, type FileInBackup } from './manifest.ts';
import { measureFile } from './streams.ts';

/**
 * Reads every byte of a backup and answers what is wrong with it, in sentences: files that are missing, too many, or not what
 * the manifest says. Touches nothing.
 */
export async function checkFiles(folder: string, manifest: BackupManifest): Promise<readonly string[]> {
  const { tables, blobs } = manifest;
  const listed: readonly FileInBackup[] = [...tables, blobs.list, blobs.named];
  const odd = await findOdd(folder);
  if (odd.length > 0) return odd;
  const findings: string[] = [];
  for (const { file, bytes, sha256 } of listed) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) findings.push(`${file} is missing.`);
    else if (found.size !== bytes || (await measureFile(path)).sha256 !== sha256) findings.push(`${file} is damaged.`);
  }
  // The lists themselves must be whole before what they name can be looked for.
  if (findings.some((finding) => finding.startsWith(blobs.list.file))) return findings;
  findings.push(...(await checkBlobs(folder, blobs.list.file)));
  return [...findings, ...(await findStrays(folder, listed, blobs.count))];
}

/** A link may lead out of the folder, and from what is no file there may be no end of reading. Nothing is opened before. */
async function findOdd(folder: string): Promise<readonly string[]> {
  const findings: string[] = [];
  for await (const entry of glob('**', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) findings.push(`${pathIn(folder, entry)} is a link, or no file.`);
  }
  return findings;
}

const pathIn = (folder: string, { parentPath, name }: Dirent): string =>
  join(parentPath, name)
    .slice(folder.length + 1)
    .replaceAll('\\', '/');

async function findStrays(folder: string, listed: readonly FileInBackup[], blobs: number): Promise<readonly string[]> {
  const expected = new Set([...MANIFEST_FILES, ...listed.map(({ file }) => file)]);
  const findings: string[] = [];
  let count = 0;
  for await (const entry of glob('**', { cwd: folder, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = pathIn(folder, entry);
    if (path.startsWith('blobs/')) count += 1;
    else if (!expected.has(path)) findings.push(`${path} does not belong to the backup.`);
  }
  if (count > blobs)
    findings.push(`There are ${count - blobs} files among the blobs that do not belong to the backup.`);
  return findings;
}
