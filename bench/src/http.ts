import { randomUUID } from 'node:crypto';
import { request, type Agent, type OutgoingHttpHeaders } from 'node:http';

/** Address of a query, a page of it where it has any. */
export const queryUrl = (base: string, query: string, parameters: object, page: object = {}): string =>
  `${base}/query?${new URLSearchParams({
    query,
    parameters: JSON.stringify(parameters),
    ...page,
    processId: randomUUID(),
  }).toString()}`;

export const textOf = async (url: string, headers: Record<string, string>): Promise<string> =>
  (await fetch(url, { headers })).text();

/** Sends a request, with a body by POST, and returns how many bytes came back. */
export function send(agent: Agent, url: string, headers: OutgoingHttpHeaders, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const outgoing = request(url, { agent, method, headers }, (answer) => {
      let size = 0;
      answer.on('data', (chunk: Buffer) => (size += chunk.byteLength));
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(size) : reject(new Error(`${answer.statusCode} for ${url}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
