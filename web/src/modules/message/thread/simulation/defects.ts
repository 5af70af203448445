import type { MessageText } from '@kontor/contract/message';
import { THREAD_RULES, type ThreadRules } from '../thread-store.ts';
import { SOUND, type Assembly } from './device.ts';
import type { Invariant } from './run.ts';

/** A mistake that somebody could make, put in place of a sound part when a device is put together. */
interface Defect {
  readonly name: string;
  /** The test that it turns red. */
  readonly red: Invariant;
  readonly assembly: Assembly;
}

const ORDER = 'texts stand in their order, each once';
const EDITED = 'what was edited or taken back stays so';
const READ = 'what was read stays read';
const POINTER = 'the person has read as far as they had';
const UNREAD = 'no number of unread texts is below zero';
const MISSING = 'after rest no text is missing';
const LINE = 'after rest nothing that was read elsewhere is called new';
const SAYS = 'after rest each text says what the server has';

const defect = (name: string, red: Invariant, part: Partial<Assembly>): Defect => ({
  name,
  red,
  assembly: { ...SOUND, ...part },
});
const rules = (change: Partial<ThreadRules>): Partial<Assembly> => ({ rules: { ...THREAD_RULES, ...change } });
/** Of two texts of one number the later given, in their order. */
const laterGiven = (known: readonly MessageText[], more: readonly MessageText[]): readonly MessageText[] =>
  [...new Map([...known, ...more].map((text) => [text.no, text])).values()].toSorted((a, b) => a.no - b.no);

/** That somebody has read counts for what is shown when they say so, and for nothing that comes later. */
function once(): Pick<ThreadRules, 'withRead'> {
  const counted = new WeakSet<object>();
  return {
    withRead(texts, ownId, reader) {
      if (counted.has(reader)) return texts;
      counted.add(reader);
      return THREAD_RULES.withRead(texts, ownId, reader);
    },
  };
}

export const DEFECTS: readonly Defect[] = [
  defect('what comes twice stands there twice', ORDER, rules({ mergeTexts: (known, more) => [...known, ...more] })),
  defect(
    'texts stand in the order in which they came',
    ORDER,
    rules({ mergeTexts: (known, more) => [...new Map([...known, ...more].map((text) => [text.no, text])).values()] }),
  ),
  defect('an older answer undoes an edit', EDITED, rules({ mergeTexts: laterGiven })),
  defect(
    'an answer that is older than what was read takes that back',
    READ,
    rules({ ...once(), mergeTexts: laterGiven }),
  ),
  defect('nobody asks for what is missing', MISSING, rules({ gapAfter: () => undefined })),
  defect(
    'the first text behind a gap is taken for the one before it',
    MISSING,
    rules({
      gapAfter: (texts) => {
        const after = THREAD_RULES.gapAfter(texts);
        return after === undefined ? undefined : texts.find(({ no }) => no > after)?.no;
      },
    }),
  ),
  defect('what was read counts for the last text alone', SAYS, {
    ...rules({
      withRead: (texts, ownId, reader) =>
        texts.map((text) => (text.no < reader.no ? text : (THREAD_RULES.withRead([text], ownId, reader)[0] ?? text))),
    }),
    hear: (thread, event) => {
      if (event.kind !== 'changed') SOUND.hear(thread, event);
    },
  }),
  defect('nobody asks what has become of older texts', SAYS, rules({ isBehind: () => false })),
  defect('what was read elsewhere stays new', LINE, rules({ isReadElsewhere: () => false })),
  defect('where somebody looks, there they have read', POINTER, { readFurther: (seen) => seen }),
  defect('what was read is counted twice', UNREAD, { unreadWithout: (unread, count) => unread - 2 * count }),
];
