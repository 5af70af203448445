import { maildirFlags, mboxFlags, type Flags } from './flags.ts';
import { endOfLines } from './mbox.ts';

/** How a mail stood in the Kontor that wrote a file. */
export interface KeptState {
  readonly status: 1 | 2 | 3;
  readonly direction: 'incoming' | 'outgoing';
  readonly location: 'inbox' | 'trash' | 'junk';
  readonly archived: boolean;
  readonly answered: boolean;
}

const LETTERS = { inbox: 'i', trash: 't', junk: 'j' } as const;
const CODE = /^([123])([io])([itj])(a?)(r?)$/;

/** A state in a few letters: 1 to 3, in or out, its location, archived, answered. */
const codeOf = ({ status, direction, location, archived, answered }: KeptState): string =>
  `${status}${direction === 'incoming' ? 'i' : 'o'}${LETTERS[location]}${archived ? 'a' : ''}${answered ? 'r' : ''}`;

function stateOf(code: string): KeptState | undefined {
  const [, status, direction, letter, archived, answered] = CODE.exec(code) ?? [];
  if (status === undefined) return undefined;
  return {
    status: status === '1' ? 1 : status === '2' ? 2 : 3,
    direction: direction === 'o' ? 'outgoing' : 'incoming',
    location: letter === 't' ? 'trash' : letter === 'j' ? 'junk' : 'inbox',
    archived: archived === 'a',
    answered: answered === 'r',
  };
}

const isSeen = ({ status }: KeptState): boolean => status !== 1;

/** What is put in front of a mail's own header in an mbox file, for us and for other programs. `hasEnd`: its last line has an end. */
export function mboxFields(state: KeptState, hasEnd: boolean): string {
  const marks = `${state.answered ? 'A' : ''}${state.status === 2 ? 'F' : ''}${state.location === 'trash' ? 'D' : ''}`;
  return `X-Kontor: ${codeOf(state)}${hasEnd ? '' : ' -'}\nStatus: ${isSeen(state) ? 'RO' : 'O'}\nX-Status: ${marks}\n`;
}

const OURS = /^X-Kontor: ([1-3a-z]+)( -)?\r?\nStatus: R?O\r?\nX-Status: [A-Z]*\r?\n/;
const MAX_FIELDS = 100;

/** A mail of an mbox file without what `mboxFields` put in front of it, and how it stood. */
export function readMboxMail(entry: Buffer): {
  readonly raw: Buffer;
  readonly kept: KeptState | undefined;
  readonly flags: Flags | undefined;
} {
  const [fields = '', code = '', isOpen] = OURS.exec(entry.toString('latin1', 0, MAX_FIELDS)) ?? [];
  const kept = stateOf(code);
  if (kept === undefined) return { raw: entry, kept, flags: mboxFlags(entry) };
  const end = isOpen === undefined ? 0 : endOfLines(entry).length;
  return { raw: entry.subarray(fields.length, entry.length - end), kept, flags: undefined };
}

/** The name of a mail in a Maildir: when it came, a number of its own, its state and, for other programs, its flags. */
export function maildirName(state: KeptState, mail: { readonly at: Date; readonly id: number }): string {
  const flags = `${state.status === 2 ? 'F' : ''}${state.answered ? 'R' : ''}${isSeen(state) ? 'S' : ''}${state.location === 'trash' ? 'T' : ''}`;
  return `${Math.floor(mail.at.getTime() / 1000)}.${mail.id}K${codeOf(state)}.kontor:2,${flags}`;
}

/** How a mail of a Maildir stood, by the name of its file. */
export function readMaildirName(name: string): {
  readonly kept: KeptState | undefined;
  readonly flags: Flags | undefined;
  readonly at: Date | undefined;
} {
  const [, seconds, code = ''] = /^(\d{1,11})\.\d+K([1-3a-z]+)\.kontor(?=[:;!_]|$)/.exec(name) ?? [];
  const first = seconds ?? /^(\d{8,11})\./.exec(name)?.[1];
  const at = first === undefined ? undefined : new Date(Number(first) * 1000);
  return { kept: stateOf(code), flags: maildirFlags(name), at };
}
