import type { ParamsInputOf } from '@kontor/contract/kernel';
import {
  isConnected,
  isHistoryKind,
  type HistoryKind,
  type Line,
  type LineKind,
  type LineMapping,
  type phonecallCommands,
} from '@kontor/contract/phonecall';

export interface Person {
  readonly id: number;
  readonly fullName: string;
}

/** A telephone of a telephone system, as it is matched with people. */
export interface DraftTerminal {
  readonly terminal: string;
  readonly userId: number;
  /** 0: that of the system. */
  readonly listId: number;
  readonly lastAt: string | null;
}

export interface LineDraft {
  readonly kind: LineKind;
  readonly title: string;
  readonly listId: number;
  readonly country: string;
  readonly zone: string;
  readonly isOn: boolean;
  /** Empty keeps what is stored. */
  readonly secret: string;
  readonly forgetsSecret: boolean;
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly mapping: LineMapping;
  /** Its history is asked; an empty secret keeps what is stored. */
  readonly historyOn: boolean;
  readonly historyUrl: string;
  readonly historyUser: string;
  readonly historySecret: string;
  readonly hasHistorySecret: boolean;
  readonly terminals: readonly DraftTerminal[];
}

/** What fields and values are called until somebody says otherwise. */
const DEFAULT_MAPPING: LineMapping = {
  event: 'event',
  ring: 'ring',
  answer: 'answer',
  end: 'end',
  callId: 'callid',
  from: 'callfrom',
  to: 'callto',
  name: 'displayname',
  terminal: 'terminal',
  direction: 'direction',
  incoming: '1',
  outgoing: '0',
};

const DEFAULT_PORTS: Partial<Record<LineKind, string>> = { ami: '5038', ari: '8088', nfon: '443' };
const DEFAULT_HOSTS: Partial<Record<LineKind, string>> = { nfon: 'providersupportdata.cloud-cfg.com' };

/** What a form of a line begins with: with what is stored, or a new one that calls the first list its own. */
export function beginLine(line: Line | undefined, firstList: number): LineDraft {
  const own = { secret: '', forgetsSecret: false, historySecret: '' } as const;
  if (line === undefined)
    return {
      kind: 'sipgate',
      title: '',
      listId: firstList,
      country: '',
      zone: 'Europe/Berlin',
      isOn: true,
      host: '',
      port: '',
      user: '',
      mapping: DEFAULT_MAPPING,
      historyOn: false,
      historyUrl: '',
      historyUser: '',
      hasHistorySecret: false,
      terminals: [],
      ...own,
    };
  const { kind, title, listId, country, zone, isOn, host, port, user, mapping, history, terminals } = line;
  return {
    kind,
    title,
    listId,
    country,
    zone,
    isOn,
    host,
    port: port === 0 ? '' : String(port),
    user,
    mapping: mapping ?? DEFAULT_MAPPING,
    historyOn: history !== null,
    historyUrl: history?.url ?? '',
    historyUser: history?.user ?? '',
    hasHistorySecret: history !== null,
    terminals: terminals.map((one) => ({ ...one, listId: one.listId ?? 0 })),
    ...own,
  };
}

export const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535;

/** Kinds whose history lets in by a name beside the secret. */
export const needsUser = (kind: HistoryKind): boolean => kind !== 'placetel';
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#@]+/i.test(text.trim()) && !/[?#@]/.test(text);

/** Whether the history of a line can be asked as it is written. */
const isHistoryValid = ({
  kind,
  historyOn,
  historyUrl,
  historyUser,
  historySecret,
  hasHistorySecret,
}: LineDraft): boolean =>
  !isHistoryKind(kind) ||
  !historyOn ||
  ((historySecret !== '' || hasHistorySecret) &&
    (!needsUser(kind) || historyUser.trim() !== '') &&
    (kind !== 'yeastar' || isWebAddress(historyUrl)));

/** Whether a line may be saved: those that are connected to need an address, too. */
export const isValidLine = (draft: LineDraft): boolean =>
  draft.title.trim() !== '' &&
  draft.listId > 0 &&
  draft.zone.trim() !== '' &&
  (!isConnected(draft.kind) || (hostOf(draft) !== '' && isPort(portOf(draft)))) &&
  isHistoryValid(draft) &&
  draft.terminals.every(({ terminal }) => terminal.trim() !== '');

/** The port that is meant: the usual one of the kind where none was written. */
export const portOf = ({ kind, port }: Pick<LineDraft, 'kind' | 'port'>): string =>
  port.trim() === '' ? (DEFAULT_PORTS[kind] ?? '') : port.trim();

/** The host that is meant: the provider's where none was written. */
export const hostOf = ({ kind, host }: Pick<LineDraft, 'kind' | 'host'>): string =>
  host.trim() === '' ? (DEFAULT_HOSTS[kind] ?? '') : host.trim();

/** What the server is told of it. `lineId`: null for a new one. */
export const lineParams = (
  draft: LineDraft,
  lineId: number | null,
): ParamsInputOf<typeof phonecallCommands.saveLine> => {
  const isDialled = isConnected(draft.kind);
  return {
    lineId,
    kind: draft.kind,
    title: draft.title.trim(),
    listId: draft.listId,
    country: draft.country,
    zone: draft.zone.trim(),
    isOn: draft.isOn,
    secret: draft.secret !== '' ? draft.secret : draft.forgetsSecret ? '' : null,
    host: isDialled ? hostOf(draft) : '',
    port: isDialled ? Number(portOf(draft)) : 0,
    user: isDialled ? draft.user.trim() : '',
    mapping: draft.kind === 'template' ? draft.mapping : null,
    history:
      isHistoryKind(draft.kind) && draft.historyOn
        ? {
            url: draft.historyUrl.trim(),
            user: needsUser(draft.kind) ? draft.historyUser.trim() : '',
            secret: draft.historySecret === '' ? null : draft.historySecret,
          }
        : null,
    terminals: draft.terminals.map(({ terminal, userId, listId }) => ({
      terminal: terminal.trim(),
      userId,
      listId: listId === 0 ? null : listId,
    })),
  };
};
