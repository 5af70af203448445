import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasLongTests } from '../../../testing/long.ts';
import { create, details, list, occurrence, spans, starts } from '../testing/fixture.ts';
import { openDav, simple, type DavOffice } from '../testing/dav.ts';

const run = promisify(execFile);
const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Programs of others against our calendars, as people have them: what is on their disk, and what is in Kontor. */
describe.skipIf(!hasLongTests || !isThere('vdirsyncer') || !isThere('khal'))('vdirsyncer and khal', () => {
  let dav: DavOffice;
  let folder: string;
  let files: string;
  const env = () => ({ ...process.env, VDIRSYNCER_CONFIG: join(folder, 'vdirsyncer') });
  const sync = () => run('vdirsyncer', ['sync', 'k'], { env: env() });
  const khal = (...given: readonly string[]) => run('khal', ['-c', join(folder, 'khal'), ...given], { env: env() });
  /** The files in step with the calendar whose text has these words. */
  async function filesWith(words: string): Promise<readonly string[]> {
    const paths = (await readdir(files)).map((name) => join(files, name));
    const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    return paths.filter((_path, index) => texts[index]?.includes(words));
  }

  beforeAll(async () => {
    dav = await openDav('programme');
    folder = await mkdtemp(join(tmpdir(), 'kontor-calendars-'));
    const calendars = join(folder, 'calendars');
    files = join(calendars, String(dav.office.ids.anna));
    await mkdir(files, { recursive: true });
    const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
    await writeFile(
      join(folder, 'vdirsyncer'),
      text([
        '[general]',
        `status_path = "${join(folder, 'status')}"`,
        '[pair k]',
        'a = "local"',
        'b = "remote"',
        `collections = ["${dav.office.ids.anna}"]`,
        'conflict_resolution = "b wins"',
        '[storage local]',
        'type = "filesystem"',
        `path = "${calendars}"`,
        'fileext = ".ics"',
        '[storage remote]',
        'type = "caldav"',
        `url = "${dav.office.server.base}/dav/"`,
        'username = "anna"',
        `password = "${dav.passwordOf('anna')}"`,
      ]),
    );
    await writeFile(
      join(folder, 'khal'),
      text([
        '[calendars]',
        '[[mine]]',
        `path = ${files}`,
        '[locale]',
        'dateformat = %Y-%m-%d',
        'longdateformat = %Y-%m-%d',
        'timeformat = %H:%M',
        'datetimeformat = %Y-%m-%d %H:%M',
        'longdatetimeformat = %Y-%m-%d %H:%M',
        'local_timezone = Europe/Berlin',
        'default_timezone = Europe/Berlin',
        '[default]',
        'default_calendar = mine',
        '[sqlite]',
        `path = ${join(folder, 'khal.db')}`,
      ]),
    );
    await run('vdirsyncer', ['discover', 'k'], { env: env() });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await dav?.office.server.close();
  });

  test('show what is in Kontor, each occurrence at its time', async () => {
    const { anna } = dav.office;
    const series = await create(anna, {
      title: 'Wochenrunde',
      startDate: '2031-03-24T09:00:00',
      endDate: '2031-03-24T10:00:00',
      repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 3 },
    });
    const aggregateId = occurrence(series, '2031-03-31T09:00:00');
    await anna.command('appointment.editSingle', { aggregateId, title: 'Wochenrunde mit Gast' });
    await sync();
    const { stdout } = await khal(
      'list',
      '--format',
      '{start} {title}',
      '--day-format',
      '',
      '2031-03-20',
      '2031-04-20',
    );
    expect(stdout.split('\n').filter(Boolean)).toEqual([
      '2031-03-24 09:00 Wochenrunde',
      '2031-03-31 09:00 Wochenrunde mit Gast',
      '2031-04-07 09:00 Wochenrunde',
    ]);
  });

  test('make, change and remove what is in Kontor', async () => {
    const { anna, ids } = dav.office;
    await khal('new', '2031-05-06', '14:00', '15:30', 'Aus khal', '--location', 'Werft');
    await sync();
    const day: [string, string] = ['2031-05-06', '2031-05-07'];
    expect(await spans(anna, [ids.anna], day)).toMatchObject([
      { title: 'Aus khal', location: 'Werft', start: '2031-05-06T12:00:00.000Z', end: '2031-05-06T13:30:00.000Z' },
    ]);
    // What was made comes back as Kontor writes it.
    await sync();
    const [path = ''] = await filesWith('Aus khal');
    await writeFile(path, (await readFile(path, 'utf8')).replace('SUMMARY:Aus khal', 'SUMMARY:Geändert'));
    await sync();
    expect(await spans(anna, [ids.anna], day)).toMatchObject([{ title: 'Geändert' }]);
    await sync();
    await rm(path);
    await sync();
    expect(await starts(anna, ids.anna, day)).toEqual([]);
  });

  test('take over what Kontor has where both were changed', async () => {
    const { anna } = dav.office;
    await writeFile(join(files, 'strittig.ics'), simple('strittig', 'Erster Stand', '20310512'));
    await sync();
    await sync();
    const entry = (await list(anna)).find(({ information }) => information === 'Erster Stand');
    const aggregateId = entry?.aggregateId ?? '';
    await anna.command('appointment.editSingle', { aggregateId, title: 'In Kontor geändert' });
    const [path = ''] = await filesWith('Erster Stand');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Erster Stand', 'Am Rechner geändert'));
    await sync();
    expect((await details(anna, aggregateId)).title).toBe('In Kontor geändert');
    expect(await filesWith('In Kontor geändert')).toHaveLength(1);
  });
});

const PYTHON = '/usr/bin/python3';
const CHECKS = join(import.meta.dirname, '../testing/caldav-checks.py');

describe.skipIf(!hasLongTests || spawnSync(PYTHON, ['-c', 'import caldav']).status !== 0)('python3-caldav', () => {
  test('finds, reads, writes and follows a calendar, and all that it checks holds', async () => {
    const dav = await openDav('python');
    try {
      const address = `${dav.office.server.base}/dav/`;
      const { stdout } = await run(PYTHON, [CHECKS, address, 'anna', dav.passwordOf('anna')]);
      expect(stdout.trim()).toBe('');
    } finally {
      await dav.office.server.close();
    }
  });
});
