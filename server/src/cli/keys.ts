import { readInstances } from '../modules/account/index.ts';
import { type Key, newKey, writeKeys } from '../platform/crypto/key-file.ts';
import { countSealedJobs } from '../platform/jobs/sealed-jobs.ts';
import { countByKey, rotateSecrets } from '../platform/crypto/rotate.ts';
import { STORED } from '../stored.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { dateTime, show, type Shown, table } from './show.ts';
import { type Work, withWork } from './work.ts';

/** Any constant of ours: one rotation at a time. */
const ROTATION_LOCK = 7_340_031;
/** Pages and tickets under way bear signatures of the key before; so long they stay good. */
const OVERLAP_MS = 60 * 60_000;

/** Keeps rotations apart, however many command lines are at it. */
async function alone<T>({ store }: Work, work: () => Promise<T>): Promise<T> {
  const client = await store.database.ownerPool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      ROTATION_LOCK,
    ]);
    if (rows[0]?.taken !== true) throw new CliError('Keys are being changed by another command at this moment.');
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ROTATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

async function survey({ store, platform }: Work) {
  const ids = (await readInstances(store.database.owner)).map(({ id }) => id);
  const values = new Map(await countByKey(store.database, STORED, ids));
  const keys = platform.secrets.keys();
  // What waits as work cannot be sealed anew, and is done within the hour.
  const waiting = await countSealedJobs(store.database, keys);
  const missing = [...values].filter(([id]) => !keys.some((key) => key.id === id));
  return { ids, values, waiting, keys, missing };
}

const plural = (count: number) => `${count} stored ${count === 1 ? 'secret' : 'secrets'}`;

export async function listKeys(io: Io, options: Shown): Promise<void> {
  await withWork(io, async (work) => {
    const { keys, values, missing } = await survey(work);
    const shown = [
      ...keys.map((key, at) => ({
        id: key.id,
        state: at === 0 ? 'in use' : 'old',
        madeAt: key.madeAt?.toISOString() ?? null,
        secrets: values.get(key.id) ?? 0,
      })),
      ...missing.map(([id, secrets]) => ({ id, state: 'missing', madeAt: null, secrets })),
    ];
    show(io, options, shown, () =>
      table(
        [
          ['Key', (key) => key.id],
          ['State', (key) => key.state],
          ['Made', (key) => (key.madeAt === null ? 'unknown' : dateTime(new Date(key.madeAt)))],
          ['Stored secrets', (key) => key.secrets, 'right'],
        ],
        shown,
      ),
    );
  });
}

export async function rotate(io: Io, options: Shown): Promise<void> {
  await withWork(io, (work) =>
    alone(work, async () => {
      const { config, store, platform } = work;
      const { ids, values, keys } = await survey(work);
      const [active, ...older] = keys;
      // What an earlier rotation left behind is finished before another key is made.
      const isUnfinished = older.some(({ id }) => values.has(id));
      if (!isUnfinished) await writeKeys(config.keyFile, [newKey(new Date(platform.now())), ...keys]);
      const { database } = store;
      const { secrets } = platform;
      const result = await rotateSecrets({ database, secrets, stored: STORED, instanceIds: ids, signal: io.stop });
      const keyId = secrets.keys()[0]?.id ?? '';
      const answer = {
        keyId,
        finishedEarlier: isUnfinished,
        ...result,
        old: secrets
          .keys()
          .slice(1)
          .map(({ id }) => id),
      };
      show(io, options, answer, () =>
        [
          isUnfinished
            ? `The rotation to the key ${active?.id ?? ''} that was begun earlier is finished: ${plural(result.changed)} sealed anew.`
            : `The key ${keyId} is in use: ${plural(result.changed)} sealed anew.`,
          ...(result.unreadable === 0
            ? []
            : [`Sealed with a key that is not in the file, and left as they are: ${plural(result.unreadable)}.`]),
          'Save the key file apart from the backups, and keep the file of before for as long as backups of before.',
          'In an hour, `kontor keys retire` takes the old key out of the file.',
        ].join('\n'),
      );
    }),
  );
}

export async function retire(io: Io, options: Shown & { readonly now?: boolean }): Promise<void> {
  await withWork(io, (work) =>
    alone(work, async () => {
      const { keys, values, waiting } = await survey(work);
      const [active, ...older] = keys as readonly [Key, ...Key[]];
      const used = older.find(({ id }) => values.has(id));
      if (used !== undefined)
        throw new CliError(
          `The key ${used.id} still seals ${plural(values.get(used.id) ?? 0)}. Run \`kontor keys rotate\` first.`,
        );
      const awaited = older.find(({ id }) => waiting.has(id));
      if (awaited !== undefined)
        throw new CliError(
          `The key ${awaited.id} still seals ${plural(waiting.get(awaited.id) ?? 0)} of work that waits. Try again when it is done.`,
        );
      const age = work.platform.now() - (active.madeAt?.getTime() ?? 0);
      if (older.length > 0 && age < OVERLAP_MS && !options.now)
        throw new CliError(
          `The key ${active.id} is younger than an hour, and open pages still bear signatures of the one before. Wait, or use --now.`,
        );
      if (older.length > 0) await writeKeys(work.config.keyFile, [active]);
      const answer = { keyId: active.id, retired: older.map(({ id }) => id) };
      show(io, options, answer, () =>
        older.length === 0
          ? 'There is no old key in the file.'
          : `Taken out of the key file: ${answer.retired.join(', ')}. Backups of before need the key file of before.`,
      );
    }),
  );
}
