/** What is counted: name, what it means, and the labels it is told apart by. No label ever names an instance, a person or an item. */
export const COUNTERS = {
  requests: { help: 'Queries and commands, by name and outcome', labels: ['operation', 'outcome'] },
  replays: { help: 'Commands that had taken effect before and got their first answer again', labels: [] },
  shed: { help: 'Requests turned away to keep the rest quick, by cost and reason', labels: ['cost', 'reason'] },
  inflate_rejects: { help: 'Packed parameters that were refused, by code', labels: ['code'] },
  parser_kills: { help: 'Processes that were ended over a mail or a file, by reason', labels: ['reason'] },
  quarantined: { help: 'Mails that could not be taken apart, by reason', labels: ['reason'] },
  file_texts: { help: 'Files whose text was to be taken, by what came of it', labels: ['outcome'] },
  egress_blocks: { help: 'Outgoing connections that were refused for where they led', labels: [] },
  auth_failures: { help: 'Sign-ins and sessions that were refused, by code', labels: ['code'] },
  events: { help: 'Events handed to the real-time channel', labels: [] },
  jobs: { help: 'Runs of jobs, by name and outcome', labels: ['job', 'outcome'] },
} as const satisfies Readonly<Record<string, { help: string; labels: readonly string[] }>>;

/** What is measured in seconds. */
export const TIMERS = {
  request_seconds: { help: 'Time to answer queries and commands, by name', labels: ['operation'] },
  pool_wait_seconds: { help: 'Time that work waited for a database connection', labels: [] },
  outbox_lag_seconds: { help: 'Age of an event when it was handed to the real-time channel', labels: [] },
  job_seconds: { help: 'Time that runs of jobs took, by name', labels: ['job'] },
} as const satisfies Readonly<Record<string, { help: string; labels: readonly string[] }>>;

/** What is looked at when it is asked for. */
export const GAUGES = {
  loop_lag_seconds: 'The longest that the process did nothing else in the last second',
  pool_busy: 'Database connections of requests that are at work',
  pool_waiting: 'Work that waits for a database connection',
  sockets: 'Open connections of the real-time channel',
  requests_in_work: 'Queries that are at work',
  requests_waiting: 'Queries that wait for their turn',
  jobs_open: 'Jobs that wait or run',
  file_texts_due: 'Items whose files have not been read yet',
  jobs_failed: 'Jobs that were given up and wait for an administrator',
} as const satisfies Readonly<Record<string, string>>;

type Labels<T extends { labels: readonly string[] }> = Readonly<Record<T['labels'][number], string>>;
export type CounterName = keyof typeof COUNTERS;
export type TimerName = keyof typeof TIMERS;
export type GaugeName = keyof typeof GAUGES;

/** Where what happens is counted. Handed down with the platform; counts nothing where nobody asks. */
export interface Metrics {
  count<N extends CounterName>(name: N, labels: Labels<(typeof COUNTERS)[N]>): void;
  time<N extends TimerName>(name: N, seconds: number, labels: Labels<(typeof TIMERS)[N]>): void;
  /** Says how a value is read when it is asked for. */
  gauge(name: GaugeName, read: () => number | Promise<number>): void;
}

export const NO_METRICS: Metrics = { count: () => {}, time: () => {}, gauge: () => {} };
