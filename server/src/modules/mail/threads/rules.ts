/** What answers and forwards put before a subject, in the languages of Europe; Outlook counts them: `Re[2]:`, `AW (3):`. */
const PREFIX =
  /^(?:re|r[eé]f|rif|aw|antw(?:ort)?|antwort|sv|vs|vá|odp|ynt|atb|fw|fwd|wg|tr|rv|enc|vb|doorst|i|pd|továbbítás|ilt|továbbítva)(?:\s?[[(^]\d{1,3}[\])]?)?\s?[:：]\s*/iu;
const TAG = /^\[[^\]\n]{1,60}\]\s*/u;
const MOST = 500;

function stripped(subject: string): { rest: string; isAnswer: boolean } {
  let rest = subject.slice(0, MOST * 2).trim();
  let isAnswer = false;
  for (let turn = 0; turn < 40; turn += 1) {
    const bare = rest.replace(PREFIX, '');
    isAnswer ||= bare !== rest;
    const untagged = bare.replace(TAG, '');
    // A subject that is nothing but a tag is what it is.
    const next = untagged === '' ? bare : untagged;
    if (next === rest) break;
    rest = next;
  }
  return { rest, isAnswer };
}

/** What mails of one subject are found by; null where it says too little. */
export function subjectKey(subject: string): string | null {
  const key = stripped(subject).rest.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, MOST);
  return key.length < 3 ? null : key;
}

/** Whether a subject says that the mail answers another one. */
export const isAnswerSubject = (subject: string): boolean => stripped(subject).isAnswer;

export type ThreadBy = 'references' | 'subject' | 'hand';

/** A mail that is to be put into a thread, with what its header says of others. */
export interface Unthreaded {
  readonly mailId: number;
  readonly messageId: string | null;
  /** Message-IDs that it names, the nearest last. */
  readonly names: readonly string[];
}

/** One that has its thread. */
export interface Threaded extends Unthreaded {
  readonly threadId: number;
  readonly by: ThreadBy;
}

export interface Threading {
  readonly placed: ReadonlyMap<number, { readonly threadId: number; readonly by: ThreadBy }>;
  /** Threads that turned out to be part of another one; mails that somebody put where they are stay. */
  readonly joined: ReadonlyMap<number, number>;
}

/**
 * Puts mails into threads by the ids that they name and that name them. Of several threads the oldest one, whose number is the smallest,
 * takes all. `bySubject`: threads by subject, for mails that name nothing known.
 */
export function joinThreads(
  fresh: readonly Unthreaded[],
  known: readonly Threaded[],
  bySubject: ReadonlyMap<number, number> = new Map(),
): Threading {
  const parents = new Map<number, number>();
  const root = (id: number): number => {
    let at = id;
    for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) {
      parents.set(at, parents.get(up) ?? up);
      at = up;
    }
    return at;
  };
  const join = (one: number, other: number): void => {
    const [a, b] = [root(one), root(other)];
    if (a !== b) parents.set(Math.max(a, b), Math.min(a, b));
  };
  const threadOf = new Map<number, number>(known.map((mail) => [mail.mailId, mail.threadId]));
  const fixed = new Set(known.filter(({ by }) => by === 'hand').map(({ mailId }) => mailId));
  const all = [...known, ...fresh];
  const byMessageId = Map.groupBy(
    all.filter(({ messageId }) => messageId !== null),
    ({ messageId }) => messageId ?? '',
  );
  const naming = new Map<string, Unthreaded[]>();
  for (const mail of all) for (const name of mail.names) naming.set(name, [...(naming.get(name) ?? []), mail]);
  const ways = new Map<number, ThreadBy>();
  for (const mail of fresh.toSorted((a, b) => a.mailId - b.mailId)) {
    const named = mail.names.toReversed().flatMap((name) => byMessageId.get(name) ?? []);
    const answers = mail.messageId === null ? [] : (naming.get(mail.messageId) ?? []);
    // Where what they answer is not here, those that answer the same belong together.
    const siblings = named.length > 0 ? [] : mail.names.flatMap((name) => naming.get(name) ?? []);
    const related = [...named, ...answers, ...siblings].filter((other) => other.mailId !== mail.mailId);
    const nearest = named.find((other) => other.mailId !== mail.mailId);
    ways.set(mail.mailId, 'references');
    if (nearest !== undefined && fixed.has(nearest.mailId)) {
      // What was taken out of a thread goes on where it was put.
      threadOf.set(mail.mailId, threadOf.get(nearest.mailId) ?? mail.mailId);
      continue;
    }
    const suggested = related.length === 0 && mail.names.length === 0 ? bySubject.get(mail.mailId) : undefined;
    if (suggested !== undefined) ways.set(mail.mailId, 'subject');
    threadOf.set(mail.mailId, suggested ?? mail.mailId);
    for (const other of related) {
      const thread = threadOf.get(other.mailId);
      // Later ones of these mails are joined when it is their turn.
      if (thread !== undefined && !fixed.has(other.mailId)) join(threadOf.get(mail.mailId) ?? mail.mailId, thread);
    }
  }
  const placed = new Map(
    fresh.map(({ mailId }) => [
      mailId,
      { threadId: root(threadOf.get(mailId) ?? mailId), by: ways.get(mailId) ?? 'references' },
    ]),
  );
  const before = new Set(known.map(({ threadId }) => threadId));
  const joined = new Map([...before].map((id) => [id, root(id)] as const).filter(([id, to]) => id !== to));
  return { placed, joined };
}

/** Of the mails of a thread: one, and all that answer it, directly or by others. */
export function withAnswers(mailId: number, mails: readonly Unthreaded[]): ReadonlySet<number> {
  const taken = new Set([mailId]);
  const names = new Set(mails.flatMap((mail) => (mail.mailId === mailId && mail.messageId ? [mail.messageId] : [])));
  for (let grown = true; grown;) {
    grown = false;
    for (const mail of mails) {
      if (taken.has(mail.mailId) || !mail.names.some((name) => names.has(name))) continue;
      taken.add(mail.mailId);
      if (mail.messageId !== null) names.add(mail.messageId);
      grown = true;
    }
  }
  return taken;
}
