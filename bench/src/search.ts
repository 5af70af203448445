import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { rawMail } from '../../server/src/modules/mail/factory.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure, neverAsked } from './measure.ts';
import type { Line } from './table.ts';

const run = promisify(execFile);
const PASSWORD = 'messen und vergleichen';
const WORDS = 'Lieferung Rechnung Angebot Anlage Pumpe Ventil Wartung Termin Muster Zeichnung Werft Motor Kessel'.split(
  ' ',
);
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
    await fill(join(folder, 'mail'), mails);
    const imported = await timed(async () => {
      await kontor.work(['import', 'demo', 'chris', join(folder, 'mail'), '--state', 'done']);
    });
    const env = { ...process.env, NOTMUCH_CONFIG: join(folder, 'config') };
    await writeFile(join(folder, 'config'), `[database]\npath=${join(folder, 'mail')}\n[new]\ntags=\n`);
    const indexed = await timed(() => run('notmuch', ['new'], { env }));
    const chris = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('chris', PASSWORD);
    const lines: Line[] = [
      {
        name: `import of ${mails.toLocaleString('en')} mails, listed and searchable`,
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

async function fill(maildir: string, mails: number): Promise<void> {
  for (const part of ['cur', 'new', 'tmp']) await mkdir(join(maildir, part), { recursive: true });
  for (let n = 0; n < mails; n += 1) {
    const word = (k: number) => WORDS[(n * k) % WORDS.length];
    const text = `Guten Tag,\n\nanbei die Unterlagen zu ${word(3)} ${n} und ${word(7)}.\n${`${word(5)} ${word(11)} `.repeat(30)}\n`;
    const raw = rawMail({
      subject: `${word(1)} ${word(2)} ${n}`,
      text,
      date: new Date(1_700_000_000_000 + n * 60_000),
    });
    await writeFile(join(maildir, 'cur', `${1_700_000_000 + n}.M${n}.bench:2,S`), raw);
  }
}
