import { STATES } from '@kontor/contract/activity';
import { findBoxByName, findUserByName, insertBox } from '../modules/account/index.ts';
import { fileAt, type TakenFile } from '../modules/document/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { Change } from '../platform/operation/change.ts';
import type { Instance, Platform } from '../platform/operation/context.ts';
import { BOXES, DOCUMENTS, type DemoBox, type DemoDocument } from './documents.ts';

const DAY_MS = 86_400_000;

/** Files the demo's documents, all of them or none. They are done with: nothing of them stands in the open lists. */
export async function fillDocuments(
  { blobs }: Pick<Platform, 'blobs'>,
  change: Change,
  instance: Instance,
  since: Date,
): Promise<void> {
  const files = new Map<DemoDocument, TakenFile>();
  for (const document of DOCUMENTS) {
    const { name: filename, type, make } = document.file;
    const bytes = make(timeOf(document, since));
    const blob_hash = await blobs.put(instance.id, bytes);
    files.set(document, { filename, size: bytes.length, content_type: type, blob_hash, attachment_id: null });
  }
  await change(instance, async (ctx) => {
    const { db } = ctx;
    const [first] = Object.keys(BOXES);
    if ((await findBoxByName(db, instance.id, 'document', first ?? '')) !== undefined) return;
    const boxes = await makeBoxes(db, instance.id);
    for (const [document, file] of [...files].toReversed()) {
      const author = await findUserByName(db, instance.id, document.by);
      if (author === undefined) continue;
      const { title, keywords } = document;
      const filing = { title, keywords, box: boxes.get(document.box) ?? 0, state: 'ready' } as const;
      const at = timeOf(document, since).getTime();
      await fileAt(ctx, author.user_id, file, filing, { at, forOthers: STATES.ready });
    }
  });
}

const timeOf = ({ age }: DemoDocument, since: Date): Date => new Date(since.getTime() - age * DAY_MS);

async function makeBoxes(db: Db, instanceId: number): Promise<ReadonlyMap<DemoBox, number>> {
  const boxes = new Map<DemoBox, number>();
  for (const [name, people] of Object.entries(BOXES) as [DemoBox, readonly string[]][]) {
    const members = await Promise.all(people.map((one) => findUserByName(db, instanceId, one)));
    const memberIds = members.flatMap((one) => (one === undefined ? [] : [one.user_id]));
    boxes.set(name, await insertBox(db, instanceId, { module: 'document', name, sharedState: true, memberIds }));
  }
  return boxes;
}
