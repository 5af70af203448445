import type { ReceiverInput } from '@kontor/contract/mail';
import addresses from 'email-addresses';

const unquoted = (name: string): string =>
  name
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

/** Cuts at commas, semicolons, tabs and line ends that stand neither in quotes nor in brackets. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let current = '';
  let isQuoted = false;
  let isAngled = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === '<' && !isQuoted) isAngled = true;
    else if (sign === '>' && !isQuoted) isAngled = false;
    const isEnd = /[,;\t\n\r]/.test(sign) && (/[\n\r]/.test(sign) || (!isQuoted && !isAngled));
    if (!isEnd) {
      current += sign;
      continue;
    }
    found.push(current);
    current = '';
    if (/[\n\r]/.test(sign)) isQuoted = isAngled = false;
  }
  return [...found, current].map((piece) => piece.trim()).filter((piece) => piece !== '');
}

function one(piece: string): ReceiverInput | undefined {
  const [, name = '', address] = /^(.*?)<\s*(?:mailto:)?([^<>]*?)\s*>$/i.exec(piece) ?? [];
  if (address !== undefined) return { receiver: address, receiverRealName: unquoted(name) };
  const bare = piece.replace(/^mailto:/i, '');
  return { receiver: bare, receiverRealName: '' };
}

/** True for an address that mail can be sent to, as the standard says it. */
export function isAddress(address: string): boolean {
  if (address.length > 320 || /[\s<>(),;:\\"[\]]/.test(address)) return false;
  const parsed = addresses.parseOneAddress({ input: address, rejectTLD: true });
  return parsed?.type === 'mailbox' && parsed.address === address;
}

/**
 * All receivers in a text that was typed or pasted: `Name <a@b>; c@d`, one a line, columns of a table. A piece without an address beside
 * one with it is its name, as in two columns.
 */
export function parseReceivers(text: string): ReceiverInput[] {
  const found: ReceiverInput[] = [];
  for (const line of text.split(/[\n\r]+/)) {
    const all = pieces(line).flatMap((piece) => one(piece) ?? []);
    const isColumns = line.includes('\t');
    const real = all.filter(({ receiver }) => receiver.includes('@'));
    const names = all.filter(({ receiver, receiverRealName }) => !receiver.includes('@') && receiverRealName === '');
    const [only] = real;
    if (isColumns && real.length === 1 && only !== undefined) {
      found.push({
        ...only,
        receiverRealName: only.receiverRealName || names.map(({ receiver }) => receiver).join(' '),
      });
    } else if (real.length > 0 && names.length > 0 && real.length + names.length === all.length)
      found.push(...joined(all));
    else found.push(...all);
  }
  return found;
}

/** `Neumann, Paul <paul@werft.example>`: a comma in a name without quotes cuts it in two. */
function joined(all: readonly ReceiverInput[]): ReceiverInput[] {
  const found: ReceiverInput[] = [];
  for (const [index, receiver] of all.entries()) {
    const next = all[index + 1];
    const isName = !receiver.receiver.includes('@');
    if (isName && next?.receiver.includes('@') === true && next.receiverRealName !== '') continue;
    const before = all[index - 1];
    const isCut =
      receiver.receiverRealName !== '' &&
      before !== undefined &&
      !before.receiver.includes('@') &&
      before.receiverRealName === '';
    found.push(isCut ? { ...receiver, receiverRealName: `${receiver.receiverRealName} ${before.receiver}` } : receiver);
  }
  return found;
}

/** The receivers with more of them, each address once. */
export const withReceivers = (known: readonly ReceiverInput[], more: readonly ReceiverInput[]): ReceiverInput[] => {
  const all = [...known];
  const addresses = new Set(known.map(({ receiver }) => receiver.toLowerCase()));
  for (const one of more) {
    const address = one.receiver.toLowerCase();
    if (!addresses.has(address)) all.push(one);
    addresses.add(address);
  }
  return all;
};
