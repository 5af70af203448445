import type { Line } from '../clients/journal.ts';
import type { Stored, StoredCommand, StoredState } from '../world/oracle.ts';
import type { Invariant, Violation } from './violations.ts';

/** Everything that is known of a run's commands. */
export interface History extends Stored {
  readonly lines: readonly Line[];
  /** Items that the server's own work changes too, as `instance id`. */
  readonly mails: ReadonlySet<string>;
}

/** One command, as all who had to do with it saw it. */
interface Fate {
  readonly processId: string;
  readonly instance: string;
  readonly intents: Extract<Line, { kind: 'intent' }>[];
  isKept: boolean;
  readonly oks: Extract<Line, { kind: 'ok' }>[];
  readonly refusals: Extract<Line, { kind: 'refused' }>[];
  readonly left: Extract<Line, { kind: 'left' }>[];
  readonly stored: StoredCommand[];
}

type Wanted = Partial<Pick<StoredState, 'status' | 'archived' | 'trashed'>>;

/** What a state of an item is to be after a command. */
const WANTED: Readonly<Record<string, Wanted>> = {
  'activity.archive': { archived: true },
  'activity.dearchive': { archived: false },
  'activity.delete': { trashed: true },
  'activity.restore': { trashed: false },
  'activity.spam': { trashed: true },
};

function fatesOf({ lines, commands }: History): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  const fateOf = (instance: string, processId: string): Fate => {
    const known = fates.get(processId);
    if (known !== undefined) return known;
    const fate = { processId, instance, intents: [], isKept: false, oks: [], refusals: [], left: [], stored: [] };
    fates.set(processId, fate);
    return fate;
  };
  for (const line of lines) {
    const fate = fateOf(line.instance, line.processId);
    if (line.kind === 'intent') fate.intents.push(line);
    else if (line.kind === 'kept') fate.isKept = true;
    else if (line.kind === 'ok') fate.oks.push(line);
    else if (line.kind === 'refused') fate.refusals.push(line);
    else if (line.kind === 'left') fate.left.push(line);
  }
  for (const command of commands) fateOf(command.instance, command.processId).stored.push(command);
  return fates;
}

/** Compares what clients wanted and were told with what is stored. Empty where all is well. */
export function checkHistory(history: History): Violation[] {
  const fates = fatesOf(history);
  return [
    ...[...fates.values()].flatMap(checkFate),
    ...checkEffects(history, fates),
    ...checkStates(history),
    ...checkOrder(history, fates),
  ];
}

const staysRefused = ({ left, refusals }: Fate): boolean =>
  left.some(({ state }) => state === 'refused') || refusals.some(({ client }) => client.startsWith('s'));

/** Items that an answer names, and the text. */
const aboutOf = ({ ids, no }: Pick<StoredCommand, 'ids' | 'no'>): string =>
  no === null ? ids.join() : `${ids.join()} text ${no}`;

function checkFate(fate: Fate): Violation[] {
  const { processId, intents, isKept, oks, refusals, left, stored } = fate;
  const found: Violation[] = [];
  const id = intents[0]?.ids[0] ?? stored[0]?.ids[0];
  const say = (invariant: Invariant, what: string): void => {
    const who =
      intents[0] === undefined ? fate.instance : `${fate.instance} ${intents[0].person} (${intents[0].client})`;
    const detail = `${processId} of ${who}, ${intents[0]?.command ?? stored[0]?.command} ${intents[0]?.ids.join() ?? ''}: ${what}`;
    found.push({ invariant, detail, ...(id === undefined ? {} : { item: { instance: fate.instance, id } }) });
  };
  const done = stored.filter(({ state }) => state === 'done');
  if (stored.length > 1) say('each command takes effect once', `carried out ${stored.length} times`);
  if (intents.length === 0) say('nothing happens that nobody wanted', 'nobody has meant it');
  if (oks.length > 0 && done.length === 0)
    say('what was acknowledged is stored', 'answered with a yes, and not stored');
  for (const ok of oks) {
    const [first] = done;
    if (first !== undefined && aboutOf(first) !== aboutOf(ok))
      say('what was acknowledged is stored', `answered for ${aboutOf(ok)}, stored for ${aboutOf(first)}`);
  }
  // A page may crash with the refusal that it has just heard: its device sends again, and the right may be back by then.
  if (staysRefused(fate) && done.length > 0)
    say('what is refused took no effect', `refused with ${refusals[0]?.code}, and stored`);
  for (const { state, code, client } of left) {
    if (state !== 'refused') say('what was meant is not lost', `${client} is left with it as ${state}`);
    else if (refusals.length === 0) say('what is refused was refused by the server', `${client} shows ${code}`);
  }
  const mayBeLost = intents.every((intent) => intent.mayBeLost) && !isKept;
  const isSettled = done.length > 0 || refusals.length > 0;
  if (intents.length > 0 && !isSettled && !mayBeLost) say('what was meant is not lost', 'kept, and nowhere now');
  return found;
}

