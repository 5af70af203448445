import { createValue, type Value } from '../client/value.ts';

/** What is edited, at the version that the server has counted. */
export interface Stored<F> {
  readonly version: number;
  readonly fields: F;
}

/** Something that two have changed, each to something else. What is kept is `mine`, or both; `theirs` is not lost. */
export interface Conflict {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** How it went with what was sent. */
export type Sent<F> =
  | { readonly version: number }
  /** Somebody else has saved meanwhile: this stands there now. */
  | { readonly standing: Stored<F> };

export interface CoEditPort<F> {
  /**
   * Sends what stands here. `isTyping`: more may follow at once. What is sent again by the same `id` takes effect once. Throws where it
   * does not arrive, or is refused.
   */
  readonly send: (mine: Stored<F>, isTyping: boolean, id: string) => Promise<Sent<F>>;
  readonly newId: () => string;
  readonly merge: (base: F, mine: F, theirs: F) => { readonly value: F; readonly conflicts: readonly Conflict[] };
  readonly isSame: (a: F, b: F) => boolean;
  /** Keeps on the device what the server does not have; undefined once it has all. */
  readonly keep: (kept: Kept<F> | undefined) => void;
  /** Calls back after `ms`; returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
  readonly now: () => number;
  /** Whether a failure is one of the connection, after which it is sent again by itself. */
  readonly isOffline: (error: unknown) => boolean;
}

/** What a device keeps of an edit. */
export interface Kept<F> {
  readonly base: Stored<F>;
  readonly mine: F;
}

export type CoEditState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused';

export interface CoEditShown<F> {
  readonly fields: F;
  readonly state: CoEditState;
  /** Why the server would not have it. */
  readonly error: unknown;
  readonly conflicts: readonly Conflict[];
  /** Counted up when what somebody else has written came in: what shows the fields takes them over then. */
  readonly taken: number;
}

/** Quiet after which what is written is saved, the longest that it is put off, and after how long it is tried again, in milliseconds. */
export const QUIET_MS = 400;
export const MAX_MS = 2000;
export const AGAIN_MS = 5000;
/** Quiet after which what is saved counts as finished. */
export const FINISHED_MS = 5000;
/** How often in a row it is brought together with what others save at the same time before it waits. */
const MAX_TRIES = 8;

/**
 * One person's edit of something that others edit too. What is written is shown at once, saved after a pause, and brought together with
 * what others have saved: three ways, from what both began with. Nothing is waited for, and nothing that was written is given up: what the
 * server does not have stays here, and on the device.
 */
export class CoEdit<F> {
  readonly #port: CoEditPort<F>;
  readonly #shown: Value<CoEditShown<F>>;
  /** What the server had when this edit was last at one with it. */
  #base: Stored<F>;
  #mine: F;
  #conflicts: readonly Conflict[] = [];
  #taken = 0;
  #error: unknown;
  #state: CoEditState = 'saved';
  #sending: Promise<boolean> | undefined;
  #stopTimer: (() => void) | undefined;
  #firstAt: number | undefined;
  /** The newest that came while something was on its way: it may be the same. */
  #arrived: Stored<F> | undefined;
  /** What was sent, and may have arrived. */
  #doubt: { readonly id: string; readonly mine: Stored<F>; readonly isTyping: boolean } | undefined;
  /** What was saved last was said to be finished. */
  #isFinished = true;
  #isClosed = false;

  /** `kept`: what was left on the device, with what it was begun from. */
  constructor(port: CoEditPort<F>, stored: Stored<F>, kept?: Kept<F>) {
    this.#port = port;
    this.#base = kept?.base ?? stored;
    this.#mine = kept?.mine ?? stored.fields;
    this.#shown = createValue(this.#view());
    if (kept === undefined) return;
    // Whoever left it so has not said that it is finished.
    this.#isFinished = false;
    this.take(stored);
    if (this.hasOwn) this.#plan();
  }

  /** What is shown, and how it stands with the server. */
  get shown(): Pick<Value<CoEditShown<F>>, 'get' | 'subscribe'> {
    return this.#shown;
  }

  get hasOwn(): boolean {
    return !this.#port.isSame(this.#base.fields, this.#mine);
  }

  /** Writes. */
  write(part: Partial<F> | ((fields: F) => F)): void {
    this.#mine = typeof part === 'function' ? part(this.#mine) : { ...this.#mine, ...part };
    this.#isFinished = false;
    this.#keep();
    this.#plan();
  }

  /** The same from outside of what shows the fields: that takes it over. */
  change(part: Partial<F> | ((fields: F) => F)): void {
    this.#taken += 1;
    this.write(part);
  }

