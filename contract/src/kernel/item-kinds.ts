import * as v from 'valibot';
import { ITEM_KINDS, type ItemKind } from '../kinds.ts';
import type { ItemKindDeclaration } from './item-kind.ts';

/** The kinds of item, by the short name that list entries and counts use. */
export type ItemKindName = ItemKind['name'];
export type { ItemKind };

type NameIn<T, K extends string> = T extends { readonly [P in K]: { readonly name: infer N extends string } }
  ? N
  : never;
type ListRightName = NameIn<ItemKind['rights'], 'list'>;
type CreateRightName = NameIn<ItemKind['rights'], 'create'>;
/** Rights to see items of a kind, and to make some. */
export type KindRightName = ListRightName | CreateRightName;
/** Settings by which people are told of new items of a kind. */
export type NoticeSetting = ItemKind extends infer K
  ? K extends { readonly notices: { readonly setting: infer S extends string } }
    ? S
    : never
  : never;
/** What calls people to items. */
export type KindAlarmType = ItemKind extends infer K
  ? K extends { readonly alarms: { readonly types: infer T } }
    ? keyof T & string
    : never
  : never;

/** What every kind of item declares: the type to read `KINDS` with, where it is not known which kind it is. */
export interface AnyItemKind extends ItemKindDeclaration {
  readonly name: ItemKindName;
  readonly icon: ItemKind['icon'];
  readonly rights: {
    readonly list?: { readonly name: ListRightName; readonly bit: number };
    readonly create?: { readonly name: CreateRightName; readonly bit: number };
  };
  readonly notices?: { readonly setting: NoticeSetting; readonly isOn?: boolean };
}

/** All kinds of item, by their numbers. */
export const KINDS: readonly AnyItemKind[] = ITEM_KINDS;
export const ITEM_KIND_NAMES: readonly ItemKindName[] = /* @__PURE__ */ KINDS.map(({ name }) => name);
export const ItemKindNameSchema = /* @__PURE__ */ v.picklist(ITEM_KIND_NAMES);

const BY_NAME = /* @__PURE__ */ new Map(KINDS.map((kind) => [kind.name, kind]));

/** The kind of a name. */
export const kindOf = (name: ItemKindName): AnyItemKind => BY_NAME.get(name) as AnyItemKind;

/** Number of a kind as the database keeps it, from 1. */
export const kindNumber = (name: ItemKindName): number => kindOf(name).number;

/** Name of the kind of a number from the database. Throws RangeError for a number that is none. */
export function kindNameOf(number: number): ItemKindName {
  const kind = KINDS.find((one) => one.number === number);
  if (kind === undefined) throw new RangeError(`No kind of item has the number ${number}`);
  return kind.name;
}
