import { documentExtras, type DocumentDetail, type DocumentVersion } from '@kontor/contract/document';
import type { RelatedItem } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { Link } from '@kontor/contract/record';
import { fileKind } from '../../platform/files/kinds.ts';
import { toEntryRow, type PageRow } from '../activity/index.ts';
import type { RecordKind } from '../record/index.ts';
import type { DocumentRow, VersionRow } from './store/documents.ts';

const toVersion = (row: VersionRow, names: ReadonlyMap<number, string>): DocumentVersion => ({
  version: row.version,
  filename: row.filename,
  filesize: row.size,
  author: names.get(row.created_by) ?? '',
  timestamp: Math.floor(row.created_at / 1000),
  contentType: row.content_type,
  fileType: fileKind(row.content_type, row.filename),
});

/** A document as its screen shows it to one person. */
export function toDetail(
  document: DocumentRow & { readonly entry: PageRow; readonly box_name: string | null },
  about: {
    readonly userId: number;
    readonly versions: readonly VersionRow[];
    readonly names: ReadonlyMap<number, string>;
    /** Empty for who sees no records. */
    readonly kinds: readonly RecordKind[];
    readonly links: readonly Link[];
    readonly related: readonly RelatedItem[];
    readonly isLocked: boolean;
    readonly mayBeDeleted: boolean;
    readonly changeable: boolean;
  },
): DocumentDetail {
  const entry = toEntryRow(document.entry);
  const category = about.kinds.length === 0 ? { category: '' } : {};
  const extras = documentExtras({ ...entry.extras, ...category, documentMayBeDeleted: about.mayBeDeleted });
  return {
    aggregateId: formatAggregateId({ module: 'document', entryId: document.document_id, userId: about.userId }),
    aggregateVersion: document.edit,
    title: document.title,
    filename: document.filename,
    filesize: document.size,
    contentType: document.content_type,
    fileType: fileKind(document.content_type, document.filename),
    author: document.author,
    postbox: document.box_name ?? '',
    postboxId: document.box_id,
    owner: { userId: document.created_by, fullName: about.names.get(document.created_by) ?? '' },
    buzzwords: document.buzzwords,
    categories: about.kinds
      .filter(({ kindId }) => document.categories.includes(kindId))
      .map(({ kindId, name, color }) => ({ idoInstanceId: kindId, title: name, color })),
    timestamp: entry.timestamp,
    isPasswordLocked: about.isLocked,
    documentMayBeDeleted: about.mayBeDeleted,
    changeable: about.changeable,
    versions: about.versions.map((row) => toVersion(row, about.names)),
    links: [...about.links],
    related: [...about.related],
    entry: { ...entry, extras, userList: entry.userList.map(([id, status]) => [id, status]) },
  };
}