  /** Takes over what the server has. What is older than what is known here is nothing new. */
  take(stored: Stored<F>): void {
    // What is on its way, or may have arrived, may be a part of it.
    if (this.#sending !== undefined || this.#doubt !== undefined) {
      if (stored.version >= (this.#arrived?.version ?? 0)) this.#arrived = stored;
      return;
    }
    if (stored.version < this.#base.version) return;
    if (stored.version === this.#base.version && this.#port.isSame(stored.fields, this.#base.fields)) return;
    this.#join(stored);
    if (this.hasOwn) this.#plan();
    else this.#settle();
  }

  /** One of the odds is decided: by the part that is given, or as it stands. */
  decide(one: Conflict, part?: Partial<F>): void {
    this.#conflicts = this.#conflicts.filter((other) => other !== one);
    if (part === undefined) this.#show();
    else this.change(part);
  }

  /** Saves now, and says that it is finished. False where it could not be. */
  async save(): Promise<boolean> {
    for (let tries = 0; tries < 3; tries += 1) {
      this.#calm();
      await this.#sending;
      if (!this.hasOwn && this.#isFinished) return true;
      if (await this.#send(false)) return true;
      if (this.#state !== 'unsaved') return false;
    }
    return false;
  }

  /** Tries again what did not arrive. */
  retry(): void {
    if (this.#state === 'offline' || this.#state === 'refused') void this.#send(true);
  }

  /** Leaves what is not saved as it is there: nothing of it is sent or kept any more. */
  giveUp(): void {
    this.#calm();
    this.#doubt = undefined;
    this.#mine = this.#base.fields;
    this.#conflicts = [];
    this.#taken += 1;
    this.#isFinished = true;
    this.#settle();
  }

  /** Nothing is sent any more by itself. What is not saved stays on the device. */
  close(): void {
    this.#isClosed = true;
    this.#calm();
  }

  #view(): CoEditShown<F> {
    return {
      fields: this.#mine,
      state: this.#state,
      error: this.#error,
      conflicts: this.#conflicts,
      taken: this.#taken,
    };
  }

  #show(state: CoEditState = this.#state): void {
    this.#state = state;
    this.#shown.set(this.#view());
  }

  #keep(): void {
    this.#port.keep(this.hasOwn || !this.#isFinished ? { base: this.#base, mine: this.#mine } : undefined);
  }

  #settle(): void {
    this.#keep();
    this.#error = undefined;
    this.#show('saved');
    if (this.#isFinished || this.#isClosed) return;
    this.#stopTimer?.();
    this.#stopTimer = this.#port.later(FINISHED_MS, () => void this.save());
  }

  #calm(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#firstAt = undefined;
  }

  /** Saves after a pause; after a long time also without one. */
  #plan(): void {
    this.#show(this.#sending === undefined ? 'unsaved' : 'saving');
    if (this.#sending !== undefined || this.#isClosed) return;
    const now = this.#port.now();
    this.#firstAt ??= now;
    this.#stopTimer?.();
    this.#stopTimer = this.#port.later(Math.max(0, Math.min(QUIET_MS, this.#firstAt + MAX_MS - now)), () => {
      this.#calm();
      void this.#send(true);
    });
  }

  /** Brings what stands there together with what is written here. */
  #join(theirs: Stored<F>): void {
    const { value, conflicts } = this.#port.merge(this.#base.fields, this.#mine, theirs.fields);
    if (!this.#port.isSame(value, this.#mine)) this.#taken += 1;
    this.#base = theirs;
    this.#mine = value;
    this.#conflicts = [...this.#conflicts, ...conflicts];
    this.#keep();
    this.#show();
  }

  #send(isTyping: boolean): Promise<boolean> {
    this.#sending ??= this.#sendAll(isTyping).finally(() => {
      this.#sending = undefined;
      if (this.#doubt !== undefined) return;
      const arrived = this.#arrived;
      this.#arrived = undefined;
      if (arrived !== undefined) this.take(arrived);
      if (this.#sending === undefined && this.hasOwn && this.#state === 'unsaved') this.#plan();
    });
    return this.#sending;
  }

  async #sendAll(isTyping: boolean): Promise<boolean> {
    this.#show('saving');
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { mine, isTyping: wasTyping } = (this.#doubt ??= {
        id: this.#port.newId(),
        mine: { version: this.#base.version, fields: this.#mine },
        isTyping,
      });
      const sent = await this.#sendOnce();
      if (sent === undefined) return false;
      if ('standing' in sent) {
        // It had arrived, and only the answer had not.
        if (this.#port.isSame(sent.standing.fields, mine.fields)) this.#base = sent.standing;
        else this.#join(sent.standing);
      } else this.#base = { version: sent.version, fields: mine.fields };
      this.#keep();
      this.#isFinished = !('standing' in sent) && !wasTyping;
      if ('standing' in sent || (!isTyping && (this.hasOwn || !this.#isFinished))) continue;
      if (!this.hasOwn) this.#settle();
      else this.#show('unsaved');
      return !this.hasOwn;
    }
    this.#show('unsaved');
    return false;
  }

  /** Sends what is in doubt. Undefined where it did not arrive, or was refused. */
  async #sendOnce(): Promise<Sent<F> | undefined> {
    const sending = this.#doubt;
    if (sending === undefined) return undefined;
    try {
      const sent = await this.#port.send(sending.mine, sending.isTyping, sending.id);
      this.#doubt = undefined;
      return sent;
    } catch (error) {
      const isOffline = this.#port.isOffline(error);
      if (!isOffline) this.#doubt = undefined;
      this.#failed(error, isOffline);
      return undefined;
    }
  }

  #failed(error: unknown, isOffline: boolean): void {
    this.#error = error;
    this.#keep();
    this.#show(isOffline ? 'offline' : 'refused');
    if (isOffline && !this.#isClosed) this.#stopTimer = this.#port.later(AGAIN_MS, () => this.retry());
  }
}
