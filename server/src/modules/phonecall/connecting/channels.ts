import type { Outcome } from '@kontor/contract/phonecall';
import type { PhoneEvent } from '../arriving/index.ts';

/** A channel of Asterisk, as events name it. */
export interface Channel {
  readonly id: string;
  /** `PJSIP/101-00000001`. */
  readonly name: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly exten: string;
}

interface Known {
  readonly peer: string;
  readonly root: string;
}

interface Call {
  readonly direction: 'in' | 'out';
  readonly from: string;
  readonly to: string;
  readonly name: string;
  /** Terminal of who calls out; empty for calls that come in. */
  readonly terminal: string;
  isAnswered: boolean;
  outcome: Outcome | undefined;
}

/** Q.850: how a call ended that nobody took, by whether it came in. */
const CAUSES: Readonly<Record<number, readonly [incoming: Outcome, outgoing: Outcome]>> = {
  1: ['missed', 'failed'],
  16: ['missed', 'cancelled'],
  17: ['busy', 'busy'],
  18: ['missed', 'cancelled'],
  19: ['missed', 'cancelled'],
  20: ['missed', 'failed'],
  21: ['refused', 'refused'],
  26: ['missed', 'cancelled'],
  34: ['missed', 'failed'],
};

/** Channels that stand for no telephone and no line. */
const INNER = /^(?:Local|Message|Async|Surrogate|Bridge|Announcer|Recorder|CBAnn|CBRec)\//i;
const MAX_CHANNELS = 5000;

/** What is between the technology and the number of a channel: the terminal, or the name of a line to the outside. */
export const peerOf = (name: string): string =>
  /^[^/]+\/(.+?)(?:-[0-9a-f]{6,}(?:;\d)?)?$/i.exec(name)?.[1]?.slice(0, 100) ?? '';

/**
 * What channels of Asterisk do, as events of calls. It remembers channels for as long as they are there. `isTerminal`: whether a name is that of a
 * telephone of the house.
 */
export class ChannelCalls {
  readonly #isTerminal: (peer: string) => boolean;
  readonly #channels = new Map<string, Known>();
  readonly #calls = new Map<string, Call>();
  /** While it is asked which channels there are: those that were known before, and those that have ended since. */
  #asked: { readonly before: ReadonlySet<string>; readonly ended: Set<string> } | undefined;

  constructor(isTerminal: (peer: string) => boolean) {
    this.#isTerminal = isTerminal;
  }

  /** The calls that are going on, by their names. */
  get running(): readonly string[] {
    return [...this.#calls.keys()];
  }

  /** A channel is there. `root`: the first one of its call; itself where it is that. */
  begins(channel: Channel, root: string, at?: number): readonly PhoneEvent[] {
    if (INNER.test(channel.name) || this.#channels.has(channel.id) || this.#channels.size >= MAX_CHANNELS) return [];
    if (this.#asked?.ended.has(channel.id) === true) return [];
    const peer = peerOf(channel.name);
    this.#channels.set(channel.id, { peer, root });
    if (root !== channel.id || this.#calls.has(root)) return [];
    const isOut = this.#isHouse(peer);
    const call: Call = {
      direction: isOut ? 'out' : 'in',
      from: channel.callerNumber,
      to: channel.exten,
      name: isOut ? '' : channel.callerName,
      terminal: isOut ? peer : '',
      isAnswered: false,
      outcome: undefined,
    };
    this.#calls.set(root, call);
    return [this.#event(root, call, 'ring', call.terminal, at)];
  }

  /** A call rings at a channel. */
  dials(destination: Channel, root: string, at?: number): readonly PhoneEvent[] {
    const call = this.#calls.get(root);
    if (call === undefined || INNER.test(destination.name)) return [];
    if (!this.#channels.has(destination.id))
      this.#channels.set(destination.id, { peer: peerOf(destination.name), root });
    const { peer } = this.#channels.get(destination.id) ?? { peer: '' };
    return call.direction === 'in' && this.#isHouse(peer) ? [this.#event(root, call, 'ring', peer, at)] : [];
  }

  /** Somebody has taken a call, at a channel. */
  answers(channelId: string, at?: number): readonly PhoneEvent[] {
    const known = this.#channels.get(channelId);
    const call = known && this.#calls.get(known.root);
    if (known === undefined || call === undefined || channelId === known.root) return [];
    if (call.direction === 'in' && !this.#isHouse(known.peer)) return [];
    call.isAnswered = true;
    return [this.#event(known.root, call, 'answer', call.direction === 'in' ? known.peer : '', at)];
  }

  /** A mailbox has taken a call. */
  isLeft(channelId: string, at?: number): readonly PhoneEvent[] {
    const known = this.#channels.get(channelId);
    const call = known && this.#calls.get(known.root);
    if (known === undefined || call?.direction !== 'in') return [];
    return [this.#event(known.root, call, 'voice', '', at)];
  }

  /** A channel is gone. `cause`: by Q.850. The call is over when its last one is. */
  ends(channelId: string, cause: number, at?: number): readonly PhoneEvent[] {
    this.#asked?.ended.add(channelId);
    const known = this.#channels.get(channelId);
    if (known === undefined) return [];
    this.#channels.delete(channelId);
    const call = this.#calls.get(known.root);
    if (call === undefined) return [];
    const said = CAUSES[cause]?.[call.direction === 'in' ? 0 : 1];
    // What the caller's own channel says counts; busy and refused are known at the other end first.
    if (channelId === known.root || said === 'busy' || said === 'refused')
      call.outcome = call.direction === 'out' || channelId === known.root ? (call.outcome ?? said) : call.outcome;
    const isOver = [...this.#channels.values()].every(({ root }) => root !== known.root);
    if (!isOver) return [];
    this.#calls.delete(known.root);
    const outcome = call.isAnswered ? 'answered' : call.outcome;
    const event = this.#event(known.root, call, 'end', '', at);
    return [outcome === undefined ? event : { ...event, outcome }];
  }

  /** It is asked which channels there are. The answer may be older than what is said until it comes. */
  asks(): void {
    this.#asked = { before: new Set(this.#channels.keys()), ended: new Set() };
  }

  /**
   * The answer: of the channels that were known when it was asked, those that are not among these have ended while nobody listened. Channels that
   * have begun since need not be among them. With undefined nobody answered, and nothing is known to have ended.
   */
  answered(channelIds: ReadonlySet<string> | undefined): readonly PhoneEvent[] {
    const before = this.#asked?.before ?? [];
    this.#asked = undefined;
    return channelIds === undefined
      ? []
      : [...before].filter((id) => !channelIds.has(id)).flatMap((id) => this.ends(id, 0));
  }

  #isHouse(peer: string): boolean {
    return /^\d{1,6}$/.test(peer) || this.#isTerminal(peer);
  }

  #event(ref: string, call: Call, type: PhoneEvent['type'], terminal: string, at: number | undefined): PhoneEvent {
    return {
      type,
      ref,
      direction: call.direction,
      from: call.from,
      to: call.to,
      terminals: terminal === '' ? [] : [terminal],
      ...(call.name === '' ? {} : { name: call.name }),
      ...(at === undefined ? {} : { at }),
    };
  }
}
