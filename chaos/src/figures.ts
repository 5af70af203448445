import type { History } from './check/check.ts';
import type { Run } from './run.ts';

/** What a run came to, line by line. */
export type Figures = readonly (readonly [what: string, number: number | string])[];

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The figures of a run, before what is broken is counted. */
export function figuresOf(run: Run, { commands, lines, versions, texts }: History): Figures {
  const { wire, servers, faults, desks, post, words, times, proxies } = run;
  const [http] = proxies;
  const count = (kind: string): number =>
    new Set(lines.filter((line) => line.kind === kind).map((line) => line.processId)).size;
  const intents = lines.filter((line) => line.kind === 'intent');
  const byClient = (letter: string): number => intents.filter((line) => line.client.startsWith(letter)).length;
  return [
    ['seconds of work', times.worked.toFixed(0)],
    ['commands meant', intents.length],
    ['  by pages of the app', byClient('d')],
    ['  by scripts', byClient('s')],
    ['commands carried out', commands.length],
    ['  texts said in messages, and edits of them', texts.length],
    ['versions that items got by them', versions.filter(({ version }) => version > 1).length],
    ['requests', wire.counts.requests],
    ['  for commands, repeats among them', wire.counts.commands],
    ['  answered from memory of a command', wire.counts.replays],
    ['  without an answer', wire.counts.failed],
    ['  answered 503', wire.counts.unavailable],
    ['commands without an answer at some time', count('unknown')],
    ['commands refused', count('refused')],
    ...Object.entries(faults.counts).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ['connections refused, cut or halved on the way', http === undefined ? 0 : sum(Object.values(http.counts))],
    ['median restart of the server, ms', median(servers.restarts).toFixed(0)],
    ['mails taken', post.sent.filter(({ isTaken }) => isTaken).length],
    ['times offline', sum(desks.map(({ counts }) => counts.offline))],
    ['pages that crashed', sum(desks.map(({ counts }) => counts.crashes))],
    ['sign-outs', sum(desks.map(({ counts }) => counts.signOuts))],
    ['pages compared', sum(desks.map(({ pages }) => pages.length))],
    ['texts looked through for words', words.counts.texts],
    ['  words in them', words.counts.words],
    ['times that all was put right', times.alike.length],
    ['  ms until all was sent, median', median(times.sent).toFixed(0)],
    ['  ms until all were alike, median', median(times.alike).toFixed(0)],
    ['  ms until all were alike, longest', Math.max(...times.alike).toFixed(0)],
    ['  ms that a process takes to start that does nothing, median', median(times.starts).toFixed(0)],
    ['unplanned exits', servers.unplanned.length],
  ];
}
