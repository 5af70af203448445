import type { CommandDefinition, QueryDefinition, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { asFailure } from '../client/failure.ts';
import type { Stored } from './co-edit.ts';
import type { WrittenNode } from './document.ts';
import { mergerOf } from './merge-edit.ts';
import { htmlOfDoc, textOfDoc } from './note/html.ts';
import type { CoEditKind } from './open-edits.ts';

/** What of every item is edited that is written in its place. */
export interface WrittenFields {
  readonly title: string;
  readonly doc: WrittenNode;
}

/** How a kind of written items is asked for and saved. */
export interface WrittenEdits<F extends WrittenFields, S> {
  /** What the device's drafts of it are called. */
  readonly kind: string;
  readonly details: QueryDefinition<string, v.GenericSchema<{ aggregateId: string }, unknown>>;
  /** Takes all fields at once, with the version that the edit began from. */
  readonly save: CommandDefinition<string, Schema, v.GenericSchema<unknown, { aggregateVersion: number }>>;
  /** Code of the problem that says that somebody else has saved meanwhile; its data is what stands there now. */
  readonly conflict: string;
  /** What stands there, as it is edited here. */
  readonly read: (standing: S) => Promise<Stored<F>>;
  /** What is sent of the fields beside title and text; absent: all of them as they are. */
  readonly send?: (fields: Omit<F, 'title' | 'doc'>, isTyping: boolean) => object;
  /** Fields that are sets. */
  readonly sets?: readonly (keyof F & string)[];
}

/** How items of a kind are edited by several, or by one on several devices. `S`: what stands there where others have saved. */
export const writtenEdits = <F extends WrittenFields, S>({
  kind,
  details,
  save,
  conflict,
  read,
  send = (fields) => fields,
  sets = [],
}: WrittenEdits<F, S>): CoEditKind<F> => ({
  kind,
  merge: mergerOf<F>({ texts: ['doc'], lines: ['title'], sets }),
  ask: (client, aggregateId) => client.transport.query(details, { aggregateId }, { once: true }),
  textOf: ({ title, doc }) => `${title}\n\n${textOfDoc(doc)}`,
  async send(client, aggregateId, { version, fields }, isTyping, id) {
    const { title, doc, ...rest } = fields;
    const written = { title: title.trim(), content: htmlOfDoc(doc) };
    const params = { aggregateId, aggregateVersion: version, ...send(rest, isTyping), ...written };
    try {
      const { aggregateVersion } = await client.transport.command(save, params, id, { once: true });
      return { version: aggregateVersion };
    } catch (error) {
      const { code, problem } = asFailure(error);
      if (code !== conflict || problem?.data === undefined) throw error;
      return { standing: await read(problem.data as S) };
    }
  },
});
