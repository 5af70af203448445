import type { SendingAccount, Signature } from '@kontor/contract/mail';
import type { WrittenNode } from '../../../../editor/document.ts';
import { EMPTY } from '../../../../editor/document.ts';

/** A signature as it is edited; without an id one that is to come. */
export interface Begun {
  readonly signature: Signature | undefined;
  readonly account: SendingAccount;
  readonly name: string;
  readonly doc: WrittenNode;
}

const text = (value: string): WrittenNode => ({ type: 'text', text: value });
const line = (...content: WrittenNode[]): WrittenNode => ({ type: 'paragraph', content });
const field = (name: string, label: string): WrittenNode => ({ type: 'field', attrs: { name, label } });

/** A short signature that is right for everybody: greeting, name, company and address. `labels`: what placeholders are called. */
export const exampleSignature = (
  greeting: string,
  companyName: string,
  labels: Readonly<Record<'sender.name' | 'sender.email', string>>,
): WrittenNode => ({
  type: 'doc',
  content: [
    line(text(greeting)),
    line(field('sender.name', labels['sender.name'])),
    line(
      ...(companyName === '' ? [] : [text(companyName), { type: 'hardBreak' }]),
      field('sender.email', labels['sender.email']),
    ),
  ],
});

export const emptySignature = (account: SendingAccount): Begun => ({
  signature: undefined,
  account,
  name: '',
  doc: EMPTY,
});
