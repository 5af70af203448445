// The processor time of a program with all that it starts. Read twice a second from /proc, where there is one.
import { readFileSync, readdirSync } from 'node:fs';

const EVERY_MS = 500;
/** Clock ticks a second, as Linux tells them to programs on every machine that Node runs on. */
const TICKS = 100;

/** What /proc says of a process: its parent, when it began, its seconds so far; undefined for one that is gone. */
function readProcess(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), began: fields[19], seconds: (Number(fields[11]) + Number(fields[12])) / TICKS };
  } catch {
    return undefined;
  }
}

function readAll() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const found = readProcess(name);
        return found === undefined ? [] : [{ pid: Number(name), ...found }];
      });
  } catch {
    return [];
  }
}

/** What looks at each reading; one reading does for all parts that run beside each other. */
const watchers = new Set();
let timer;

function lookAtAll() {
  const all = readAll();
  for (const look of watchers) look(all);
}

/** Watches a process; returns the function that ends that and answers the seconds, undefined where they cannot be read. */
export function watchCpuTime(pid) {
  const ours = new Set([pid]);
  const seconds = new Map();
  const look = (all) => {
    for (let size = 0; size !== ours.size;) {
      size = ours.size;
      for (const { pid: own, parent } of all) if (ours.has(parent)) ours.add(own);
    }
    // One that outlives its parent is still ours.
    for (const one of all) if (ours.has(one.pid)) seconds.set(`${one.pid} ${one.began}`, one.seconds);
  };
  watchers.add(look);
  look(readAll());
  timer ??= setInterval(lookAtAll, EVERY_MS);
  return () => {
    watchers.delete(look);
    if (watchers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    return seconds.size === 0 ? undefined : [...seconds.values()].reduce((sum, each) => sum + each, 0);
  };
}
