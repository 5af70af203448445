import type { WrittenNode } from '../../../../editor/document.ts';

const line = (...content: WrittenNode[]): WrittenNode => ({ type: 'paragraph', content });
const text = (value: string): WrittenNode => ({ type: 'text', text: value });

interface ExampleTexts {
  readonly subject: (until: string) => string;
  readonly greeting: string;
  readonly away: (until: string) => string;
  readonly weAreAway: (until: string) => string;
  readonly substitute: (name: string) => string;
  readonly end: string;
}

/** An answer that is right for everybody. `senderName`: what the placeholder of who is away is called; `isOurs`: of several people. */
export const exampleAnswer = (
  t: ExampleTexts,
  {
    until,
    substitute,
    senderName,
    isOurs,
  }: { until: string; substitute: string | undefined; senderName: string; isOurs: boolean },
): { readonly subject: string; readonly doc: WrittenNode } => ({
  subject: t.subject(until),
  doc: {
    type: 'doc',
    content: [
      line(text(t.greeting)),
      line(
        text(isOurs ? t.weAreAway(until) : t.away(until)),
        ...(substitute === undefined ? [] : [text(` ${t.substitute(substitute)}`)]),
      ),
      line(text(t.end)),
      line({ type: 'field', attrs: { name: 'sender.name', label: senderName } }),
    ],
  },
});

/** A text in which other words stand for the end; the same object where they are not in it. */
export function reworded(node: WrittenNode, from: string, to: string): WrittenNode {
  if (node.text !== undefined)
    return node.text.includes(from) ? { ...node, text: node.text.replaceAll(from, to) } : node;
  const content = node.content?.map((child) => reworded(child, from, to));
  return content === undefined || content.every((child, index) => child === node.content?.[index])
    ? node
    : { ...node, content };
}
