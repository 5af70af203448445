import type { Client } from '../client/client.ts';
import type { DraftName } from '../client/drafts.ts';
import { laterIn } from '../client/environment.ts';
import { asFailure } from '../client/failure.ts';
import { CoEdit, type CoEditPort, type Kept, type Stored } from './co-edit.ts';
import { own } from './own.ts';

/** What a kind of thing needs to be edited by several. */
export interface CoEditKind<F> extends Pick<CoEditPort<F>, 'merge'> {
  /** What the device's drafts of it are called. */
  readonly kind: string;
  readonly send: (
    client: Client,
    id: string,
    ...sent: Parameters<CoEditPort<F>['send']>
  ) => ReturnType<CoEditPort<F>['send']>;
  /** Asks for it. Fails as a query does where the person does not see it any more. */
  readonly ask: (client: Client, id: string) => Promise<unknown>;
  /** What is written in it, to be read and copied. */
  readonly textOf: (fields: F) => string;
}

interface Begun<F> {
  readonly edit: CoEdit<F>;
  /** Other pages may have what the device keeps of it. */
  readonly leave: () => void;
}

interface Open<F> extends Begun<F> {
  users: number;
}

/** What is written here while another page has what the device keeps of the same is kept beside it. */
const asideOf = (id: string, own: string): string => `${id}/${own}`;
/** What it is about. */
const itemOf = (id: string): string => id.split('/')[0] ?? id;

const keyOf = ({ kind }: { readonly kind: string }, id: string): string => `${kind} ${id}`;

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
): Promise<Begun<F> | undefined> {
  const take = (name: DraftName) => own(`kontor-edit:${client.key}:${name.kind} ${name.id}`);
  let name: DraftName = { kind: of.kind, id };
  let leave = await take(name);
  if (leave === undefined) {
    if (stored === undefined) return undefined;
    name = { kind: of.kind, id: asideOf(id, client.env.newId()) };
    leave = await take(name);
  }
  const draft = await (await client.drafts()).open<Kept<F>>(name);
  let isKept = draft.value !== undefined;
  const from = stored ?? draft.value?.base;
  if (from === undefined) {
    leave?.();
    return undefined;
  }
  const edit = new CoEdit<F>(
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
      send: (...sent) => of.send(client, itemOf(id), ...sent),
      keep(kept) {
        if (kept !== undefined) draft.save(kept);
        else if (isKept) void draft.discard();
        isKept = kept !== undefined;
      },
    },
    from,
    draft.value,
  );
  return { edit, leave: () => leave?.() };
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
  const key = keyOf(of, id);
  const known = all.get(key) as Promise<Open<F>> | undefined;
  const opening =
    known ??
    begin(client, of, id, stored).then((begun) => {
      if (begun === undefined) throw new Error('There is nothing to edit');
      return { ...begun, users: 0 };
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
    // What is still to be written to the device is this page's.
    void client
      .drafts()
      .then((drafts) => drafts.flush())
      .finally(open.leave);
  };
  return {
    edit: open.edit,
    release() {
      open.users -= 1;
      if (open.users > 0) return;
      void open.edit.save().then((isSaved) => {
        if (isSaved || open.edit.shown.get().state === 'refused') return end();
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

/** What was written of something that is not there any more. */
export interface LostEdit {
  readonly text: string;
  /** It was seen: the device keeps it no more. */
  readonly giveUp: () => void;
}

/** The server has said that there is nothing to save it in: not only that something named in it is missing. */
async function isGone<F>(client: Client, of: CoEditKind<F>, id: string, error: unknown): Promise<boolean> {
  if (asFailure(error).code !== 'NOT_FOUND') return false;
  return of.ask(client, itemOf(id)).then(
    () => false,
    (reason: unknown) => asFailure(reason).code === 'NOT_FOUND',
  );
}

/**
 * Saves what the device has kept of edits that were left before they were saved, but for those that this page or another has open. Answers
 * what cannot be saved by anybody any more; it is kept, and no other page has it, until it is given up.
 */
export async function saveKept<F>(client: Client, of: CoEditKind<F>): Promise<readonly LostEdit[]> {
  const lost: LostEdit[] = [];
  for (const { kind, id } of await (await client.drafts()).list()) {
    if (kind !== of.kind || openEdits.get(client)?.has(keyOf(of, id)) === true) continue;
    const open = await openEdit(client, of, id, undefined);
    if (open === undefined) continue;
    const { edit, release } = open;
    if ((await edit.save()) || !(await isGone(client, of, id, edit.shown.get().error))) {
      release();
      continue;
    }
    const giveUp = (): void => {
      edit.giveUp();
      release();
    };
    const text = of.textOf(edit.shown.get().fields).trim();
    if (text === '') giveUp();
    else lost.push({ text, giveUp });
  }
  return lost;
}
