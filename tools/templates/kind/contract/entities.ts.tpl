import * as v from 'valibot';
import { InstantSchema, text, titleText } from '../../kernel/index.ts';
import { EntryRowSchema, RelatedItemSchema } from '../activity/index.ts';
import { LinkSchema } from '../record/index.ts';

export const MAX_{{NAME}}_TITLE = 300;
/** UTF-16 units of its HTML. */
export const MAX_{{NAME}}_CONTENT = 1_000_000;

/** Fields in `extras` of its list entry. */
export interface {{Name}}Extras {
  readonly hasAlarm: boolean;
  /** How its text begins. */
  readonly preview: string;
}

/** Extras of one of which only what was stored is known. */
export const {{name}}Extras = (stored: Partial<{{Name}}Extras>): {{Name}}Extras => ({
  hasAlarm: false,
  preview: '',
  ...stored,
});

/** What can be written of it. */
export const {{Name}}FieldsSchema = {
  title: v.pipe(titleText(MAX_{{NAME}}_TITLE), v.trim()),
  /** HTML as notes may have it. */
  content: text(MAX_{{NAME}}_CONTENT),
  /** When its author is called to it; null for never. */
  alarm: v.nullable(InstantSchema),
};
const FieldsSchema = v.object({{Name}}FieldsSchema);
export type {{Name}}Fields = v.InferOutput<typeof FieldsSchema>;

/** One as its screen shows it. */
export const {{Name}}DetailSchema = v.object({
  aggregateId: v.string(),
  /** The number that an edit names, so that two who edit at once do not undo each other. */
  aggregateVersion: v.number(),
  title: v.string(),
  content: v.string(),
  alarm: v.nullable(v.string()),
  /** Whether the person may write in it. */
  changeable: v.boolean(),
  links: v.array(LinkSchema),
  related: v.array(RelatedItemSchema),
  entry: EntryRowSchema,
});
export type {{Name}}Detail = v.InferOutput<typeof {{Name}}DetailSchema>;
