import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { TestClient } from '../../server/src/testing/client.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import type { Filled, Week } from './calendars.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

const ROUNDS = 7;
const MAX_START_MS = 20_000;

interface Fixture {
  readonly client: pg.Client;
  readonly reader: TestClient;
  readonly filled: Filled;
  readonly week: Week;
  /** Single appointments of all people. */
  readonly singles: number;
}

/** A week of some calendars as programs of others ask for it, one calendar after the other, beside Radicale with the same appointments. */
export async function benchCaldav(fixture: Fixture, say: (text: string) => void): Promise<Line[]> {
  const { reader, filled, week, singles } = fixture;
  const { password } = await reader.command<{ password: string }>('account.createAppPassword', { name: 'Vergleich' });
  const ours = await weekOf(week, {
    credentials: `reader:${password}`,
    address: (id) => `${reader.base}/dav/calendars/${filled.readerId}/${id}/`,
  });
  const radicale = await byRadicale(fixture, say);
  if (radicale !== undefined && radicale.found !== ours.found)
    throw new Error(`${ours.found} appointments were found over CalDAV, and ${radicale.found} by Radicale`);
  return [
    {
      name: `a week of ${week.calendars.length} calendars over CalDAV, of ${singles.toLocaleString('en')} appointments`,
      unit: 'ms',
      ours: ours.median,
      against: 'Radicale with the same appointments',
      ...(radicale !== undefined && { anchor: radicale.median }),
      aim: { most: 0.2 },
    },
  ];
}

const basic = (at: string): string => `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Milliseconds of the median that all calendars take, and how many files they answer with. */
async function weekOf(
  { calendars, from, to }: Week,
  { credentials, address }: { readonly credentials: string; readonly address: (calendarId: number) => string },
): Promise<{ readonly median: number; readonly found: number }> {
  const headers = {
    Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    'Content-Type': 'application/xml; charset=utf-8',
    Depth: '1',
  };
  const body = `<?xml version="1.0" encoding="utf-8"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
    <d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">
    <c:time-range start="${basic(from)}" end="${basic(to)}"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
  let found = 0;
  const all = async () => {
    found = 0;
    for (const id of calendars) {
      const answer = await fetch(address(id), { method: 'REPORT', headers, body });
      const text = await answer.text();
      if (answer.status !== 207) throw new Error(`${address(id)} answered ${answer.status}: ${text.slice(0, 500)}`);
      found += text.match(/<(?:\w+:)?response>/g)?.length ?? 0;
    }
  };
  // What is read from files is in memory afterwards.
  for (let round = 0; round < 2; round += 1) await all();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await all();
    times.push(performance.now() - begun);
  }
  return { median: quantile(times, 0.5), found };
}

function hasRadicale(): boolean {
  try {
    execFileSync('radicale', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The same of Radicale; undefined where that is not installed. */
async function byRadicale({ client, filled, week }: Fixture, say: (text: string) => void) {
  if (!hasRadicale()) {
    say('Radicale is not installed: calendars over CalDAV stand alone.');
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'kontor-radicale-'));
  const port = await freePort();
  const config = join(folder, 'config');
  await writeFile(
    config,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = none\n[rights]\ntype = authenticated\n[web]\ntype = none\n[storage]\nfilesystem_folder = ${join(folder, 'data')}\n[logging]\nlevel = error\n`,
  );
  const files = await writeFiles(client, filled, week, join(folder, 'data', 'collection-root', 'bench'));
  say(`Radicale with ${files.toLocaleString('en')} files …`);
  const child = spawn('radicale', ['--config', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    for (const end = Date.now() + MAX_START_MS; !(await answers(port)); await sleep(50))
      if (child.exitCode !== null || Date.now() > end) throw new Error('Radicale did not start');
    return await weekOf(week, {
      credentials: 'bench:bench',
      address: (id) => `http://127.0.0.1:${port}/bench/${id}/`,
    });
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Writes what is in the calendars as Radicale keeps it, a file each. Returns how many. */
async function writeFiles(
  client: pg.Client,
  { instanceId }: Filled,
  { calendars }: Week,
  folder: string,
): Promise<number> {
  for (const id of calendars) {
    await mkdir(join(folder, String(id)), { recursive: true });
    await writeFile(join(folder, String(id), '.Radicale.props'), '{"tag": "VCALENDAR"}');
  }
  const { rows } = await client.query<{
    calendar_id: number;
    uid: string;
    title: string;
    location: string;
    starts_local: string;
    ends_local: string;
    rule: string | null;
  }>(
    `select t.calendar_id, t.uid, a.information as title, t.location, t.starts_local, t.ends_local, t.rule
      from appointment t join activity a on a.instance_id = t.instance_id and a.activity_id = t.appointment_id
      where t.instance_id = $1 and t.calendar_id = any($2::int[])`,
    [instanceId, calendars],
  );
  for (const row of rows) {
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Kontor//Bench//DE',
      'BEGIN:VEVENT',
      `UID:${row.uid}`,
      'DTSTAMP:20260101T000000Z',
      `DTSTART:${basic(row.starts_local)}`,
      `DTEND:${basic(row.ends_local)}`,
      `SUMMARY:${row.title}`,
      `LOCATION:${row.location}`,
      ...(row.rule === null ? [] : [`RRULE:${row.rule}`]),
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ];
    await writeFile(join(folder, String(row.calendar_id), `${row.uid}.ics`), lines.join('\r\n'));
  }
  return rows.length;
}
