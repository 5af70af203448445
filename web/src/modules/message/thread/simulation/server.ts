import type { MessageText } from '@kontor/contract/message';
import { aText } from '../../../../testing/messages.ts';
import type { TextRange } from '../thread-part.ts';

/** Anna's are the texts of the person whose device is looked at; Ben is who they write with. */
export const [ANNA, BEN] = [1, 2] as const;
type Author = typeof ANNA | typeof BEN;

/** What a device is told. */
export type ThreadEvent =
  | { readonly kind: 'texted'; readonly no: number; readonly text: MessageText | null }
  | { readonly kind: 'changed'; readonly text: MessageText }
  | { readonly kind: 'read'; readonly no: number; readonly readAt: string }
  | { readonly kind: 'readByAnna' }
  | { readonly kind: 'unread'; readonly unread: number };

/** Texts that come with the details, as many as those of the server bring. */
export const DETAIL_TEXTS = 50;
/** One text of so many is too long to be brought along by its event. */
const LONG_OF = 12;

/** A thread of two people as the server has it. What it answers is what it is at that moment. */
export class ThreadServer {
  readonly texts: MessageText[] = [];
  /** How far Anna has read, and how far Ben has. */
  readonly read = { [ANNA]: -1, [BEN]: -1 };
  /** How far Anna has read on another device. */
  elsewhere = -1;
  /** Numbers of the texts that commands have said, by process id. */
  readonly applied = new Map<string, number>();
  /** The last change of each text that has become another, counted. */
  readonly #changed = new Map<number, number>();
  #changes = 0;
  readonly #emit: (event: ThreadEvent) => void;

  constructor(emit: (event: ThreadEvent) => void) {
    this.#emit = emit;
  }

  say(sendBy: Author, words: string, processId?: string): number {
    const known = processId === undefined ? undefined : this.applied.get(processId);
    if (known !== undefined) return known;
    const no = this.texts.length;
    const text = aText(no, sendBy, words);
    this.texts.push(text);
    if (processId !== undefined) this.applied.set(processId, no);
    // Whoever says something has read what was said.
    if (sendBy === ANNA) this.read[ANNA] = no;
    this.#emit({ kind: 'texted', no, text: no % LONG_OF === LONG_OF - 1 ? null : text });
    this.#sayUnread();
    return no;
  }

  /** Edits a text, or takes it back where there are no words. Nothing becomes of one that was taken back. */
  change(no: number, words: string | undefined): void {
    const text = this.texts[no];
    if (text === undefined || text.takenBackAt !== null) return;
    const at = text.sendDate;
    const part = words === undefined ? { message: '', takenBackAt: at } : { message: `<p>${words}</p>`, editedAt: at };
    const next = { ...text, ...part, edit: text.edit + 1 };
    this.texts[no] = next;
    this.#changes += 1;
    this.#changed.set(no, this.#changes);
    this.#emit({ kind: 'changed', text: { ...next, receiverData: null } });
  }

  /** Ben has read as far as a text. */
  readByBen(no: number, readAt: string): void {
    if (no <= this.read[BEN]) return;
    this.read[BEN] = no;
    for (const text of this.texts)
      if (text.no <= no && text.sendBy === ANNA && this.#isUnread(text))
        this.texts[text.no] = { ...text, receiverData: { readAt } };
    this.#emit({ kind: 'read', no, readAt });
  }

  /** Anna has, by whichever device. */
  readByAnna(no: number): void {
    if (no <= this.read[ANNA]) return;
    this.read[ANNA] = Math.min(no, this.texts.length - 1);
    this.#emit({ kind: 'readByAnna' });
    this.#sayUnread();
  }

  /** Anna has, by another device than the one that is looked at. */
  readElsewhere(no: number): void {
    this.readByAnna(no);
    if (this.read[ANNA] === no) this.elsewhere = no;
  }

  get unread(): number {
    return this.texts.length - 1 - this.read[ANNA];
  }

  #isUnread({ receiverData }: MessageText): boolean {
    return receiverData !== null && 'readAt' in receiverData && receiverData.readAt === null;
  }

  #sayUnread(): void {
    this.#emit({ kind: 'unread', unread: this.unread });
  }

  range({ before = Infinity, after, changedAfter = -1, limit }: TextRange): MessageText[] {
    const all = this.texts.filter(
      ({ no }) => no < before && no > (after ?? -1) && (this.#changed.get(no) ?? 0) > changedAfter,
    );
    return after === undefined ? all.slice(-limit) : all.slice(0, limit);
  }

  end() {
    const texts = this.range({ limit: DETAIL_TEXTS });
    return { texts, hasMore: (texts[0]?.no ?? 0) > 0, readNo: this.read[ANNA], joinedNo: 0, changes: this.#changes };
  }
}
