import { {{name}}Contract, {{name}}Extras } from '@kontor/contract/{{name}}';
import { cleanNote } from '../../platform/html/index.ts';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemModule, ItemKindHooks, ListReader } from '../activity/index.ts';
import { holdAlarms } from '../alarm/index.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers } from './queries.ts';
import { read{{Name}}s } from './store.ts';

/** {{en.many}}. */
export function {{name}}Module({ list }: { readonly list: ListReader }): ItemModule {
  const itemKind: ItemKindHooks = {
    module: '{{name}}',
    extras: (stored) => ({ ...{{name}}Extras(stored) }),
    async mayRemove({ db, instance }, userId, ids) {
      const rows = await read{{Name}}s(db, instance.id, ids);
      return new Set(rows.flatMap((row) => (row.created_by === userId ? [row.{{name}}_id] : [])));
    },
    async foundTexts({ db, instance }, ids) {
      const rows = await read{{Name}}s(db, instance.id, ids);
      return new Map(
        rows.map((row) => [row.{{name}}_id, { people: [], attachments: [], body: cleanNote(row.content).text }]),
      );
    },
    onChanged: holdAlarms,
  };
  return {
    ...bindContract({{name}}Contract, {
      queries: queryHandlers(list),
      commands: commandHandlers,
    }),
    jobs: {},
    itemKinds: [itemKind],
  };
}
