import { createInstance, readInstances, readPeople, removeInstance } from '../modules/account/index.ts';
import { countItems } from '../modules/activity/index.ts';
import type { Instance } from '../platform/operation/context.ts';
import type { Io } from './io.ts';
import { findInstance } from './lookup.ts';
import { confirm, show, type Shown, table } from './show.ts';
import { type Work, withWork } from './work.ts';

const countPeople = async ({ store }: Work, { id }: Instance) =>
  (await readPeople(store.database.forInstance(id), id)).filter((person) => person.is_active).length;

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export async function create(io: Io, name: string, options: Shown & { readonly title?: string }): Promise<void> {
  await withWork(
    io,
    async ({ store, change }) => {
      const id = await createInstance(store.database.owner, { name, title: options.title ?? name });
      const instance = { id, name: name.toLowerCase(), title: options.title ?? name };
      await change({ ...instance, settings: {} }, async () => {});
      const next = `Add people with: kontor person add ${instance.name} <user name>`;
      show(io, options, instance, () => `The instance "${instance.name}" was created. ${next}`);
    },
    { mayBegin: true },
  );
}

export async function listAll(io: Io, options: Shown): Promise<void> {
  await withWork(io, async (work) => {
    const instances = await readInstances(work.store.database.owner);
    const rows: { id: number; name: string; title: string; people: number }[] = [];
    for (const it of instances) {
      rows.push({ id: it.id, name: it.name, title: it.title, people: await countPeople(work, it) });
    }
    show(io, options, rows, () =>
      rows.length === 0
        ? 'There is no instance yet.'
        : table(
            [
              ['Instance', (row) => row.name],
              ['Title', (row) => row.title],
              ['People', (row) => row.people, 'right'],
            ],
            rows,
          ),
    );
  });
}

export async function remove(io: Io, name: string, options: Shown & { readonly yes?: boolean }): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, name);
    const people = plural(await countPeople(work, instance), 'person', 'people');
    const items = await countItems(work.store.database.forInstance(instance.id), instance.id);
    const what = `${people} and ${plural(items, 'item', 'items')}`;
    if (!(await confirm(io, `Remove "${instance.name}" with ${what} for good?`, options))) return;
    const audit = await removeInstance(work.platform, work.change, instance);
    const answer = { id: instance.id, name: instance.name, removed: true, audit };
    const log = `Its audit log had ${plural(audit.entries, 'entry', 'entries')}; the last hash was ${audit.lastHash}.`;
    show(io, options, answer, () => `The instance "${instance.name}" was removed with ${what}.\n${log}`);
  });
}
