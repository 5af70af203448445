import { isPersonal, settingsCommands, settingsQueries, type PersonSetting } from '@kontor/contract/settings';
import type { Client } from '../../client/client.ts';
import type { QueuedCommand } from '../../client/core/command.ts';
import { laterIn } from '../../client/environment.ts';
import { queryKey } from '../../client/ask.ts';
import type { SettingsStore } from './settings.ts';
import { givenUp, taken, unsent } from './settings-merge.ts';

const { change, reset } = settingsCommands;
const { mine } = settingsQueries;

/** What changes by going about, not by choosing: it is sent once nothing has changed for a while, in milliseconds. */
const PASSING: ReadonlySet<string> = new Set(['lists']);
const CALM_MS = 5000;

/** A device whose storage does not answer must not keep settings back for ever, in milliseconds. */
const MAX_READING_MS = 5000;

type Versions = Readonly<Record<string, number>>;

/** The versions that a command brings to the server; undefined for any other command. */
const versionsOf = ({ name, params }: Pick<QueuedCommand, 'name' | 'params'>): Versions | undefined =>
  name === change.name || name === reset.name ? (params as { versions: Versions }).versions : undefined;

/** Keeps what the person has set here and on the server the same, for as long as their account is shown. Returns the function that stops it. */
export function followSettings(client: Client, settings: SettingsStore): () => void {
  const { ask, queue, waiting } = client;
  const account = client.key;
  const key = queryKey(mine, {});
  /** What waits, as it was when it was looked at last. */
  let last = new Map<string, Versions>();
  /** What stands in the storage of the queue is known. Before that, what it holds would be given to it once more. */
  let isQueueKnown = false;

  function take(): void {
    const { data } = ask.cache.peek(key);
    if (data === undefined) return;
    settings.revise(account, (own) => ({
      ...own,
      choices: taken(own.choices, data as readonly PersonSetting[]),
      isWhole: true,
    }));
    send();
  }

  /** Gives the queue what neither the server nor it has got. */
  function send(): void {
    if (!isQueueKnown) return;
    const { choices } = settings.own.get();
    const underWay = waiting.get().flatMap((command): readonly Versions[] => {
      const versions = versionsOf(command);
      return versions === undefined ? [] : [versions];
    });
    const due = unsent(choices).filter((name) =>
      underWay.every((versions) => versions[name] !== choices[name]?.version),
    );
    const part = (isReset: boolean): readonly string[] =>
      due.filter((name) => isPersonal(name) && (choices[name]?.value === undefined) === isReset);
    const versions = (names: readonly string[]): Versions =>
      Object.fromEntries(names.map((name) => [name, choices[name]?.version ?? 0]));
    const [changed, undone] = [part(false), part(true)];
    const values = Object.fromEntries(changed.map((name) => [name, choices[name]?.value]));
    const about = { patches: [], keys: [] };
    if (changed.length > 0) void client.enqueue(change, { values, versions: versions(changed) }, about);
    if (undone.length > 0) void client.enqueue(reset, { versions: versions(undone) }, about);
  }

  let calm: (() => void) | undefined;
  /** Sends what was chosen at once, with all that waited; what only passed by later. It is kept on the device until then. */
  function sendInTime(): void {
    calm?.();
    calm = undefined;
    const isPassing = unsent(settings.own.get().choices).every((name) => PASSING.has(name));
    if (isPassing) calm = laterIn(client.env)(CALM_MS, sendNow);
    else send();
  }
  function sendNow(): void {
    if (calm === undefined) return;
    calm();
    calm = undefined;
    send();
  }

  /** What was discarded is taken back here too: the server's word holds. */
  function watchQueue(): void {
    const now = new Map<string, Versions>();
    for (const command of waiting.get()) {
      const versions = versionsOf(command);
      if (versions !== undefined) now.set(command.processId, versions);
    }
    const done = new Set(queue.done().map(({ processId }) => processId));
    for (const [processId, versions] of last) {
      if (now.has(processId) || done.has(processId)) continue;
      settings.revise(account, (own) => ({ ...own, choices: givenUp(own.choices, versions) }));
      ask.refresh(mine, {});
    }
    last = now;
  }

  const stops = [
    ask.cache.watch(key, (signal) => ask.run(mine, {}, signal), take),
    client.onApplied((command, answer) => {
      const sent = versionsOf(command);
      const said = (answer as { settings?: readonly PersonSetting[] } | undefined)?.settings;
      if (sent === undefined || said === undefined) return;
      settings.revise(account, (own) => ({ ...own, choices: taken(own.choices, said, sent) }));
    }),
    waiting.subscribe(watchQueue),
    settings.count.subscribe(sendInTime),
    client.env.onHide(sendNow),
    () => calm?.(),
  ];
  watchQueue();
  take();
  void Promise.race([queue.refresh(), client.env.sleep(MAX_READING_MS)]).then(() => {
    isQueueKnown = true;
    send();
  });
  return () => {
    for (const stop of stops) stop();
  };
}
