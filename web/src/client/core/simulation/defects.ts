import { activityEvents } from '@kontor/contract/activity';
import type { QueuedCommand, QueueStorage } from '../command.ts';
import { createStaleLists } from '../stale-lists.ts';
import { EntityStore } from '../entity-store.ts';
import { ListStore } from '../list-store.ts';
import type { SendFailure } from '../outcome.ts';
import { CommandQueue } from '../queue.ts';
import type { QueueMessage } from '../queue-events.ts';
import type { Replica, ReplicaDeps } from '../replica.ts';
import type { Invariant } from './check.ts';
import type { Assembly, Page } from './page.ts';
import { SOUND } from './run.ts';
import { problem } from './server.ts';

/** A mistake that somebody could make, put in place of a sound part when a run is put together. */
export interface Defect {
  readonly name: string;
  /** The test that it turns red. */
  readonly red: Invariant;
  readonly assembly: Assembly;
}

const ONCE = 'each command takes effect once';
const LOST = 'nothing is lost but what was discarded';
const ORDER = 'an item’s commands take effect in their order';
const PERSON = 'nobody’s commands are sent as somebody else';
const REST = 'after rest nothing is under way';
const AGREE = 'all pages and the storage agree';
const VIEWS = 'after rest every view equals a fresh answer';
const SHOWN = 'what was said to be done stays done on the screen';
const LISTED = 'what waits and is done is listed';
const REFUSED = 'what is refused was refused by the server, and took no effect';

const defect = (name: string, red: Invariant, part: Partial<Assembly>): Defect => ({
  name,
  red,
  assembly: { ...SOUND, ...part },
});

/** What a page is given of the world, changed. */
const given = (change: (world: ReplicaDeps, page: Page) => Partial<ReplicaDeps>): Partial<Assembly> => ({
  world: (world, page) => ({ ...world, ...change(world, page) }),
});
const storage = (change: (sound: QueueStorage) => Partial<QueueStorage>): Partial<Assembly> =>
  given((world) => ({ storage: { ...world.storage, ...change(world.storage) } }));
const sending = (change: (world: ReplicaDeps, command: QueuedCommand) => Promise<unknown>): Partial<Assembly> =>
  given((world) => ({ send: (command) => change(world, command) }));
/** A failure of a request taken for something else. */
const mistaking = (isMeant: (failure: SendFailure) => boolean, instead: SendFailure | undefined): Partial<Assembly> =>
  sending((world, command) =>
    world.send(command).catch((failure: SendFailure) => {
      if (!isMeant(failure)) throw failure;
      if (instead !== undefined) throw instead;
      return {};
    }),
  );
/** What a page says to the others, changed; undefined says nothing. */
const saying = (change: (message: QueueMessage) => QueueMessage | undefined): Partial<Assembly> =>
  given((world) => ({
    post: (message) => {
      const said = change(message);
      if (said !== undefined) world.post(said);
    },
  }));
const part = (change: Partial<Assembly['parts']>): Partial<Assembly> => ({ parts: { ...SOUND.parts, ...change } });
const stores = (Store: typeof EntityStore): Partial<Assembly> => part({ store: () => new Store() });
const listing = (Lists: typeof ListStore): Partial<Assembly> => part({ lists: (store) => new Lists(store) });
const queues = (Queue: typeof CommandQueue): Partial<Assembly> =>
  part({ queue: (world, events) => new Queue(world, events) });
const onlyDone = (message: QueueMessage): boolean =>
  message.kind === 'commands' && message.commands.every(({ state }) => state === 'done');

let heard = 0;

