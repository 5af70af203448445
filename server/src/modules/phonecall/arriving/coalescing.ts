import type { Change } from '../../../platform/operation/change.ts';
import type { ChangeContext, Instance } from '../../../platform/operation/context.ts';
import type { Service } from '../../../platform/operation/manifest.ts';

const PAUSE_MS = 1000;

type Tell = (ctx: ChangeContext, activityId: number, userIds: readonly number[]) => Promise<void>;

/** Tells of one call at most once a second; what happens meanwhile is told together, as it stands then. */
export class Coalescer implements Service {
  readonly #tell: Tell;
  #change: Change | undefined;
  readonly #waiting = new Map<string, { readonly users: Set<number>; isDirty: boolean; timer: NodeJS.Timeout }>();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** By what transactions it tells of what came meanwhile. */
  open(change: Change): void {
    this.#change = change;
  }

  /** Whether people may be told of a call now; where not, they are when the pause is over. */
  admits({ instance }: Pick<ChangeContext, 'instance'>, activityId: number, users: readonly number[]): boolean {
    const key = `${instance.id} ${activityId}`;
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#pause(key, instance, activityId, new Set(users));
      return true;
    }
    waiting.isDirty = true;
    for (const userId of users) waiting.users.add(userId);
    return false;
  }

  async close(): Promise<void> {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #pause(key: string, instance: Instance, activityId: number, users: Set<number>): void {
    const timer = setTimeout(() => void this.#end(key, instance, activityId), PAUSE_MS);
    timer.unref();
    this.#waiting.set(key, { users, isDirty: false, timer });
  }

  async #end(key: string, instance: Instance, activityId: number): Promise<void> {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (waiting?.isDirty !== true) return;
    this.#pause(key, instance, activityId, waiting.users);
    // What is told is true for a moment: who misses it asks anew.
    await this.#change?.(instance, (ctx) => this.#tell(ctx, activityId, [...waiting.users])).catch(() => undefined);
  }
}
