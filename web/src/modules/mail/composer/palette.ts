import { senderQueries, writingQueries } from '@kontor/contract/mail';
import type { Client } from '../../../client/client.ts';
import type { Command, PersonAction } from '../../../shell/index.ts';
import { writeAddress } from './address.ts';
import { isAddress } from './receivers/parse.ts';

/** Most people that are offered at a time. */
const MOST = 5;

/**
 * What the palette offers about writing for what was typed: people to write to, templates to begin with, addresses to write from. The
 * people are asked for each time and kept nowhere.
 */
export async function writingCommands(
  client: Client,
  go: (address: string) => void,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  if (client.configuration.get()?.rights.createMail !== true) return [];
  const term = typed.trim();
  // "An Paul" and "to Paul" are Paul.
  const name = term.replace(/^(an|to|schreiben?|write)\s+/i, '');
  const [accounts, people] = await Promise.all([
    client.ask.run(writingQueries.accounts, {}, signal).catch(() => undefined),
    name.length < 2
      ? []
      : client.ask.run(senderQueries.addressSuggestions, { searchTerm: name }, signal).catch(() => []),
  ]);
  const to = people.filter(({ members }) => members.length === 0).slice(0, MOST);
  const typedAddress = isAddress(name) && !to.some(({ email }) => email === name) ? [{ email: name, name: '' }] : [];
  const senders = accounts?.sendingAccounts.filter(({ canSend }) => canSend) ?? [];
  return [
    ...[...typedAddress, ...to].map(({ email, name: who }, index): Command => ({
      // The palette remembers what was chosen, in the open: never whom.
      id: `write to ${index}`,
      icon: 'pencil-simple',
      label: { de: `An ${who || email} schreiben`, en: `Write to ${who || email}` },
      words: `${email} schreiben write mail`,
      run: () => go(writeAddress(client, { kind: 'new', to: who === '' ? email : `${who} <${email}>` })),
    })),
    ...[...(accounts?.templates ?? []), ...(accounts?.globalTemplates ?? [])].map(({ ID, Name }): Command => ({
      id: `write from ${ID}`,
      icon: 'files',
      label: { de: `Neue E-Mail aus „${Name}“`, en: `New email from “${Name}”` },
      words: 'vorlage template',
      run: () => go(writeAddress(client, { kind: 'from', id: ID })),
    })),
    ...(senders.length < 2 ? [] : senders).map(({ id, name: who, email }): Command => ({
      id: `write as ${id}`,
      icon: 'signature',
      label: { de: `Neue E-Mail von ${email}`, en: `New email as ${email}` },
      words: `${who} absender konto sender account`,
      run: () => go(writeAddress(client, { kind: 'new', senderId: id })),
    })),
  ];
}

/** Writing to a colleague. Their address is the one that the composer offers for their name; where it offers none, that is typed. */
export const ofPeople: PersonAction = {
  name: 'mail',
  icon: 'envelope-simple',
  label: { de: 'E-Mail', en: 'Email' },
  right: 'createMail',
  run: async ({ client }, { name }, open) => {
    const found = await client.ask.run(senderQueries.addressSuggestions, { searchTerm: name }).catch(() => []);
    const meant = found.find((one) => one.members.length === 0 && one.name === name);
    open(
      writeAddress(client, { kind: 'new', ...(meant === undefined ? {} : { to: `${meant.name} <${meant.email}>` }) }),
    );
  },
};
