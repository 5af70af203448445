import type { Outcome } from '@kontor/contract/phonecall';
import { createParser } from 'eventsource-parser';
import { resolveHost, sendTo, streamFrom } from '../../../platform/egress/index.ts';
import { directionOf, momentOf, numberText, objectIn, withPlus, type PhoneEvent } from '../arriving/index.ts';
import { LineFault, type Connect } from './line.ts';

const CONNECT_MS = 10_000;
/** Characters of one event of the stream. */
const MAX_EVENT = 256 * 1024;
/** Calls that are remembered while they go on. */
const MAX_CALLS = 2000;

/** How a call ended that nobody took, by whether it came in. */
const ERRORS: Readonly<Record<string, readonly [incoming: Outcome, outgoing: Outcome]>> = {
  timeout: ['missed', 'cancelled'],
  cancel: ['missed', 'cancelled'],
  busy: ['busy', 'busy'],
  reject: ['refused', 'refused'],
  unspecified: ['missed', 'failed'],
};

/** The events of a stream (`text/event-stream`), as the texts that they bring, in whatever pieces they come. Throws LineFault for one without an end. */
export class EventStream {
  #texts: string[] = [];
  readonly #parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ data }) => {
      if (data !== '') this.#texts.push(data);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new LineFault('unreadable');
    },
  });

  read(piece: string): readonly string[] {
    this.#texts = [];
    this.#parser.feed(piece);
    return this.#texts;
  }
}

const textIn = (object: Readonly<Record<string, unknown>>, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
};

/** A number with what it is a number of: of the whole world without its plus sign, else as the house dials it. */
const numberIn = (call: Readonly<Record<string, unknown>>, name: 'caller' | 'callee'): string =>
  textIn(call, `${name}_context`) === 'global' ? withPlus(textIn(call, name)) : numberText(textIn(call, name));

/** What NFON says of calls, as events. It remembers of calls that go on whether they have rung, and whether somebody took them. */
export class NfonCalls {
  readonly #known = new Map<string, { isTaken: boolean }>();

  /** Undefined where it is none of its events. */
  read(data: string): readonly PhoneEvent[] | undefined {
    const call = objectIn(data);
    if (call === undefined) return undefined;
    const [ref, state, extension] = [textIn(call, 'uuid'), textIn(call, 'state'), textIn(call, 'extension')];
    const direction = directionOf(textIn(call, 'direction'));
    if (ref === '' || state === '') return undefined;
    // A call between extensions, or what somebody's own telephone does before they are called.
    if (direction === undefined || state === 'start' || state.startsWith('caller-')) return [];
    const at = momentOf(textIn(call, 'updated'), 'UTC');
    const common = {
      ref,
      direction,
      from: numberIn(call, 'caller'),
      to: numberIn(call, 'callee'),
      ...(at === undefined ? {} : { at }),
    };
    return this.#events({ ...common, terminals: extension === '' ? [] : [extension] }, state, textIn(call, 'error'));
  }

  #events(call: Omit<PhoneEvent, 'type'>, state: string, fault: string): readonly PhoneEvent[] {
    const { ref, direction } = call;
    const known = this.#known.get(ref);
    switch (state) {
      case 'ring':
      case 'dial':
        if (this.#known.size < MAX_CALLS && known === undefined) this.#known.set(ref, { isTaken: false });
        return [{ ...call, type: 'ring' }];
      case 'answer':
        if (known !== undefined) known.isTaken = true;
        // Of one that goes out it is the other side that has taken it.
        return [{ ...call, type: 'answer', terminals: direction === 'in' ? call.terminals : [] }];
      case 'hangup':
      case 'end': {
        this.#known.delete(ref);
        // A call that rang, and that nobody took for as long as we listened.
        const said = ERRORS[fault] ?? (known?.isTaken === false ? ERRORS['cancel'] : undefined);
        const outcome = said?.[direction === 'in' ? 0 : 1];
        return [{ ...call, type: 'end', terminals: [], ...(outcome === undefined ? {} : { outcome }) }];
      }
      default:
        return [];
    }
  }
}

/** A token for the stream. Throws LineFault where nobody is let in. */
async function tokenOf(
  origin: string,
  line: { user: string; secret: string },
  policy: Parameters<Connect>[1],
): Promise<string> {
  const { status, body } = await sendTo(
    `${origin}/v1/login`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ username: line.user, password: line.secret }),
      timeoutMs: CONNECT_MS,
    },
    policy,
  );
  if (status === 400 || status === 401 || status === 403) throw new LineFault('refused');
  if (status < 200 || status > 299) throw new Error(`Status ${status}`);
  const token = objectIn(body)?.['access-token'];
  if (typeof token !== 'string' || !/^[\w.~+/=-]+$/.test(token)) throw new LineFault('unreadable');
  return token;
}

/** Listens to NFON by its stream of calls, in the open to the own network alone. The stream says nothing of calls that were there before. */
export const connectNfon: Connect = async (line, policy, _calls, heard, signal) => {
  const resolved = await resolveHost(line.host, policy);
  const host = `${line.host.includes(':') ? `[${line.host}]` : line.host}:${line.port}`;
  const origin = `${resolved.internal ? 'http' : 'https'}://${host}`;
  const token = await tokenOf(origin, line, policy);
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const { status, pieces, close } = await streamFrom(
    `${origin}/v1/extensions/phone/calls`,
    { headers, timeoutMs: CONNECT_MS, signal },
    policy,
  );
  if (status !== 200) {
    close();
    throw status === 401 || status === 403 ? new LineFault('refused') : new Error(`Status ${status}`);
  }
  heard.ready();
  const [stream, calls] = [new EventStream(), new NfonCalls()];
  try {
    for await (const piece of pieces)
      for (const data of stream.read(piece)) {
        const events = calls.read(data);
        if (events === undefined) throw new LineFault('unreadable');
        heard.events(events);
      }
  } finally {
    close();
  }
};
