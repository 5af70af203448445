/** The same in both languages of the interface. */
export interface InBoth<T> {
  readonly de: T;
  readonly en: T;
}

/** A right of people, and the bit that keeps it; the bit is its own for ever. */
interface KindRight {
  readonly name: string;
  readonly bit: number;
}

/** A route of the web app: its name, and its pattern. */
interface KindRoute {
  readonly name: string;
  readonly path: string;
}

/** What a kind of item is called. */
export interface KindWords {
  readonly one: string;
  readonly many: string;
  /** Its list, where that is not called as many of them are. */
  readonly list?: string;
  /** One that has just come. */
  readonly fresh: string;
  /** One that has no title, where more can be said than that it has none. */
  readonly untitled?: string;
  /** What is understood behind `type:` in a search, the one that is offered first; absent: what one and many of them are called. */
  readonly typed?: readonly [string, ...string[]];
}

/**
 * A kind of item: what all parts of Kontor have to know of it, said once. Its module says the rest: operations in the contract, hooks on the server
 * and in the web app.
 */
export interface ItemKindDeclaration {
  /** What entries, counts and aggregate ids bear. */
  readonly name: string;
  /** What the database keeps for it, from 1; its own for ever. */
  readonly number: number;
  /** Name of its icon in the web app. */
  readonly icon: string;
  readonly words: InBoth<KindWords>;
  readonly rights: {
    /** Who lacks it sees no item of the kind; absent: everybody may. */
    readonly list?: KindRight;
    readonly create?: KindRight;
  };
  readonly routes: { readonly list?: KindRoute; readonly detail: KindRoute };
  /** Its unfinished items are counted. */
  readonly isCounted?: true;
  /** One that is linked with a record for the first time goes into the archive. */
  readonly isArchivedByLink?: true;
  /** It can be marked as spam. */
  readonly canBeSpam?: true;
  /** The setting by which people are told of new ones, which they are until they choose unless it says otherwise; absent: nobody is. */
  readonly notices?: { readonly setting: string; readonly isOn?: boolean };
  /** What calls people to it at a time; absent: nothing does. */
  readonly alarms?: {
    /** Types of alarm, and what each is said to be about, where that is not one of the kind. */
    readonly types: Readonly<Record<string, InBoth<string> | null>>;
    /** What happens at the time that an alarm names. */
    readonly at: 'due' | 'begins' | 'about';
    /** Whoever opens the item has heard the alarm. */
    readonly isHeardByOpening?: true;
  };
}

/** Declares a kind of item. */
export const defineItemKind = <const K extends ItemKindDeclaration>(kind: K): K => kind;
