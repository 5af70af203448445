import type { Signature } from '@kontor/contract/mail';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { WrittenNode } from '../../../editor/document.ts';
import { toPlain } from './editor/plain.ts';
import { signatureNode } from './start.ts';

interface Found {
  readonly from: number;
  readonly to: number;
  readonly node: Node | undefined;
}

/** Where the signature stands; without one before the quote, else at the end. */
function signatureRange(doc: Node): Found {
  let signature: Found | undefined;
  let quote: number | undefined;
  doc.forEach((node, offset) => {
    if (node.type.name === 'signature') signature ??= { from: offset, to: offset + node.nodeSize, node };
    if (node.type.name === 'quotedMail') quote ??= offset;
  });
  const at = quote ?? doc.content.size;
  return signature ?? { from: at, to: at, node: undefined };
}

async function nodesOf(editor: Editor, signature: Signature | undefined, isPlain: boolean): Promise<readonly Node[]> {
  const made = signature === undefined ? [] : await signatureNode(signature.mailsignature, signature.id);
  const nodes: readonly WrittenNode[] = isPlain ? (toPlain({ type: 'doc', content: made }).content ?? []) : made;
  return signature === undefined ? [] : nodes.map((node) => editor.schema.nodeFromJSON(node));
}

/** Puts a signature in the place of the one that is there, or before the quote; none takes it out. */
export async function putSignature(editor: Editor, signature: Signature | undefined, isPlain: boolean): Promise<void> {
  const content = await nodesOf(editor, signature, isPlain);
  const { doc, tr } = editor.state;
  const { from, to, node } = signatureRange(doc);
  if (node !== undefined && content.length === 0) editor.view.dispatch(tr.delete(from, to));
  else if (content.length > 0) editor.view.dispatch(tr.replaceWith(from, to, content));
}

/** Whether the person has changed the signature that is there, or it is none of `known`: it is theirs then, and not taken away. */
export async function isSignatureEdited(
  editor: Editor,
  known: readonly Signature[],
  isPlain: boolean,
): Promise<boolean> {
  const { node } = signatureRange(editor.state.doc);
  if (node === undefined) return false;
  const [made] = await nodesOf(
    editor,
    known.find(({ id }) => id === node.attrs['signatureId']),
    isPlain,
  );
  return made === undefined || !made.eq(node);
}
