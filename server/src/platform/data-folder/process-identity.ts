import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process of this id exists, of whichever user. A process that has ended but was not fetched counts as gone where that can be told. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || linuxStat(pid)?.state !== 'Z';
}

/**
 * A text that tells this process from a later one with the same id: its start time, with the boot on Linux.
 * Undefined when the process is gone or the system does not tell.
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const started = linuxStat(pid)?.started;
    return started && `${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''} ${started}`;
  }
  if (process.platform === 'win32') {
    return output('powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`]);
  }
  return output('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** The program's name, in lower case, or undefined when the process is gone. */
export function programOf(pid: number): string | undefined {
  if (process.platform === 'linux') return readText(`/proc/${pid}/comm`)?.trim().toLowerCase();
  if (process.platform === 'win32') {
    return output('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])?.toLowerCase();
  }
  return output('ps', ['-o', 'comm=', '-p', String(pid)])?.toLowerCase();
}

/** The program's name stands in brackets and may hold spaces, so the fields are counted from the last bracket. */
function linuxStat(pid: number): { state: string | undefined; started: string | undefined } | undefined {
  const fields = readText(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields && { state: fields[0], started: fields[19] };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function output(program: string, args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined;
  } catch {
    return undefined;
  }
}
