import { {{name}}Commands, {{name}}Queries, type {{Name}}Detail, type {{Name}}Fields } from '@kontor/contract/{{name}}';
import type { Stored } from '../../editor/co-edit.ts';
import { docOfHtml, type WrittenNode } from '../../editor/index.ts';
import { writtenEdits } from '../../editor/written-edits.ts';

/** What of one is edited. */
export interface {{Name}} extends Omit<{{Name}}Fields, 'content'> {
  readonly doc: WrittenNode;
}

type Standing = {{Name}}Fields & Pick<{{Name}}Detail, 'aggregateVersion'>;

/** What the server says of one, as it is edited here. */
export const {{name}}Of = async ({ aggregateVersion, title, content, alarm }: Standing): Promise<Stored<{{Name}}>> => ({
  version: aggregateVersion,
  fields: { title, doc: await docOfHtml(content), alarm },
});

/** How they are edited by several, or by one on several devices. */
export const {{NAME}}S = writtenEdits<{{Name}}, Standing>({
  kind: '{{name}}',
  details: {{name}}Queries.details,
  save: {{name}}Commands.save,
  conflict: '{{NAME}}_CONFLICT',
  read: {{name}}Of,
});
