import type * as v from 'valibot';
import { expect, test } from 'vitest';
import { ALL_COMMANDS, ALL_EVENTS, ALL_PROBLEMS, ALL_QUERIES } from './all.ts';
import type { CommandDefinition, QueryDefinition, Schema } from './kernel/index.ts';

/** Names of a schema's fields, with a question mark where one may be left out. */
function fieldsOf(schema: Schema): string {
  const { entries } = schema as unknown as { entries?: Record<string, v.GenericSchema> };
  if (entries === undefined) return '';
  return Object.entries(entries)
    .map(([name, field]) => (field.type === 'optional' ? `${name}?` : name))
    .join(', ');
}

const json = (value: unknown): string => `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``;

const row = (definition: QueryDefinition | CommandDefinition): string => {
  const notes =
    definition.kind === 'query'
      ? [definition.list && 'list', definition.bytes && 'bytes', definition.cost !== 'normal' && definition.cost]
          .filter(Boolean)
          .join(', ')
      : definition.proof
        ? 'proof'
        : '';
  const cells = [
    `\`${definition.name}\``,
    fieldsOf(definition.params),
    definition.errors.join(', '),
    notes,
    json(definition.example.params),
  ];
  return `| ${cells.join(' | ')} |`;
};

const table = (head: readonly string[], rows: readonly string[]): string =>
  [`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...rows].join('\n');

const page = `# All operations

Made from the contract by \`contract/src/operations.test.ts\`; \`npx vitest run --project unit contract/src/operations.test.ts -u\` writes it anew.
Every operation may also answer with the kernel's codes. A \`transient\` event is stored nowhere. \`proof\`: with PROOF_NEEDED, where the session has not proven within five minutes whose it is.

## Queries
${table(['name', 'parameters', 'errors', 'kind', 'example'], [...ALL_QUERIES.values()].map(row))}

## Commands
${table(['name', 'parameters', 'errors', 'kind', 'example'], [...ALL_COMMANDS.values()].map(row))}

## Events
${table(
  ['type', 'payload', 'kind'],
  ALL_EVENTS.map(
    (event) => `| \`${event.type}\` | ${fieldsOf(event.payload)} | ${event.transient ? 'transient' : ''} |`,
  ),
)}

## Problem codes
${table(
  ['code', 'status'],
  Object.entries(ALL_PROBLEMS).map(([code, status]) => `| ${code} | ${status} |`),
)}
`;

test('docs/operations.md lists what there is', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/operations.md');
});
