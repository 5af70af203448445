import { phonecallQueries } from '@kontor/contract/phonecall';
import type { Client } from '../../client/client.ts';
import { href, type Command } from '../../shell/index.ts';
import { dialOf } from '../../shell/numbers/dial-of.ts';
import { dialHref, newCallHref } from './addresses.ts';
import { pickRecord } from '../record/index.tsx';
import { dialIntent } from './dialling/intent.ts';
import { noteCallAt } from './of-record.ts';

/** Most people that are offered at a time. */
const MAX_PEOPLE = 5;

/**
 * What the palette offers about telephoning for what was typed: a number, or people of the phone book, to be called. They are asked for each time and kept
 * nowhere.
 */
export async function phoneCommands(
  client: Client,
  go: (address: string) => void,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  // "Call Müller" and "Müller anrufen" are Müller.
  const name = typed
    .trim()
    .replace(/^(?:anrufen?|ruf|call|phone|dial|wählen?)\s+/iu, '')
    .replace(/\s+(?:anrufen|an|wählen)$/iu, '');
  const call = (number: string): void => {
    const address = dialHref({ number });
    dialIntent.set(address);
    go(address);
  };
  const people =
    name.length < 2
      ? []
      : await client.transport
          .query(phonecallQueries.bookItems, { searchString: name }, { page: 1, limit: MAX_PEOPLE, once: true, signal })
          .then(({ results }) => results)
          .catch(() => []);
  const dial = dialOf(name);
  const command = (id: string, who: string, words: string, number: string): Command => ({
    id,
    icon: 'phone',
    label: { de: `${who} anrufen`, en: `Call ${who}` },
    words: `anrufen telefon call phone ${words}`,
    run: () => call(number),
  });
  return [
    ...(dial === '' ? [] : [command('call number', name, typed, name)]),
    ...people
      .filter((entry) => entry.dial !== '')
      // The palette remembers what was chosen, in the open: never whom.
      .map((entry, index) =>
        command(`call ${index}`, `${entry.name}, ${entry.number}`, `${typed} ${name}`, entry.number),
      ),
    {
      id: 'phone book',
      icon: 'address-book',
      label: { de: 'Telefonbuch', en: 'Phone book' },
      words: 'nummern numbers telefon phone',
      run: () => go(href('PhoneBook')),
    },
    {
      id: 'call note',
      icon: 'phone-plus',
      label: { de: 'Anruf festhalten', en: 'Note a call' },
      words: 'telefonat notieren phone call',
      run: () => go(newCallHref(client.env.newId())),
    },
    ...(client.configuration.get()?.rights.idoList === true
      ? [
          {
            id: 'call note record',
            icon: 'phone-plus',
            label: { de: 'Anruf zu einem Datensatz festhalten', en: 'Note a call about a record' },
            words: 'telefonat notieren kunde phone call customer',
            run: () =>
              pickRecord({
                count: 0,
                about: undefined,
                known: [],
                onPick: (record) => void noteCallAt(client, record, go),
              }),
          } as const,
        ]
      : []),
  ];
}
