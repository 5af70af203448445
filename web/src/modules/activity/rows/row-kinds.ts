import type { ItemKindName } from '@kontor/contract/kernel';
import { useCallback } from 'react';
import { useShell, type RowKind } from '../../../shell/index.ts';

const DEFAULTS: RowKind = {};

/** How rows of a kind read, as its module has it. */
export function useRowKind(name: ItemKindName | undefined): RowKind {
  const { modules } = useShell();
  if (name === undefined) return DEFAULTS;
  for (const { rows } of modules) {
    const kind = rows?.[name];
    if (kind !== undefined) return kind;
  }
  return DEFAULTS;
}

export type KindOf = (name: ItemKindName) => RowKind;

/** The same for code that is about rows of several kinds. */
export function useRowKinds(): KindOf {
  const { modules } = useShell();
  return useCallback(
    (name) => modules.find(({ rows }) => rows?.[name] !== undefined)?.rows?.[name] ?? DEFAULTS,
    [modules],
  );
}
