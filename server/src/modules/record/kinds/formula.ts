import { keptNumber, type FieldDefinition } from '@kontor/contract/record';
import jsep, { type Expression } from 'jsep';
import { FUNCTIONS, FormulaFault, compare, dayOf, numberOf, textOf, type Term } from './formula-functions.ts';

type Computed = Extract<FieldDefinition, { kind: 'computed' }>;
/** What is read of the fields of one record. */
export type ReadTerm = (key: string) => Term;
/** A formula that was judged, to be worked out for any number of records. */
export interface Formula {
  /** The fields that it is made of. */
  readonly keys: readonly string[];
  /** What comes of it, as it is kept. Throws FormulaFault where nothing does. */
  readonly run: (read: ReadTerm) => string;
}

const MAX_DEPTH = 40;
const OPERATORS: Readonly<Record<string, (a: Term, b: Term) => Term>> = {
  '+': (a, b) => (isText(a) || isText(b) ? textOf(a) + textOf(b) : shifted(a, b, 1)),
  '-': (a, b) => {
    const [from, to] = [dayOf(b), dayOf(a)];
    return from !== undefined && to !== undefined ? to - from : shifted(a, b, -1);
  },
  '*': (a, b) => calculated(a, b, (one, other) => one * other),
  '/': (a, b) =>
    calculated(a, b, (one, other) => {
      if (other === 0) throw new FormulaFault('zero');
      return one / other;
    }),
  '<': (a, b) => compare(a, b) < 0,
  '<=': (a, b) => compare(a, b) <= 0,
  '>': (a, b) => compare(a, b) > 0,
  '>=': (a, b) => compare(a, b) >= 0,
  '=': (a, b) => compare(a, b) === 0,
  '==': (a, b) => compare(a, b) === 0,
  '!=': (a, b) => compare(a, b) !== 0,
};

const isText = (term: Term): boolean => typeof term === 'string' && keptNumber(term) === undefined;

function calculated(a: Term, b: Term, how: (one: number, other: number) => number): Term {
  return a === null || b === null || a === '' || b === '' ? null : how(numberOf(a), numberOf(b));
}

function shifted(a: Term, b: Term, by: 1 | -1): Term {
  const day = dayOf(a);
  if (day !== undefined) return b === null || b === '' ? null : { day: day + by * Math.trunc(numberOf(b)) };
  return calculated(a, b, (one, other) => one + by * other);
}

/** Signs that stand alone for what the parser knows: `;` between what a function takes, a comma within a number where that is no doubt. */
function asParsed(formula: string): string {
  const parts = formula.split(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/);
  const isTexted = (index: number) => index % 2 === 1;
  const hasSemicolon = parts.some((part, index) => !isTexted(index) && part.includes(';'));
  let depth = 0;
  const signs = parts.map((part, index) => {
    if (isTexted(index)) return part;
    return part
      .split('')
      .map((sign, at) => {
        if (sign === '(') depth += 1;
        if (sign === ')') depth -= 1;
        if (depth > MAX_DEPTH) throw new FormulaFault('tooDeep');
        const isWithin = /\d/.test(part[at - 1] ?? '') && /\d/.test(part[at + 1] ?? '');
        if (sign === ',' && isWithin && (hasSemicolon || depth === 0)) return '.';
        return sign === ';' ? ',' : sign;
      })
      .join('');
  });
  return signs.join('');
}

type Step = (read: ReadTerm) => Term;

function compile(node: Expression, known: ReadonlySet<string>, keys: Set<string>, depth: number): Step {
  if (depth > MAX_DEPTH) throw new FormulaFault('tooDeep');
  const of = (part: unknown): Step => compile(part as Expression, known, keys, depth + 1);
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') break;
      return () => value;
    }
    case 'Identifier': {
      const key = node['name'] as string;
      if (!known.has(key)) throw new FormulaFault('field', key);
      keys.add(key);
      return (read) => read(key);
    }
    case 'UnaryExpression': {
      const [sign, argument] = [node['operator'] as string, of(node['argument'])];
      if (sign === '!') return (read) => argument(read) !== true;
      if (sign !== '-' && sign !== '+') throw new FormulaFault('operator', sign);
      return (read) => calculated(0, argument(read), (zero, one) => (sign === '-' ? zero - one : one));
    }
    case 'BinaryExpression': {
      const sign = node['operator'] as string;
      const [left, right] = [of(node['left']), of(node['right'])];
      if (sign === '&&') return (read) => left(read) === true && right(read) === true;
      if (sign === '||') return (read) => left(read) === true || right(read) === true;
      const how = Object.hasOwn(OPERATORS, sign) ? OPERATORS[sign] : undefined;
      if (how === undefined) throw new FormulaFault('operator', sign);
      return (read) => how(left(read), right(read));
    }
    case 'ConditionalExpression': {
      const [test, yes, no] = [of(node['test']), of(node['consequent']), of(node['alternate'])];
      return (read) => (test(read) === true ? yes(read) : no(read));
    }
    case 'CallExpression': {
      const callee = node['callee'] as Expression;
      if (callee.type !== 'Identifier') break;
      const writtenName = callee['name'] as string;
      const name = writtenName.toLowerCase();
      const given = (node['arguments'] as readonly Expression[]).map(of);
      if (name === 'if') {
        const [test, yes, no] = given;
        if (test === undefined || yes === undefined || given.length > 3) throw new FormulaFault('arguments', name);
        return (read) => (test(read) === true ? yes(read) : (no?.(read) ?? null));
      }
      const known = FUNCTIONS.get(name);
      if (known === undefined) throw new FormulaFault('function', writtenName);
      const [least, most] = known.takes;
      if (given.length < least || given.length > most) throw new FormulaFault('arguments', name);
      return (read) => known.run(given.map((one) => one(read)));
    }
  }
  throw new FormulaFault('syntax');
}

/** Reads a formula of fields. Throws FormulaFault where it is none; nothing in it is ever run as code. */
export function readFormula(
  field: Pick<Computed, 'formula' | 'result' | 'decimals'>,
  known: ReadonlySet<string>,
): Formula {
  jsep.addBinaryOp('=', 6);
  const keys = new Set<string>();
  let step: Step;
  try {
    step = compile(jsep(asParsed(field.formula)), known, keys, 0);
  } catch (error) {
    if (error instanceof FormulaFault) throw error;
    const { index } = error as { readonly index?: unknown };
    throw new FormulaFault('syntax', '', typeof index === 'number' ? Math.min(index, field.formula.length) : null);
  }
  return { keys: [...keys], run: (read) => kept(step(read), field) };
}

const MAX_TEXT = 2000;

/** A number as it is kept, to so many behind the point. */
function keptDecimal(number: number, decimals: number): string {
  if (!Number.isFinite(number) || Math.abs(number) >= 1e15) throw new FormulaFault('tooLarge');
  // By its digits: 1.005 is less than it looks as a number.
  const rounded = Number(`${Math.round(Number(`${Math.abs(number).toFixed(12)}e${decimals}`))}e-${decimals}`);
  return keptNumber((number < 0 ? -rounded : rounded).toFixed(decimals)) ?? '';
}

function kept(term: Term, { result, decimals }: Pick<Computed, 'result' | 'decimals'>): string {
  if (term === null || term === '') return '';
  if (result === 'number') return keptDecimal(numberOf(term), decimals ?? 6);
  if (result === 'text') {
    const text = textOf(term);
    if (text.length > MAX_TEXT) throw new FormulaFault('tooLarge');
    return text.trim();
  }
  const day = dayOf(term);
  if (day === undefined) throw new FormulaFault('date');
  return textOf({ day });
}
