import type { SourceName } from '@kontor/contract/presence';
import type { InstanceContext } from '../../platform/operation/context.ts';
import type { PushOut } from '../../platform/operation/push-out.ts';

type Where = Pick<InstanceContext, 'db' | 'instance'>;

/** Who is there by a device in the foreground, whichever server process knows of it. */
export interface Devices {
  /** Those of an instance who are, and when each was last active, in milliseconds since 1970. */
  present(instanceId: number): ReadonlyMap<number, { readonly activeAt: number }>;
  /** How often people of an instance have come or gone, as this process counts. At the same number the same people are there. */
  revision(instanceId: number): number;
  /** Hears of people who have come or gone. Returns what ends that. */
  onChange(listener: (instanceId: number, userIds: readonly number[]) => void): () => void;
  /** Hears from a device whose connection is not seen here. */
  beat?(
    instanceId: number,
    device: { readonly userId: number; readonly sessionId: string; readonly isInForeground: boolean },
  ): void;
}

/** A state of somebody that follows from what another module knows. Moments are milliseconds since 1970. */
export interface SourceState {
  readonly begunAt: number;
  readonly until: number | null;
  readonly substituteId?: number | null;
}

/**
 * A module that knows of states. Its state is that of its name in `SOURCED_STATES`. What its states follow from is counted by triggers, see
 * `migrations/0258_people_version.sql`.
 */
export interface StateSource {
  readonly name: SourceName;
  /** Sources of lower ranks go first; the place where somebody is has `PLACE_RANK`. */
  readonly rank: number;
  /** Whether a state is left out where the person has chosen something after it began. */
  readonly yieldsToChoice: boolean;
  /** The states that some people have at a moment. */
  statesOf(ctx: Where, userIds: readonly number[], at: number): Promise<ReadonlyMap<number, SourceState>>;
  /** The next moment at which a state of anybody begins or ends; null for none that is known. */
  nextChange(ctx: Where, at: number): Promise<number | null>;
  /** Counts the changes of what is in no table. */
  revision?(): number;
}

/** What presence needs of others. */
export interface PresenceParts {
  readonly devices: Devices;
  readonly sources: readonly StateSource[];
  /** The language that a person has chosen. */
  readonly languageOf: (ctx: Where, userId: number) => Promise<'de' | 'en'>;
  /** The IANA zone of a person. */
  readonly zoneOf: (ctx: Where, userId: number) => Promise<string>;
  /** Tells those who wait for somebody on devices that show nothing of Kontor just now. */
  readonly pushOut: PushOut;
  /** How often it is looked for what begins and ends by itself, in milliseconds, where not as usual; for tests. */
  readonly sweepMs?: number | undefined;
}