export const DEFECTS: readonly Defect[] = [
  defect(
    'every try has a process id of its own',
    ONCE,
    sending((world, command) => world.send({ ...command, processId: `${command.processId}/${command.attempts}` })),
  ),
  defect(
    'silence is taken for an answer',
    LOST,
    mistaking(({ kind }) => kind === 'offline', undefined),
  ),
  defect(
    'a refusal is taken for done',
    LOST,
    mistaking(({ status }) => status === 403, undefined),
  ),
  defect(
    'silence is taken for a refusal',
    REFUSED,
    mistaking(({ kind }) => kind === 'offline', problem(404, 'NOT_FOUND')),
  ),
  defect(
    'a page of a proxy is taken for a refusal',
    REFUSED,
    mistaking(({ status }) => status === 502, problem(403, 'RIGHT_MISSING')),
  ),
  defect(
    'not being ready is taken for a refusal',
    REFUSED,
    mistaking(({ status }) => status === 503, problem(422, 'PARAMETERS_INVALID')),
  ),
  defect(
    'everything seems too old',
    REFUSED,
    given((world) => ({ now: () => world.now() + (world.random() > 0.5 ? 9e9 : 0) })),
  ),
  defect(
    'commands are not stored',
    LOST,
    storage(() => {
      let last = 0;
      return { add: async (commands) => commands.map(() => (last += 1)) };
    }),
  ),
  defect(
    'a storage that refuses is not noticed',
    LOST,
    storage((sound) => ({ add: (commands) => sound.add(commands).catch(() => commands.map(() => 0)) })),
  ),
  defect(
    'every page counts for itself',
    ORDER,
    storage((sound) => {
      const own = new Map<string, number>();
      const orderOf = ({ processId, order }: QueuedCommand): number => own.get(processId) ?? order % 7;
      return {
        add: async (commands) => {
          await sound.add(commands);
          return commands.map(({ processId }) => {
            own.set(processId, own.size + 1);
            return own.size;
          });
        },
        load: async () => (await sound.load()).map((command) => ({ ...command, order: orderOf(command) })),
      };
    }),
  ),
  defect(
    'the clock of the device gives the order',
    ORDER,
    storage((sound) => ({
      add: async (commands) => {
        await sound.add(commands);
        return commands.map(({ createdAt }) => createdAt);
      },
      load: async () => (await sound.load()).map((command) => ({ ...command, order: command.createdAt })),
    })),
  ),
  defect(
    'what became of a command is not written',
    REST,
    storage(() => ({ update: async () => true })),
  ),
  defect(
    'what is discarded stays in the storage',
    AGREE,
    storage(() => ({ remove: async () => undefined })),
  ),
  defect(
    'pages do not speak to each other',
    REST,
    saying(() => undefined),
  ),
  defect(
    'nobody is told what is done',
    REST,
    saying((message) => (onlyDone(message) ? undefined : message)),
  ),
  defect(
    'nobody is told what is discarded',
    AGREE,
    saying((message) => (message.kind === 'discarded' ? undefined : message)),
  ),
  defect('every third message is not heard', REST, {
    hear: (replica, message) => {
      heard += 1;
      if (heard % 3 !== 0) replica.queue.hear(message);
    },
  }),
  defect('news are not told from old news', AGREE, {
    hear: (replica, message) =>
      replica.queue.hear(
        message.kind === 'commands'
          ? { ...message, commands: message.commands.map((command) => ({ ...command, revision: 0 })) }
          : message,
      ),
  }),
  defect(
    'a page that opens or wakes does not look into the storage',
    LOST,
    queues(
      class extends CommandQueue {
        override refresh(): Promise<void> {
          return Promise.resolve();
        }
      },
    ),
  ),
  defect(
    'commands about one item do not wait for each other',
    ORDER,
    queues(
      class extends CommandQueue {
        override add(command: Parameters<CommandQueue['add']>[0]): Promise<QueuedCommand> {
          return super.add({ ...command, keys: [] });
        }
      },
    ),
  ),
  defect(
    'it is sent whoever is signed in',
    PERSON,
    queues(
      class extends CommandQueue {
        override hold(): void {
          super.hold(false);
        }
      },
    ),
  ),
  defect(
    'nobody tries again when the network is back',
    REST,
    queues(
      class extends CommandQueue {
        override wake(): void {
          // Nothing: this is the defect.
        }
      },
    ),
  ),
  defect(
    'what is done is not listed',
    LISTED,
    queues(
      class extends CommandQueue {
        override done(): readonly QueuedCommand[] {
          return [];
        }
      },
    ),
  ),
  defect(
    'what is done is taken back until the server says it too',
    SHOWN,
    stores(
      class extends EntityStore {
        override fold(processId: string): void {
          this.lift(processId);
        }
      },
    ),
  ),
  defect(
    'what is refused stays on the screen',
    REST,
    stores(
      class extends EntityStore {
        override lift(): void {
          // Nothing: this is the defect.
        }
      },
    ),
  ),
  defect(
    'every answer counts as the newest',
    SHOWN,
    stores(
      class extends EntityStore {
        override put(rows: Parameters<EntityStore['put']>[0]): void {
          super.put(rows, Infinity);
        }
      },
    ),
  ),
  defect(
    'of an event only the version is taken',
    VIEWS,
    stores(
      class extends EntityStore {
        override report(...[changes, own]: Parameters<EntityStore['report']>): void {
          super.report(
            changes.map(({ key, aggregateVersion }) => ({ key, aggregateVersion })),
            own,
          );
        }
      },
    ),
  ),
  defect('events are not heard', VIEWS, { receive: () => undefined }),
  defect(
    'events of colleagues reload nothing',
    VIEWS,
    given(() => ({ touch: () => undefined })),
  ),
  defect('what is new is no reason to reload', VIEWS, {
    receive: (replica: Replica, event) => {
      if (event.type !== activityEvents.activityAdded.type) replica.receive(event);
    },
  }),
  defect(
    'no answer is doubted',
    VIEWS,
    part({
      staleLists: (world) => ({ ...createStaleLists(world), judge: () => false, raise: () => undefined }),
    }),
  ),
  defect(
    'what is doubted is not asked again',
    VIEWS,
    given(() => ({ reload: () => undefined })),
  ),
  defect(
    'lists never doubt what they were not given',
    VIEWS,
    listing(
      class extends ListStore {
        override unsureAbout(): string[] {
          return [];
        }
      },
    ),
  ),
  defect(
    'lists keep what has left them',
    VIEWS,
    listing(
      class extends ListStore {
        override open(shape: Parameters<ListStore['open']>[0]): void {
          super.open({ ...shape, keep: () => true });
        }
      },
    ),
  ),
  defect(
    'what comes back comes to the wrong end',
    VIEWS,
    listing(
      class extends ListStore {
        override open(shape: Parameters<ListStore['open']>[0]): void {
          super.open({ ...shape, compare: (a, b) => shape.compare(b, a) });
        }
      },
    ),
  ),
];
