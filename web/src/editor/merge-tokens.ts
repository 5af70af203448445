import type { WrittenNode } from './document.ts';
import { splitWords, standsAlone } from './split-words.ts';

/** What is found the same on both sides: pictures are shown from addresses that only one page knows. */
export const keyOf = (node: unknown): string =>
  JSON.stringify(node, (name, value: unknown) => (name === 'src' ? undefined : value));

/** A word or the blanks between two, with their marks; another thing among them; the end of a line, with what kind of line it was. */
export interface Token {
  readonly key: string;
  readonly kind: 'word' | 'blank' | 'thing' | 'end';
  readonly node: WrittenNode;
}

export const isEnd = (token: Token | undefined): boolean => token?.kind === 'end';
export const isWord = (token: Token | undefined): boolean => token?.kind === 'word';
export const isBlank = (token: Token | undefined): boolean => token?.kind === 'blank';

const BLANK: WrittenNode = { type: 'text', text: ' ' };

/** What a map has, or is to have from now on. */
function reached<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * The tokens of the versions that are merged. What is the same in several of them is one and the same token: the one that was read first,
 * which is to be the one of this page, as that has the pictures.
 */
export class Tokens {
  /** By how they look, and by what they say: most texts, and most words, are the same in all versions. */
  readonly #texts = new Map<string, Map<string, readonly Token[]>>();
  readonly #words = new Map<string, Map<string, Token>>();
  readonly #others = new Map<string, Token>();
  /** Words that stand side by side without a blank in one of the versions. */
  readonly #joined = new Map<Token, Set<Token>>();
  readonly #blank = this.#word(keyOf({ ...BLANK, text: undefined }), BLANK, ' ');

  #other(kind: 'thing' | 'end', node: WrittenNode): Token {
    const key = `${kind} ${keyOf(node)}`;
    return reached(this.#others, key, () => ({ key, kind, node }));
  }

  #word(styleKey: string, node: WrittenNode, text: string): Token {
    const words = reached(this.#words, styleKey, () => new Map<string, Token>());
    return reached(words, text, () => ({
      key: `${text} ${styleKey}`,
      kind: text.trim() === '' ? 'blank' : 'word',
      node: { ...node, text },
    }));
  }

  #inside(node: WrittenNode): readonly Token[] {
    const { type, text = '' } = node;
    if (type !== 'text') return [this.#other('thing', node)];
    const styleKey = keyOf({ ...node, text: undefined });
    const texts = reached(this.#texts, styleKey, () => new Map<string, readonly Token[]>());
    return reached(texts, text, () => splitWords(text).map((word) => this.#word(styleKey, node, word)));
  }

  /** All of some lines, with an end behind each. */
  read(blocks: readonly WrittenNode[]): readonly Token[] {
    const tokens: Token[] = [];
    for (const { content = [], ...kind } of blocks) {
      for (const node of content)
        for (const token of this.#inside(node)) {
          const last = tokens.at(-1);
          if (last?.kind === 'word' && token.kind === 'word')
            reached(this.#joined, last, () => new Set<Token>()).add(token);
          tokens.push(token);
        }
      tokens.push(this.#other('end', kind));
    }
    return tokens;
  }

  /** What parts two that have come to stand side by side: words that were apart stay so. */
  between(before: Token | undefined, after: Token | undefined): readonly Token[] {
    if (before === undefined || after === undefined || !isWord(before) || !isWord(after)) return [];
    if (this.#joined.get(before)?.has(after) === true) return [];
    return standsAlone(before.node.text ?? '', after.node.text ?? '') ? [this.#blank] : [];
  }
}

const looksLike = (one: WrittenNode, other: WrittenNode): boolean =>
  one.marks === other.marks || keyOf(one.marks ?? []) === keyOf(other.marks ?? []);

function joined(nodes: readonly WrittenNode[]): WrittenNode[] {
  const whole: WrittenNode[] = [];
  for (const node of nodes) {
    const last = whole.at(-1);
    if (last?.type === 'text' && node.type === 'text' && looksLike(last, node))
      whole[whole.length - 1] = { ...last, text: `${last.text ?? ''}${node.text ?? ''}` };
    else whole.push(node);
  }
  return whole;
}

/** The lines that some tokens make. What is behind the last end is a paragraph. */
export function linesOf(tokens: readonly Token[]): WrittenNode[] {
  const lines: WrittenNode[] = [];
  let inside: WrittenNode[] = [];
  for (const { kind, node } of tokens)
    if (kind === 'end') {
      lines.push(inside.length === 0 ? node : { ...node, content: joined(inside) });
      inside = [];
    } else inside.push(node);
  if (inside.length > 0) lines.push({ type: 'paragraph', content: joined(inside) });
  return lines;
}