/** Items that a command was about. One of a message does not answer them. */
const itemsOf = ({ command, processId, ids }: StoredCommand, fates: ReadonlyMap<string, Fate>): readonly number[] =>
  command.startsWith('message.') ? (fates.get(processId)?.intents[0]?.ids ?? []) : ids;

/** Every version of an item belongs to a command, or to the moment at which it came; and none is missing. */
function checkEffects({ commands, versions, mails }: History, fates: ReadonlyMap<string, Fate>): Violation[] {
  const found: Violation[] = [];
  const byTransaction = new Map(commands.map((command) => [command.xid, command]));
  const last = new Map<string, number>();
  /** Transaction in which each item came to be. */
  const born = new Map<string, string>();
  for (const { instance, id, version, xid, step } of versions) {
    const item = `${instance} ${id}`;
    const before = last.get(item) ?? 0;
    last.set(item, version);
    const say = (invariant: Invariant, what: string): void =>
      void found.push({
        invariant,
        detail: `item ${item}, version ${version} at step ${step}: ${what}`,
        item: { instance, id },
      });
    if (version !== before + 1) say('each command takes effect once', `came after version ${before}`);
    if (version === 1) born.set(item, xid);
    if (born.get(item) === xid) continue;
    const cause = byTransaction.get(xid);
    if (cause === undefined && mails.has(item)) continue;
    if (cause === undefined) say('nothing happens that nobody wanted', 'no command was the cause');
    else if (!itemsOf(cause, fates).includes(id))
      say('an effect is what was wanted', `${cause.processId} was not about it`);
  }
  return found;
}

/** What a command has left behind is what it is for; where it has changed nothing, it was so before. */
function checkStates({ commands, states, lines }: History): Violation[] {
  const found: Violation[] = [];
  const wishes = new Map(lines.flatMap((line) => (line.kind === 'intent' ? [[line.processId, line] as const] : [])));
  const steps = [
    ...states.map((state) => ({ state, step: state.step })),
    ...commands.map((command) => ({ command, step: command.step })),
  ];
  const now = new Map<string, StoredState>();
  for (const one of steps.sort((a, b) => a.step - b.step)) {
    if ('state' in one) {
      now.set(`${one.state.instance} ${one.state.person} ${one.state.id}`, one.state);
      continue;
    }
    const { command } = one;
    const status = wishes.get(command.processId)?.status ?? null;
    const wanted: Wanted | undefined = WANTED[command.command] ?? (status === null ? undefined : { status });
    if (command.state !== 'done' || wanted === undefined) continue;
    for (const id of command.ids) {
      const state = now.get(`${command.instance} ${command.person} ${id}`);
      // What lies in the trash keeps its state and place.
      const isExempt = state?.trashed === true && wanted.trashed === undefined;
      const isAsWanted = Object.entries(wanted).every(([field, value]) => state?.[field as keyof Wanted] === value);
      if (state !== undefined && (isExempt || isAsWanted)) continue;
      const detail = `item ${command.instance} ${id} for ${command.person} after ${command.command} ${command.processId} at step ${command.step}: ${JSON.stringify(state)}`;
      found.push({ invariant: 'what was acknowledged is stored', detail, item: { instance: command.instance, id } });
    }
  }
  return found;
}

/** What one page has done to an item takes effect in the order in which it was done. */
function checkOrder({ commands }: History, fates: ReadonlyMap<string, Fate>): Violation[] {
  const found: Violation[] = [];
  const last = new Map<string, { readonly order: number; readonly processId: string }>();
  for (const { processId, instance } of commands) {
    const intent = fates.get(processId)?.intents[0];
    if (intent === undefined) continue;
    for (const id of intent.ids) {
      const key = `${instance} ${intent.person} ${intent.client} ${id}`;
      const before = last.get(key);
      if (before !== undefined && before.order > intent.order) {
        const detail = `${key}: ${processId} took effect after ${before.processId}, and was meant before it`;
        found.push({ invariant: 'an item’s commands take effect in their order', detail, item: { instance, id } });
      } else last.set(key, { order: intent.order, processId });
    }
  }
  return found;
}
