import { LINE_KINDS, phonecallCommands, phonecallQueries, type Line } from '@kontor/contract/phonecall';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { beginLine, isValidLine, lineParams } from './draft.ts';

const [line] = phonecallQueries.lineSettings.example.result as [Line];

test('what is stored is sent as it is, and keeps its secret', () => {
  const params = lineParams(beginLine(line, 5), 1);
  expect(v.safeParse(phonecallCommands.saveLine.params, params).success).toBe(true);
  expect(params).toMatchObject({
    lineId: 1,
    kind: 'sipgate',
    secret: null,
    mapping: null,
    host: '',
    port: 0,
    terminals: [{ terminal: 'e0', userId: 1, listId: null }],
  });
});

test.each(LINE_KINDS)('a new line of the kind %s is sent as the contract has it', (kind) => {
  const draft = { ...beginLine(undefined, 5), kind, title: 'Zentrale', host: '192.0.2.1', country: 'DE' };
  expect(isValidLine(draft)).toBe(true);
  const params = lineParams(draft, null);
  expect(v.safeParse(phonecallCommands.saveLine.params, params).success).toBe(true);
  expect(params.country).toBe('DE');
  expect(params.port).toBe({ ami: 5038, ari: 8088, nfon: 443 }[kind as string] ?? 0);
  expect(lineParams({ ...draft, host: '' }, null).host).toBe(
    kind === 'nfon' ? 'providersupportdata.cloud-cfg.com' : '',
  );
  expect(params.mapping === null).toBe(kind !== 'template');
});

test.each([
  [{ title: ' ' }, false],
  [{ listId: 0 }, false],
  [{ kind: 'ami', host: '' }, false],
  [{ kind: 'ami', host: 'pbx', port: '70000' }, false],
  [{ terminals: [{ terminal: '', userId: 1, listId: 0, lastAt: null }] }, false],
  [{}, true],
] as const)('%o may be saved: %s', (part, is) => {
  expect(isValidLine({ ...beginLine(line, 5), ...part })).toBe(is);
});

test.each([
  [{ historyOn: false }, true, null],
  [{}, true, { url: '', user: 'token-TQ6T', secret: null }],
  [{ historySecret: 'neu' }, true, { url: '', user: 'token-TQ6T', secret: 'neu' }],
  [{ hasHistorySecret: false }, false, undefined],
  [{ historyUser: ' ' }, false, undefined],
  [{ kind: 'placetel', historyUser: '' }, true, { url: '', user: '', secret: null }],
  [{ kind: 'yeastar' }, false, undefined],
  [{ kind: 'yeastar', historyUrl: 'https://anlage.example:8088' }, true, { url: 'https://anlage.example:8088' }],
  [{ kind: 'yeastar', historyUrl: 'anlage.example' }, false, undefined],
  [{ kind: 'yeastar', historyUrl: 'https://anna@anlage.example' }, false, undefined],
  [{ kind: 'cti' }, true, null],
] as const)('the history of %o may be asked so: %s', (part, is, sent) => {
  const draft = { ...beginLine(line, 5), ...part };
  expect(isValidLine(draft)).toBe(is);
  if (sent === null) expect(lineParams(draft, 1).history).toBeNull();
  else if (sent !== undefined) expect(lineParams(draft, 1).history).toMatchObject(sent);
});

test('a secret that is taken away is empty, a new one is itself', () => {
  const draft = beginLine(line, 5);
  expect(lineParams({ ...draft, forgetsSecret: true }, 1).secret).toBe('');
  expect(lineParams({ ...draft, forgetsSecret: true, secret: 'neu' }, 1).secret).toBe('neu');
});
