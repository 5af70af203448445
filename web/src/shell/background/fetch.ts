import { loadDevice } from '../../device/index.ts';
import type { Stop } from '../../device/device.ts';

/** How often a phone is to wake the app while nobody looks, in minutes; the system decides. */
const EVERY_MINUTES = 15;

type FetchTask = () => Promise<void>;

const tasks = new Set<FetchTask>();
let started: Promise<Stop> | undefined;
/** Ends when the one before has ended: a phone has one task. */
let ended: Promise<unknown> = Promise.resolve();

/** Does all tasks; one that fails is no reason not to do the others. */
const fetchNow = async (): Promise<void> => {
  await Promise.allSettled([...tasks].map(async (task) => task()));
};

/** Has something done while nobody looks, where the device can do that, until the returned function is called. */
export function onFetch(task: FetchTask): Stop {
  tasks.add(task);
  if (started === undefined) {
    started = ended.then(loadDevice).then(({ backgroundFetch }) => backgroundFetch.start(EVERY_MINUTES, fetchNow));
    started.catch(() => undefined);
  }
  return () => {
    tasks.delete(task);
    if (tasks.size > 0 || started === undefined) return;
    ended = started.then((stop) => stop()).catch(() => undefined);
    started = undefined;
  };
}
