import { exampleNaming, type Candidate, type Naming } from '@kontor/contract/phonecall';
import { expect, test } from 'vitest';
import { nameText, namedBy } from './rules.ts';

const [first] = exampleNaming.candidates as [Candidate];
const other: Candidate = { ...first, ownerId: 8, name: 'Werft Ost' };
const naming = (part: Partial<Naming>): Naming => ({ ...exampleNaming, ...part });

test.each([
  [{}, 'sure', 'Werft Neumann'],
  [{ sureness: 'maybe', name: '', candidates: [first, other, other] }, 'maybe', 'Werft Neumann oder Werft Ost'],
  [{ sureness: 'theirs', name: 'Praxis', candidates: [] }, 'theirs', 'Praxis'],
  [{ sureness: 'none', name: '', candidates: [] }, 'none', ''],
  [{ sureness: 'maybe', name: '', candidates: [] }, 'none', ''],
  [{ sureness: 'sure', name: '' }, 'none', ''],
] as const)('%o is %s, and read as %j', (part, kind, text) => {
  expect(namedBy(naming(part as Partial<Naming>)).kind).toBe(kind);
  expect(nameText(naming(part as Partial<Naming>), 'oder')).toBe(text);
});
