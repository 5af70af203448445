import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { searchWords } from '../../server/src/modules/activity/rules.ts';
import { withoutIndexes } from './bulk.ts';
import { measure, neverAsked } from './measure.ts';
import { withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const run = promisify(execFile);
const PASSWORD = 'messen und vergleichen';
const WORDS = 'Lieferung Rechnung Angebot Anlage Pumpe Ventil Wartung Termin Muster Zeichnung Werft Motor Kessel'.split(
  ' ',
);
const SENDER = 'Paul Neumann <paul.neumann@werft.example>';
const RECEIVER = 'info@nordwerk.example';
/** So many are imported as anybody's are; what is above that is written into the lists at once, which takes minutes instead of an hour. */
const MAX_IMPORTED = 5000;
const LISTED_AT_ONCE = 5000;
/** What people type, from rare to everywhere. */
const TERMS = [
  ['a number', '17171'],
  ['two words', 'Pumpe Zeichnung'],
  ['the beginning of a word', 'Lief', 'Lief*'],
  ['a word of every mail', 'Unterlagen'],
] as const;

/** Search while typing, beside notmuch on the same mails: both answer the first hundred, newest first. */
export async function benchSearch(kontor: KontorProcess, mails: number, say: (text: string) => void): Promise<Line[]> {
  try {
    execFileSync('notmuch', ['--version'], { stdio: 'ignore' });
  } catch {
    say('notmuch is not installed: the comparison of searches is left out.');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'kontor-notmuch-'));
  try {
    say(`${mails.toLocaleString('en')} mails to search in …`);
    const maildir = join(folder, 'mail');
    const first = Math.min(mails, MAX_IMPORTED);
    const env = { ...process.env, NOTMUCH_CONFIG: join(folder, 'config') };
    await writeFile(join(folder, 'config'), `[database]\npath=${maildir}\n[new]\ntags=\n`);
    await writeMails(maildir, 0, first);
    const imported = await timed(() => kontor.work(['import', 'demo', 'chris', maildir, '--state', 'done']));
    const indexed = await timed(() => run('notmuch', ['new'], { env }));
    if (mails > first) {
      await writeMails(maildir, first, mails);
      await run('notmuch', ['new'], { env });
      await withDatabase(kontor, (client) => listMails(client, first, mails));
    }
    const chris = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('chris', PASSWORD);
    const lines: Line[] = [
      {
        name: `import of ${first.toLocaleString('en')} mails, listed and searchable`,
        unit: 's',
        ours: imported,
        against: 'notmuch new, which only indexes',
        anchor: indexed,
      },
    ];
    const unseen = neverAsked();
    for (const [name, term, theirs = term] of TERMS) {
      const ours = await measure(() => chris.query('filter.items', { view: 'all', searchTerm: term + unseen() }, PAGE));
      const args = ['search', '--format=json', '--limit=100', '--sort=newest-first', theirs];
      const anchor = await measure(() => run('notmuch', args, { env, maxBuffer: 1e8 }));
      lines.push({
        name: `search: ${name}`,
        unit: 'ms',
        ours: ours.p50,
        against: 'notmuch search, its start included',
        anchor: anchor.p50,
        aim: { most: 1 },
      });
    }
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PAGE = { format: 'rows', page: 1, limit: 100 } as const;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

interface Text {
  readonly subject: string;
  readonly body: string;
  readonly date: Date;
}

/** What the mail with this number says. */
function textOf(n: number): Text {
  const word = (k: number) => WORDS[(n * k) % WORDS.length];
  return {
    subject: `${word(1)} ${word(2)} ${n}`,
    body: `Guten Tag,\n\nanbei die Unterlagen zu ${word(3)} ${n} und ${word(7)}.\n${`${word(5)} ${word(11)} `.repeat(30)}\n`,
    date: new Date(1_700_000_000_000 + n * 60_000),
  };
}

/** Writes the mails `from` to `to` into a maildir. */
async function writeMails(maildir: string, from: number, to: number): Promise<void> {
  for (const part of ['cur', 'new', 'tmp']) await mkdir(join(maildir, part), { recursive: true });
  for (let n = from; n < to; n += 1) {
    const { subject, body, date } = textOf(n);
    const name = `${1_700_000_000 + n}.M${n}.bench:2,S`;
    await writeFile(join(maildir, 'cur', name), rawMail({ from: SENDER, to: RECEIVER, subject, text: body, date }));
  }
}

/** Lists the mails `from` to `to` for chris, with all that they are found by: what an import does, without keeping the mails. */
async function listMails(client: pg.Client, from: number, to: number): Promise<void> {
  const { rows } = await client.query<{ instance_id: number; user_id: number }>(
    "select instance_id, user_id from app_user where user_name = 'chris' and instance_id = (select instance_id from instance where name = 'demo')",
  );
  const chris = rows[0];
  if (chris === undefined) throw new Error('The demo has no chris');
  await withoutIndexes(client, async () => {
    for (let next = from; next < to; next += LISTED_AT_ONCE) {
      const texts = Array.from({ length: Math.min(LISTED_AT_ONCE, to - next) }, (_, index) => textOf(next + index));
      await client.query(LIST, [
        chris.instance_id,
        chris.user_id,
        texts.map(({ date }) => date),
        texts.map(({ subject }) => subject),
        texts.map(({ subject }) => searchWords(subject)),
        searchWords(SENDER),
        searchWords(RECEIVER),
        texts.map(({ body }) => searchWords(body)),
      ]);
    }
  });
  await client.query('vacuum analyze');
}

const LIST = `
  with texts as (
    select nextval(pg_get_serial_sequence('activity', 'activity_id')) as id, t.*
    from unnest($3::timestamptz[], $4::text[], $5::text[], $8::text[]) as t (ts, subject, title, body)
  ), listed as (
    insert into activity (activity_id, ts, instance_id, module, direction, contact, information)
    select id, ts, $1::int, 1, 0, 'Paul Neumann', subject from texts
  ), seen as (
    insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction)
    select id, ts, $1::int, $2::int, 0, 1, 3, 0 from texts
  )
  insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, form)
  select id, ts, $1::int, 1, array[$2::int], setweight(to_tsvector('kontor', title), 'A')
    || setweight(to_tsvector('kontor', $6::text), 'B') || setweight(to_tsvector('kontor', $7::text), 'C')
    || setweight(to_tsvector('kontor', body), 'D'), 1
  from texts`;
