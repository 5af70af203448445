import {
  RECORDS_KEY,
  recordCommands,
  recordKey,
  type ChangeWay,
  type LeftRecord,
  type Value,
} from '@kontor/contract/record';
import type { ResultOf } from '@kontor/contract/kernel';
import type { Client } from '../../../client/client.ts';
import type { ItemTools } from '../../../shell/index.ts';
import { changeField, showLeft } from '../asking.ts';
import { settled } from '../lists/edits.ts';
import { manyTexts } from './texts.ts';

/** A field of many records that is to be changed. */
export interface FieldOfMany {
  readonly idoInstanceId: number;
  readonly idoIds: readonly number[];
  readonly key: string;
  /** What the field is called. */
  readonly name: string;
}
type Outcome = ResultOf<typeof recordCommands.changeMany>;

/** Ends with what the server has made of a command of the queue; undefined where it would not have it, which is then taken out. */
function endOf(client: Client, processId: Promise<string>): Promise<Outcome | undefined> {
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = [];
    const end = (outcome: Outcome | undefined): void => {
      stops.forEach((stop) => stop());
      resolve(outcome);
    };
    void processId.then((id) => {
      const check = (): void => {
        const one = client.waiting.get().find((command) => command.processId === id);
        if (one?.state !== 'refused') return;
        void client.queue.discard([id]);
        end(undefined);
      };
      stops.push(client.waiting.subscribe(check));
      check();
    }, reject);
    stops.push(
      client.onApplied((command, answer) => {
        if (command.name !== recordCommands.changeMany.name) return;
        void processId.then((id) => command.processId === id && end(answer as Outcome));
      }),
    );
  });
}

/** Changes a field of many records: seen at once, sent as soon as the server is reached, with a way back. What stays as it is is shown. */
export async function changeMany(
  given: ItemTools,
  of: FieldOfMany,
  change: { readonly way: ChangeWay; readonly value: Value },
): Promise<void> {
  const { client, notices, language } = given;
  const t = manyTexts[language];
  settled(client);
  const { idoInstanceId, key, name } = of;
  const idoIds = [...of.idoIds];
  const value = typeof change.value === 'string' ? change.value.trim() : [...change.value];
  const processId = client.enqueue(
    recordCommands.changeMany,
    { idoInstanceId, idoIds, key, way: change.way, value },
    { patches: [], keys: idoIds.map(recordKey) },
  );
  const ended = endOf(client, processId);
  let outcome: Outcome | undefined;
  const undo = (): void => void ended.then((done) => (done === undefined ? undefined : takeBack(given, of, done)));
  const said = ended.then((done) => {
    if (done === undefined || done.changed.length === 0) throw new Error('Nothing was changed');
    return { text: t.changed(name, done.changed.length), undo: t.undo };
  });
  const notice = notices.done(undo, said);
  try {
    outcome = await ended;
  } catch {
    outcome = undefined;
  }
  if (outcome === undefined) {
    notice.takeBack();
    const action = { label: t.retry, run: () => changeField(of) };
    return void notices.show({ text: t.refused(name), tone: 'fault', action });
  }
  if (outcome.changed.length === 0) notice.takeBack();
  if (outcome.left.length > 0) showLeft({ idoInstanceId, name, left: outcome.left });
  else if (outcome.changed.length === 0) notices.show({ text: t.same(name) });
}

/** Gives each record again what it had, and shows those in which somebody has changed the field since. */
async function takeBack(given: ItemTools, of: FieldOfMany, { at, changed }: Outcome): Promise<void> {
  const { client, notices, language } = given;
  const t = manyTexts[language];
  const { idoInstanceId, key, name } = of;
  if (changed.length === 0) return;
  let left: readonly LeftRecord[];
  try {
    const done = await client.sendNow(recordCommands.changeManyBack, { idoInstanceId, idoIds: changed, key, at });
    left = done.left;
    if (done.changed.length > 0) notices.show({ text: t.undone(name, done.changed.length) });
  } catch {
    const action = { label: t.retry, run: () => void takeBack(given, of, { at, changed, left: [] }) };
    return void notices.show({ text: t.undoFailed(name), tone: 'fault', action });
  }
  client.ask.touch([RECORDS_KEY, ...changed.map(recordKey)]);
  if (left.length > 0) showLeft({ idoInstanceId, name, left });
}
