import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const DEFINES = new Set(['defineQuery', 'defineCommand']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The `example` properties in calls that define an operation. */
function examplesIn(node: Node): Node[] {
  if (node.type === 'CallExpression' && DEFINES.has(String((node['callee'] as Node)['name']))) {
    const [given] = node['arguments'] as Node[];
    const properties = given?.type === 'ObjectExpression' ? (given['properties'] as Node[]) : [];
    return properties.filter((property) => isNode(property['key']) && property['key']['name'] === 'example');
  }
  return Object.values(node)
    .flat()
    .flatMap((value) => (isNode(value) ? examplesIn(value) : []));
}

/** Leaves the contract's examples out of the app: they are for tests and for the documentation of the wire. */
export function withoutExamples(): Plugin {
  return {
    name: 'without-examples',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/modules\// },
      handler(code) {
        const found = examplesIn(this.parse(code, { lang: 'ts' }) as unknown as Node);
        let rest = code;
        // From the last to the first, so that the places of the others stay right.
        for (const { start, end } of found.toReversed())
          rest = `${rest.slice(0, start)}${rest.slice(end).replace(/^\s*,/, '')}`;
        return found.length === 0 ? undefined : { code: rest, map: null };
      },
    },
  };
}
