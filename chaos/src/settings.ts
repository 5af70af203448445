import { DEFECTS, type Defect } from './preload/defects.ts';

export interface Settings {
  /** What all random numbers follow from. */
  readonly seed: number;
  /** Ends after so many seconds of work, or so many answered commands, whichever is first. */
  readonly seconds: number;
  readonly commands: number;
  /** Things go wrong more seldom in a long run, or nothing would come of it. */
  readonly isLong: boolean;
  /** After so many answered commands all is put right, and must become alike before it goes on. */
  readonly stretch: number;
  /** How long all may take to come to rest once nothing goes wrong any more, in milliseconds. */
  readonly restMs: number;
  /** Servers on one database; of several the services are the machine's. */
  readonly servers: number;
  /** An external PostgreSQL whose user may create databases; undefined for the server's own. */
  readonly databaseUrl: string | undefined;
  readonly defect: (Defect & { readonly name: string }) | undefined;
  /** Whether the folder of the run stays where nothing was found. */
  readonly keeps: boolean;
}

const LONG = { seconds: 4 * 3600, commands: 100_000, stretch: 10_000 };

function numberOf(name: string, given: string | undefined, otherwise: number): number {
  if (given === undefined || given === '') return otherwise;
  const number = Number(given);
  if (!Number.isFinite(number) || number <= 0) throw new Error(`${name} must be a number above 0, and is ${given}.`);
  return number;
}

/** Settings of a run from the environment. Throws a sentence where one is not allowed. */
export function settingsOf(env: NodeJS.ProcessEnv): Settings {
  const number = (name: string, otherwise: number): number => numberOf(name, env[name], otherwise);
  const name = env['KONTOR_CHAOS_DEFECT'];
  const defect = name === undefined ? undefined : DEFECTS[name];
  if (name !== undefined && defect === undefined)
    throw new Error(`There is no defect named ${name}. They are ${Object.keys(DEFECTS).join(', ')}.`);
  const hasSeconds = env['KONTOR_CHAOS_SECONDS'] !== undefined;
  return {
    seed: number('KONTOR_CHAOS_SEED', Math.floor(Math.random() * 2 ** 31) + 1),
    seconds: number('KONTOR_CHAOS_SECONDS', LONG.seconds),
    commands: number('KONTOR_CHAOS_COMMANDS', hasSeconds ? Infinity : LONG.commands),
    isLong: !hasSeconds,
    stretch: hasSeconds ? Infinity : LONG.stretch,
    // What is broken on purpose never comes to rest.
    restMs: number('KONTOR_CHAOS_REST_SECONDS', defect === undefined ? 90 : 15) * 1000,
    servers: number('KONTOR_CHAOS_SERVERS', 1),
    databaseUrl: env['KONTOR_CHAOS_DATABASE_URL'] || undefined,
    defect: defect && { ...defect, name: name ?? '' },
    keeps: env['KONTOR_CHAOS_KEEP'] === 'true',
  };
}
