import { DEFAULT_LIMIT } from '@kontor/contract/kernel';

export interface ReceivedQuery {
  readonly name: string;
  readonly params: unknown;
  /** The same with page, limit and sort, for queries that page by themselves. */
  readonly paramsAndPaging: unknown;
  readonly sort: unknown;
  /** The first row of the page, from 0, and how many it has at most. */
  readonly from: number;
  readonly limit: number;
  readonly asRows: boolean;
}

/** The query in a request, whose fields stand in its address or as JSON in its body. */
export function queryIn(url: URL, { body }: RequestInit): ReceivedQuery {
  const fields = typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : inAddress(url);
  const { parameters, page, limit, sort } = fields;
  const most = Number(limit ?? DEFAULT_LIMIT);
  const paging = Object.entries({ page, limit, sort }).filter(([, value]) => value !== undefined);
  return {
    name: String(fields['query']),
    params: parameters,
    sort,
    paramsAndPaging: { ...(parameters as object), ...Object.fromEntries(paging) },
    from: (Number(page ?? 1) - 1) * most,
    limit: most,
    asRows: fields['format'] === 'rows',
  };
}

function inAddress({ searchParams }: URL): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.fromEntries(searchParams);
  for (const name of ['parameters', 'page', 'limit', 'sort'])
    if (name in fields) fields[name] = JSON.parse(String(fields[name]));
  return fields;
}

/** The command in the form that a request bears; its parameters are a text, or a deflated one. */
export async function commandIn(body: FormData): Promise<{ readonly name: string; readonly params: unknown }> {
  const given = body.get('parameters');
  const name = body.get('command');
  if (typeof name !== 'string' || given === null) throw new Error('The request bears no command');
  const text =
    typeof given === 'string'
      ? given
      : await new Response(given.stream().pipeThrough(new DecompressionStream('deflate'))).text();
  return { name, params: JSON.parse(text) };
}
