import { formatAggregateId } from '@kontor/contract/kernel';
import { messageQueries, type MessageDetail } from '@kontor/contract/message';
import type { Client } from '../../../web/src/client/client.ts';
import { queryKey } from '../../../web/src/client/ask.ts';
import type { Random } from '../../../web/src/client/core/simulation/clock.ts';
import { edit, markRead, say } from '../../../web/src/modules/message/thread/acts.ts';
import { hearThread, openThread, takeApplied } from '../../../web/src/modules/message/thread/follow-thread.ts';
import type { Thread } from '../../../web/src/modules/message/thread/thread-store.ts';
import type { TextNow } from '../world/oracle.ts';
import type { Talk } from '../world/fixture.ts';

/** A thread as a page shows it. */
export interface ShownThread extends Pick<Talk, 'id' | 'segment'> {
  /** Undefined where nothing is shown yet. */
  readonly texts: readonly TextNow[] | undefined;
}

/** Runs code as the page that it belongs to. */
type AsPage = <T>(run: () => T) => T;

const EDIT_SHARE = 0.2;
const READ_SHARE = 0.3;

/** One open thread of a page: what its screen does, without the screen. */
export class OpenThread {
  readonly talk: Talk;
  readonly #client: Client;
  readonly #stops: (() => void)[] = [];
  #thread: Thread | undefined;
  #details: MessageDetail | undefined;
  #readNo = -1;

  constructor(client: Client, talk: Talk, userId: number, asPage: AsPage) {
    this.talk = talk;
    this.#client = client;
    const params = { aggregateId: formatAggregateId({ module: 'message', entryId: talk.id, userId }) };
    const { details } = messageQueries;
    const key = queryKey(details, params);
    const { cache } = client.ask;
    const keeping = client.ask.keeping(details, params);
    this.#stops.push(
      cache.watch(
        key,
        (signal) => asPage(() => client.ask.run(details, params, signal)),
        () => asPage(() => this.#take(cache.peek(key).data as MessageDetail | undefined)),
        { load: () => asPage(() => keeping.load()), forget: () => asPage(() => keeping.forget()) },
      ),
    );
  }

  shown(): ShownThread {
    const { id, segment } = this.talk;
    const texts = this.#thread?.state.get().texts;
    return {
      id,
      segment,
      texts: texts?.map(({ no, sendBy, message, edit: edits }) => ({ no, sendBy, message, edit: edits })),
    };
  }

  /** Says something in it, changes what the person has said, or has read it. `html`: what is said; it is not used by a mark of what was read. */
  talkIn(random: Random, html: string): void {
    const [thread, details] = [this.#thread, this.#details];
    if (thread === undefined || details === undefined) return;
    const where = { client: this.#client, details };
    const { texts } = thread.state.get();
    const ownId = this.#client.user.get()?.id;
    const dice = random.next();
    const own = texts.findLast(({ sendBy, takenBackAt }) => sendBy === ownId && takenBackAt === null);
    const last = texts.at(-1)?.no ?? -1;
    if (dice < EDIT_SHARE && own !== undefined) edit(where, own, html);
    else if (dice < EDIT_SHARE + READ_SHARE && last > this.#readNo) {
      markRead(where, last, this.#readNo);
      this.#readNo = last;
    } else {
      const said = { html, words: html.replaceAll(/<[^>]*>/g, ''), files: [], isDone: false, sendAt: null };
      say(where, { ...said, replyTo: null, undoSeconds: 0 });
    }
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #take(details: MessageDetail | undefined): void {
    const own = this.#client.user.get();
    if (details === undefined || details === this.#details || own === undefined) return;
    this.#details = details;
    this.#readNo = Math.max(this.#readNo, details.readNo);
    if (this.#thread === undefined) {
      const about = { aggregateId: details.aggregateId, partner: details.communicationPartnerUserId, own };
      this.#thread = openThread(this.#client, about, { prepare: async () => undefined, isVisible: () => true });
      this.#stops.push(hearThread(this.#client, this.#thread, about), takeApplied(this.#client, this.#thread, about));
    }
    void this.#thread.take(details);
  }
}
