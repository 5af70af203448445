import type { Client } from '../client/client.ts';
import type { DraftName } from '../client/drafts.ts';
import { laterIn } from '../client/environment.ts';
import { asFailure } from '../client/failure.ts';
import { CoEdit, type CoEditPort, type Kept, type Stored } from './co-edit.ts';

/** What a kind of thing needs to be edited by several. */
export interface CoEditKind<F> extends Pick<CoEditPort<F>, 'merge'> {
  /** What the device's drafts of it are called. */
  readonly kind: string;
  readonly send: (
    client: Client,
    id: string,
    ...sent: Parameters<CoEditPort<F>['send']>
  ) => ReturnType<CoEditPort<F>['send']>;
}

interface Open<F> {
  readonly edit: CoEdit<F>;
  users: number;
}

/** Edits that are open in this page, or not saved yet, by their names. */
const openEdits = new WeakMap<Client, Map<string, Promise<Open<never>>>>();

/** What two that are written alike have in common: documents know addresses of pictures that one page alone has. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  JSON.stringify(a, (name, value: unknown) => (name === 'src' ? undefined : value)) ===
    JSON.stringify(b, (name, value: unknown) => (name === 'src' ? undefined : value));

async function begin<F>(
  client: Client,
  of: CoEditKind<F>,
  id: string,
  stored: Stored<F> | undefined,
): Promise<CoEdit<F> | undefined> {
  const name: DraftName = { kind: of.kind, id };
  const draft = await (await client.drafts()).open<Kept<F>>(name);
  let isKept = draft.value !== undefined;
  const from = stored ?? draft.value?.base;
  if (from === undefined) return undefined;
  return new CoEdit<F>(
    {
      merge: of.merge,
      isSame,
      newId: client.env.newId,
      now: client.env.now,
      later: laterIn(client.env),
      isOffline: (error) => {
        const { kind, status } = asFailure(error);
        return kind === 'offline' || kind === 'aborted' || status === 429 || status >= 500;
      },
      send: (...sent) => of.send(client, id, ...sent),
      keep(kept) {
        if (kept !== undefined) draft.save(kept);
        else if (isKept) void draft.discard();
        isKept = kept !== undefined;
      },
    },
    from,
    draft.value,
  );
}

/**
 * The edit of one thing in this page: the same for all that show it. `stored`: what the server has; left out where only what the device
 * has kept is to be saved. Undefined where there is neither. Whoever opens it lets it go again: it goes on until it is saved.
 */
export async function openEdit<F>(
  client: Client,
  of: CoEditKind<F>,
  id: string,
  stored: Stored<F> | undefined,
): Promise<{ readonly edit: CoEdit<F>; readonly release: () => void } | undefined> {
  const all = openEdits.get(client) ?? new Map<string, Promise<Open<never>>>();
  openEdits.set(client, all);
  const key = `${of.kind} ${id}`;
  const known = all.get(key) as Promise<Open<F>> | undefined;
  const opening =
    known ??
    begin(client, of, id, stored).then((edit) => {
      if (edit === undefined) throw new Error('There is nothing to edit');
      return { edit, users: 0 };
    });
  all.set(key, opening as unknown as Promise<Open<never>>);
  const open = await opening.catch(() => undefined);
  if (open === undefined) {
    all.delete(key);
    return undefined;
  }
  if (known !== undefined && stored !== undefined) open.edit.take(stored);
  open.users += 1;
  const end = (): void => {
    if (open.users > 0 || all.get(key) !== (opening as unknown)) return;
    all.delete(key);
    open.edit.close();
  };
  return {
    edit: open.edit,
    release() {
      open.users -= 1;
      if (open.users > 0) return;
      void open.edit.save().then((isSaved) => {
        if (isSaved) return end();
        // It is tried again by itself until it is through; what the server will not have stays on the device.
        const stop = open.edit.shown.subscribe(() => {
          const { state } = open.edit.shown.get();
          if (state !== 'saved' && state !== 'refused') return;
          stop();
          end();
        });
        return undefined;
      });
    },
  };
}

/** Saves what the device has kept of edits that were left before they were saved. */
export async function saveKept<F>(client: Client, of: CoEditKind<F>): Promise<void> {
  const kept = await (await client.drafts()).list();
  for (const { kind, id } of kept) if (kind === of.kind) (await openEdit(client, of, id, undefined))?.release();
}
