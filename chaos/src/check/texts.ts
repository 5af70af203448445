import type { Line } from '../clients/journal.ts';
import type { SegmentOf, StoredCommand, StoredText } from '../world/oracle.ts';
import type { History } from './check.ts';
import type { Invariant, Violation } from './violations.ts';

type Intent = Extract<Line, { kind: 'intent' }>;

const SEND = 'message.send';
const EDIT = 'message.edit';

const nameOf = ({ instance, id, segment }: SegmentOf): string => `${instance} ${id} ${segment}`;

/** Compares what was said in messages, and read of it, with what was wanted. Empty where all is well. */
export function checkTexts(history: History): Violation[] {
  return [...checkCauses(history), ...checkNumbers(history.texts), ...checkPointers(history)];
}

const violation = (invariant: Invariant, about: SegmentOf, detail: string): Violation => ({
  invariant,
  detail: `thread ${nameOf(about)}: ${detail}`,
  item: { instance: about.instance, id: about.id },
});

/** Each text that was said, and each edit of one, is of one command, which was about that; and each command has led to one. */
function checkCauses({ lines, commands, versions, texts }: History): Violation[] {
  const found: Violation[] = [];
  const intents = new Map(lines.flatMap((line) => (line.kind === 'intent' ? [[line.processId, line] as const] : [])));
  const causes = new Map(commands.map((command) => [command.xid, command]));
  const born = new Set(versions.flatMap(({ version, xid }) => (version === 1 ? [xid] : [])));
  const effects = Map.groupBy(texts, ({ xid }) => xid);
  for (const text of texts) {
    if (born.has(text.xid)) continue;
    const cause = causes.get(text.xid);
    const wanted = cause === undefined ? undefined : intents.get(cause.processId);
    const isOfIt = cause?.command === (text.edit === 0 ? SEND : EDIT);
    if (cause === undefined || wanted === undefined || !isOfIt)
      found.push(
        violation('nothing happens that nobody wanted', text, `text ${text.no}, edit ${text.edit}, has no cause`),
      );
    else if (!isAsWanted(text, cause, wanted))
      found.push(
        violation('an effect is what was wanted', text, `text ${text.no} says ${text.content} by ${cause.processId}`),
      );
  }
  for (const command of commands) {
    if (command.state !== 'done' || (command.command !== SEND && command.command !== EDIT)) continue;
    const [about, ...more] = effects.get(command.xid) ?? [];
    const wanted = intents.get(command.processId);
    const where = about ?? { instance: command.instance, id: wanted?.ids[0] ?? 0, segment: 0 };
    if (about === undefined)
      found.push(violation('what was acknowledged is stored', where, `${command.processId} has left no text behind`));
    if (more.length > 0)
      found.push(
        violation('each command takes effect once', where, `${command.processId} has left ${1 + more.length} texts`),
      );
  }
  return found;
}

const isAsWanted = (text: StoredText, cause: StoredCommand, wanted: Intent): boolean =>
  wanted.said === text.content &&
  wanted.person === text.person &&
  wanted.ids.includes(text.id) &&
  (cause.no === null || cause.no === text.no);

/** The first text of all threads is number 0; those of each are counted from there, in the order in which they came. */
function checkNumbers(texts: readonly StoredText[]): Violation[] {
  const last = new Map<string, number>();
  return texts
    .filter(({ edit }) => edit === 0)
    .flatMap((text) => {
      const thread = nameOf(text);
      const before = last.get(thread) ?? (text.segment === 0 ? -1 : 0);
      last.set(thread, text.no);
      if (text.no === before + 1) return [];
      return [violation('texts of a thread have numbers without a gap', text, `text ${text.no} came after ${before}`)];
    });
}

/** Nobody has read more than there was, nor less than nothing, nor less than before. */
function checkPointers({ pointers }: History): Violation[] {
  const last = new Map<string, number>();
  return pointers.flatMap((pointer) => {
    const { person, readNo, lastNo } = pointer;
    const key = `${nameOf(pointer)} ${person}`;
    const before = last.get(key) ?? -1;
    last.set(key, readNo);
    if (readNo >= before && readNo <= lastNo) return [];
    const detail = `${person} has read ${readNo} of ${lastNo}, and ${before} before`;
    return [violation('nobody has read more than was said', pointer, detail)];
  });
}
