import type { Right } from '@kontor/contract/account';
import type { Difference, EntryRow, RelatedItem } from '@kontor/contract/activity';
import type { ItemKindName } from '@kontor/contract/kernel';
import type { SettingKey } from '@kontor/contract/settings';
import type { ComponentType, ReactNode } from 'react';
import type { Ahead, Fresh } from '../client/ahead-port.ts';
import type { Client } from '../client/client.ts';
import type { Failure } from '../client/failure.ts';
import type { IconName } from '../ui/icon-names.ts';
import type { RouteName } from './routes.ts';
import type { Language } from './language.ts';
import type { Notices } from './bars/notices.ts';
import type { Settings } from './settings/settings.ts';

export interface ScreenProps {
  /** Parameters of the route, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Where the screen is, with what stands behind its path: a list that is kept still has its own when another screen is shown. */
  readonly address: string;
  /** Puts the screen at another address without a step of the history, and leaves what stands beside it where it is. */
  readonly onMove: (address: string) => void;
}

/** A detail marks what scrolls in it by `data-scrolls`. `list`: kept alive, one a route, at the left of the split; `detail`: at the right; `page`: over the whole width. */
export interface Screen {
  readonly kind: 'list' | 'detail' | 'page';
  readonly component: ComponentType<ScreenProps>;
  /** A list that has the whole width where nothing is open beside it. */
  readonly isWhole?: true;
  /** What the tab of a detail bears. */
  readonly icon?: IconName;
  /** A detail that stays as it was left while its tab is open and another one is shown. What is edited stays anyway. */
  readonly keptAlive?: true;
  /** What the tab of a detail is called that is about no item, before it was shown; undefined where nobody can say. */
  readonly titleOf?: (
    client: Client,
    params: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
}

/** Something that can be done by name. Both languages are found, whichever is shown. */
export interface Command {
  readonly id: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** Other words that it is found by. */
  readonly words?: string;
  readonly keys?: string;
  readonly run: () => void;
}

export interface MenuEntry {
  /** By it people put entries in their order; those that the instance has made are numbered. */
  readonly route: RouteName | `item.${number}`;
  readonly path: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** Place in the menu, from 1. */
  readonly order: number;
  /** Stands in the place of the icon. */
  readonly letter?: string;
  /** It leads out of the app: `run` goes there, `href` is where, unless only `run` can. */
  readonly outside?: { readonly run: () => void; readonly href: string | undefined; readonly isWindow: boolean };
  /** Keys that lead there, as `g i`; empty for none. */
  readonly keys: string;
  /** Number behind the entry. */
  readonly useCount?: () => number;
  /** The same where it takes code that is loaded later: hands the number down. */
  readonly counter?: ComponentType<{ readonly children: (count: number) => ReactNode }>;
  /** Also at the bottom of small screens. */
  readonly bottom?: boolean;
  /** It is the list of one kind: these stand beneath a head of their own where they follow each other. */
  readonly isKind?: true;
}

/** Where a page of the settings stands in their list. */
export type SettingsGroup =
  | 'personal'
  | 'appearance'
  | 'working'
  | 'device'
  | 'mail'
  | 'records'
  | 'phone'
  | 'company'
  | 'system'
  | 'help';

export interface SettingsTab {
  /** Part of its path: `overview` is that of the list of all. */
  readonly key: string;
  readonly group: SettingsGroup;
  readonly label: Readonly<Record<Language, string>>;
  /** Place in its group, from 1. */
  readonly order: number;
  readonly component: ComponentType;
  /** Number behind its name. */
  readonly counter?: MenuEntry['counter'];
  /** What can be set on it, so that the palette leads there. */
  readonly settings?: readonly { readonly key: SettingKey; readonly label: Readonly<Record<Language, string>> }[];
  /** What else it is about, in both languages: it is found by these words, too. */
  readonly words?: string;
  /** Only administrators have it. */
  readonly administrators?: boolean;
}

/**
 * What is needed to do something with items, and to say so. What a module does with it may be loaded first: it rejects where that cannot be,
 * which who asked for it says (`attempt`).
 */
export interface ItemTools {
  readonly client: Client;
  readonly notices: Notices;
  readonly language: Language;
}

/** Something that a module does with items that were chosen, whichever they are. */
export interface ItemAction {
  readonly name: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** Its usual key. */
  readonly key: string;
  /** Absent: for all items. It is offered where it is for any of those that were chosen, and done to these alone. */
  readonly on?: (row: EntryRow) => boolean;
  /** Who lacks it cannot do it. */
  readonly right?: Right;
  /** Also a button of its own in the bar of what was chosen. */
  readonly inBar?: true;
  /** Also where one is read: in its menu, or as a button of its bar where there is room. */
  readonly ofDetails?: true | 'bar';
  /** `keys`: of the items' list entries. `open` shows an address. */
  readonly run: (given: ItemTools, keys: readonly string[], open: (address: string) => void) => void | Promise<void>;
}

/** A file of an item; without a key the item itself as a file. */
export interface ItemFile {
  readonly aggregateId: string;
  readonly storageKey: string;
  readonly filename: string;
}

/** Something that a module does with a file of an item, whichever that is: at once, or in a dialog whose code is loaded with it. */
export interface FileAction {
  readonly name: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** Who lacks it cannot do it. */
  readonly right?: Right;
  readonly run?: (given: ItemTools, file: ItemFile) => void;
  readonly dialog?: ComponentType<ItemFile & { readonly onClose: () => void }>;
}

/** An appointment that a mail brings, for what calendars have to say of it. */
export interface AboutInvitation {
  readonly event: {
    readonly uid: string;
    /** Which occurrence of one that repeats, as the mail has it; empty for all. */
    readonly recurrence: string;
    /** Whom the mail speaks for where it answers or proposes; else empty. */
    readonly speaker: string;
    /** They are not invited to what they speak of. */
    readonly isUninvited: boolean;
    /** Somebody has to decide whether that time suits. */
    readonly isOpen: boolean;
    /** ISO instants, or days where it lasts all day, of which the last is not part of it. */
    readonly startDate: string;
    readonly endDate: string | null;
    readonly allDay: boolean;
  };
  /** The mail leads to the appointment already. */
  readonly isLinked: boolean;
  /** Proposes another time to who invites: instants, or days, the last of which is part of it. Rejects with a `Failure`. Undefined where that cannot be done. */
  readonly propose:
    | ((proposed: { readonly startDate: string; readonly endDate: string; readonly comment: string }) => Promise<void>)
    | undefined;
  /** What is said of such a failure. */
  readonly say: (failure: Failure) => string;
}

/** How rows of a kind of item read beside what every row says. What is drawn is plain elements: there are thousands of rows in a day. */
export interface RowKind {
  /** In the place of how the item begins; `first` of the manifest loads it. */
  readonly preview?: ComponentType<{ readonly row: EntryRow }>;
  /** Icons beside those of every row, each with its words. */
  readonly marks?: ComponentType<{ readonly row: EntryRow }>;
  /** In the place of the picture of who it is from. */
  readonly portrait?: ComponentType<{ readonly row: EntryRow }>;
  /** In the place of when it came. */
  readonly time?: ComponentType<{ readonly row: EntryRow }>;
  /** Says the kind in the place of its icon, also where a list has no other. `label`: what the kind is called. */
  readonly icon?: ComponentType<{ readonly row: EntryRow; readonly label: string }>;
  /** What is said last in it, where another item tells that this one came of it. */
  readonly said?: ComponentType<Pick<RelatedItem, 'aggregateId' | 'information'>>;
  /** Field of its `extras` that is false where the person may not throw it away. */
  readonly discardRight?: string;
  /** What is asked once before such ones are thrown away, where there is anything to be asked. */
  readonly removal?: Removal;
}

export interface RemovalQuestion {
  /** What it is asked of, one or more. */
  readonly rows: readonly EntryRow[];
  /** Keys of what else is thrown away with the answer. */
  readonly others: readonly string[];
  /** Throws these away, and no others with them, as any other item. */
  readonly onThese: () => void;
  /** All of them were thrown away in another way. */
  readonly onGone: () => void;
  /** Called after each answer. */
  readonly onClose: () => void;
}

export interface Removal {
  readonly needsConfirmation: (row: EntryRow) => boolean;
  readonly dialog: ComponentType<RemovalQuestion>;
}

/** Something that a module does about a record, as writing something down about it. */
export interface RecordAction {
  readonly name: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** What stands on its button where there is little room. */
  readonly short: Readonly<Record<Language, string>>;
  /** Who lacks it cannot do it. */
  readonly right?: Right;
  /** Its usual key where one record is looked at. */
  readonly key?: string;
  /** `open` shows an address. */
  readonly run: (
    given: ItemTools,
    record: { readonly idoId: number; readonly idoInstanceId: number },
    open: (address: string) => void,
  ) => void | Promise<void>;
}

/** Something that a module does about a colleague, as writing to them. */
export interface PersonAction {
  readonly name: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** Who lacks it cannot do it. */
  readonly right: Right;
  /** `open` shows an address. */
  readonly run: (
    given: ItemTools,
    person: { readonly userId: number; readonly name: string },
    open: (address: string) => void,
  ) => void | Promise<void>;
}

/**
 * Parts of a record's page that other modules fill: what stands over its history, to write into it; around its documents; and the files
 * of its mails.
 */
export type RecordPart = 'activity' | 'document' | 'mailAttachment';

/** A record whose page is shown, with its contact persons. */
export interface AboutRecord {
  readonly idoId: number;
  readonly idoInstanceId: number;
  readonly title: string;
  readonly persons: readonly { readonly id: number; readonly name: string }[];
  /** What the page itself shows there. */
  readonly children?: ReactNode;
}

/** How a field of the history is put back that a module has brought to items of all kinds. */
export interface FieldBack {
  readonly field: string;
  readonly isPossible: (change: Pick<Difference, 'before' | 'after'>) => boolean;
  /** Rejects where it is refused. */
  readonly run: (given: ItemTools, aggregateId: string, change: Pick<Difference, 'before' | 'after'>) => Promise<void>;
}

/** A text that a person has ready for what they write. `more`: what it is about. */
export interface TextTemplate {
  readonly key: string;
  readonly name: string;
  readonly more: string;
}

export interface TextTemplates {
  readonly list: (client: Client) => Promise<readonly TextTemplate[]>;
  /** One as HTML, filled with what is known. Rejects where it cannot be had. */
  readonly read: (client: Client, key: string) => Promise<string>;
}

/** Something new that a module begins. */
export interface Creation {
  readonly name: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** Place in the menu of all that can be begun, from 1. */
  readonly order: number;
  /** Its usual key; empty for none. */
  readonly key: string;
  readonly right: Right;
  /** `open` shows an address; `written`: what it begins with, where it takes that. */
  readonly run: (given: ItemTools, open: (address: string) => void, written?: Written) => void | Promise<void>;
}

/** What something new begins with; `content` is HTML. */
export interface Written {
  readonly title: string;
  readonly content: string;
}

/** What a module brings to the shell. */
export interface Manifest {
  readonly name: string;
  /** Place beside the others, wherever what they bring has no place of its own, from 1. */
  readonly order: number;
  /** Who lacks it has no such module. */
  readonly right?: Right;
  readonly screens: Partial<Record<RouteName, Screen>>;
  readonly menu: readonly MenuEntry[];
  /** What stands in the menu under its entries. `onGo` is called where the menu stands in a sheet. */
  readonly underMenu?: ComponentType<{ readonly address: string; readonly onGo?: () => void }>;
  /** What can be done by name beside going to its places; `go` shows an address. */
  readonly commands?: (
    client: Client,
    go: (address: string) => void,
    tools: Pick<ItemTools, 'notices' | 'language'>,
  ) => readonly Command[];
  /** The same for what was typed into the palette, where it has to be asked for. Loaded when that is open. */
  readonly sought?: () => Promise<
    (client: Client, go: (address: string) => void, typed: string, signal: AbortSignal) => Promise<readonly Command[]>
  >;
  /** What is called as somebody types behind `record:` in a search, with the kind of each. Loaded when it is asked for. */
  readonly named?: () => Promise<
    (client: Client, typed: string, signal: AbortSignal) => Promise<readonly { name: string; kind: string }[]>
  >;
  /** Texts of the person that can be put into whatever they write. Loaded when one is wanted. */
  readonly templates?: () => Promise<TextTemplates>;
  readonly rows?: Partial<Record<ItemKindName, RowKind>>;
  /** What it does with items of lists, beside what every list does with them. */
  readonly onItems?: readonly ItemAction[];
  /** What it does with files of items. */
  readonly ofFiles?: readonly FileAction[];
  /** What it has to say of an appointment that a mail brings, in the bar of the mail. */
  readonly ofInvitations?: ComponentType<AboutInvitation>;
  /** What it does about a record. Loaded when one is looked at. */
  readonly ofRecords?: () => Promise<RecordAction>;
  /** What it does about colleagues. Loaded when one is looked at. */
  readonly ofPeople?: () => Promise<PersonAction>;
  /** What stands in the drawer of the people. */
  readonly people?: ComponentType<{ readonly onClose: () => void }>;
  /** What stands over an item, wherever it is read, that is shared with anybody. */
  readonly overShared?: ComponentType<{ readonly itemId: string }>;
  /** What it has about a record, by the tab of the record's page in which it stands. */
  readonly inRecords?: Partial<Record<RecordPart, ComponentType<AboutRecord>>>;
  /** How what it has brought to items is put back in their history. */
  readonly ofHistory?: FieldBack;
  /** Its pages of the settings. Loaded with the rest of the app, once the first screen stands. */
  readonly settings?: (modules: readonly Manifest[]) => Promise<readonly SettingsTab[]>;
  /** What an empty inbox says to a person to whom this module can bring nothing yet, else what it would say `otherwise`. */
  readonly emptyInbox?: ComponentType<{ readonly otherwise: ReactNode }>;
  /** What stands over the whole page where there is something to say. Drawn once the first screen stands. */
  readonly bar?: ComponentType;
  /** What stands in the head beside the corner at the right, where it has something to say. */
  readonly head?: ComponentType;
  /** What can be begun anew, by its name. */
  readonly creates?: readonly Creation[];
  /** Loads what the first screen of a signed-in person is made of, before it is drawn. */
  readonly first?: () => Promise<void>;
  /** Loads what is not needed at first, once the page has nothing else to do. */
  readonly warm?: () => void;
  /** What is fetched while the page has nothing to do, to be read without a network. Loaded when that begins. */
  readonly ahead?: () => Promise<(client: Client) => Ahead>;
  /** What is asked for anew when the app is looked at again. Loaded when that happens. */
  readonly fresh?: () => Promise<(client: Client, settings: Settings) => Fresh>;
  /** Asks for the detail of an item that will probably be opened next. */
  readonly prepare?: Partial<Record<ItemKindName, (client: Client, aggregateId: string) => void>>;
}

/** Declares a module's manifest. */
export const defineManifest = (manifest: Manifest): Manifest => manifest;
