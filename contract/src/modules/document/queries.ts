import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineQuery,
  formatAggregateId,
  itemKey,
} from '../../kernel/index.ts';
import { FilterBoxSchema, FilterUserSchema, GROUPS_KEY } from '../account/index.ts';
import { exampleRow, itemsQuery, listKey } from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import {
  BoxIdSchema,
  DocumentBoxSchema,
  DocumentDetailSchema,
  documentExtras,
  exampleDocumentRow,
  type DocumentVersion,
} from './entities.ts';

const exampleId = formatAggregateId({ module: 'document', entryId: 17, userId: 1 });
const version = v.optional(v.nullable(IdSchema), null);
/** Of a document, its newest version where none is named. */
const byVersion = v.strictObject({ aggregateId: AggregateIdSchema, version });
const BOXES_KEY = 'boxes:document';

const exampleVersion: DocumentVersion = {
  version: 2,
  filename: 'Rahmenvertrag.pdf',
  filesize: 18_231,
  author: 'Anna Berger',
  timestamp: 1_795_219_200,
  contentType: 'application/pdf',
  fileType: 'pdf',
};

/** Documents that the person sees, filtered. */
export const items = itemsQuery('document.items', 'document', documentExtras({ format: 'pdf' }));

/** The boxes that the person belongs to, and the people and groups who see documents. */
export const boxes = defineQuery({
  name: 'document.boxes',
  params: NothingSchema,
  result: v.object({ boxes: v.array(FilterBoxSchema), users: v.array(FilterUserSchema) }),
  refreshOn: () => [BOXES_KEY, 'people', GROUPS_KEY],
  example: { params: {}, result: { boxes: [{ boxId: 5, isVirtual: false, name: 'Verträge' }], users: [] } },
});

/** Where the person files by default: where they did last, else the first of their boxes, else for themselves alone. */
export const standardBox = defineQuery({
  name: 'document.standardBox',
  params: NothingSchema,
  result: v.object({ boxId: BoxIdSchema }),
  refreshOn: () => [BOXES_KEY, listKey('document')],
  example: { params: {}, result: { boxId: 5 } },
});

export const details = defineQuery({
  name: 'document.details',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: DocumentDetailSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY],
  example: {
    params: { aggregateId: exampleId },
    result: {
      aggregateId: exampleId,
      aggregateVersion: 3,
      title: 'Rahmenvertrag 2027',
      filename: exampleVersion.filename,
      filesize: exampleVersion.filesize,
      contentType: exampleVersion.contentType,
      fileType: exampleVersion.fileType,
      author: exampleVersion.author,
      postbox: 'Verträge',
      postboxId: 5,
      owner: { userId: 1, fullName: 'Anna Berger' },
      buzzwords: 'Werft, Wartung',
      categories: [{ idoInstanceId: 1, title: 'Kunden', color: '#2f6f4f' }],
      timestamp: exampleVersion.timestamp,
      isPasswordLocked: false,
      documentMayBeDeleted: true,
      changeable: true,
      versions: [exampleVersion, { ...exampleVersion, version: 1 }],
      links: [],
      related: [],
      entry: { ...exampleDocumentRow(exampleRow), userList: [[1, 1]] },
    },
  },
});

/** A version to be looked at: a picture made anew, a PDF, or text. Office files come as PDF where the server has LibreOffice. */
export const preview = defineQuery({
  name: 'document.preview',
  cost: 'heavy',
  params: byVersion,
  result: v.unknown(),
  bytes: true,
  errors: ['NOT_FOUND', 'PREVIEW_NOT_AVAILABLE'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId, version: 1 }, result: null },
});

/** A version as it was brought. */
export const content = defineQuery({
  name: 'document.content',
  params: byVersion,
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId }, result: null },
});

/** All boxes of the instance, with their people; for administrators. */
export const boxSettings = defineQuery({
  name: 'document.boxSettings',
  params: NothingSchema,
  result: v.array(DocumentBoxSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [BOXES_KEY, 'people'],
  example: {
    params: {},
    result: [{ boxId: 5, name: 'Verträge', members: [{ userId: 1, fullName: 'Anna Berger' }], documents: 12 }],
  },
});

export const queries = { items, boxes, standardBox, details, preview, content, boxSettings } as const;
