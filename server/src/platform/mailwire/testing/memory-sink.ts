import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServerFault } from '../faults.ts';
import type { FetchedMail, FlagPush, FolderPush, KnownFolder, MailboxSink, MailFlags, OpenedFolder } from '../sink.ts';

interface KeptFolder extends OpenedFolder {
  readonly id: number;
  modseq: string | null;
  mark: string | null;
  readonly mails: Map<number, FetchedMail>;
}

/** Keeps what a watcher finds in memory, for tests. */
export class MemorySink implements MailboxSink {
  readonly faults: MailServerFault[] = [];
  readonly pushes: { folderId: number; push: FlagPush }[] = [];
  watching = false;
  fetchedTwice = 0;
  foldersLeftOut: readonly string[] = [];
  /** Names of folders as people were told of them. */
  readonly foldersTold = new Set<string>();
  /** Number of mails after which keeping one fails, once. */
  failAfter = Number.POSITIVE_INFINITY;
  readonly #folders = new Map<number, KeptFolder>();
  readonly #phases: string[] = [];

  folder(path: string): KeptFolder | undefined {
    return [...this.#folders.values()].find((folder) => folder.path === path);
  }

  subjects(path: string): string[] {
    return [...(this.folder(path)?.mails.values() ?? [])].map(subjectOf);
  }

  flags(path: string, subject: string): MailFlags | undefined {
    return [...(this.folder(path)?.mails.values() ?? [])].find((mail) => subjectOf(mail) === subject)?.flags;
  }

  push(path: string, subject: string, change: Omit<FlagPush, 'uid'>): void {
    const folder = this.folder(path);
    const mail = [...(folder?.mails.values() ?? [])].find((one) => subjectOf(one) === subject);
    if (folder !== undefined && mail !== undefined)
      this.pushes.push({ folderId: folder.id, push: { uid: mail.uid, ...change } });
  }

  /** Waits for at most 20 s, less than its tests have, so that a failure says what did not happen. */
  async until(condition: () => boolean): Promise<void> {
    for (let tries = 0; tries < 2000; tries += 1) {
      if (condition()) return;
      await sleep(10);
    }
    throw new Error(
      `Did not happen: ${condition.toString()}; phases: ${this.#phases.join(', ')}; faults: ${JSON.stringify(this.faults)}`,
    );
  }

  async openFolder(opened: OpenedFolder): Promise<KnownFolder> {
    let folder = this.folder(opened.path);
    if (folder === undefined || folder.uidValidity !== opened.uidValidity) {
      const id = folder?.id ?? this.#folders.size + 1;
      folder = { ...opened, id, modseq: null, mark: null, mails: new Map() };
      this.#folders.set(id, folder);
    }
    const uids = new Map([...folder.mails].map(([uid, { flags }]) => [uid, flags]));
    const isRead = opened.role !== 'trash' && opened.role !== 'junk';
    const fetchFrom = isRead ? 0 : folder.uidNext;
    return { id: folder.id, uids, modseq: folder.modseq, mark: folder.mark, fetchFrom, formerly: [] };
  }

  async lookBegins(paths: readonly string[]): Promise<void> {
    for (const folder of this.#folders.values()) if (!paths.includes(folder.path)) this.#folders.delete(folder.id);
  }

  async adopt(): Promise<void> {}

  async ready(): Promise<void> {}

  async fetched(folderId: number, fetched: readonly FetchedMail[]): Promise<void> {
    for (const mail of fetched) {
      if (this.failAfter-- === 0) throw new Error('The disk is full');
      const mails = this.#mails(folderId);
      if (mails.has(mail.uid)) this.fetchedTwice += 1;
      mails.set(mail.uid, mail);
    }
  }

  async flagsChanged(folderId: number, changes: ReadonlyMap<number, MailFlags>): Promise<void> {
    const mails = this.#mails(folderId);
    for (const [uid, flags] of changes) {
      const mail = mails.get(uid);
      if (mail !== undefined) mails.set(uid, { ...mail, flags });
    }
  }

  async vanished(folderId: number, uids: readonly number[]): Promise<void> {
    for (const uid of uids) this.#mails(folderId).delete(uid);
  }

  async folderSynced(folderId: number, upTo: { modseq: string | null; mark: string }): Promise<void> {
    const folder = this.#folders.get(folderId);
    if (folder !== undefined) Object.assign(folder, upTo);
  }

  async reflect(): Promise<boolean> {
    return false;
  }

  async locationsToPush(): Promise<FolderPush[]> {
    return [];
  }

  async moveBegins(): Promise<void> {}
  async copied(): Promise<void> {}
  async moved(): Promise<void> {}
  async moveRefused(): Promise<void> {}
  async unmarked(): Promise<void> {}
  async appendsToPush(): Promise<[]> {
    return [];
  }
  async appendBytes(): Promise<undefined> {}
  async appendsBegin(): Promise<[]> {
    return [];
  }
  async appended(): Promise<void> {}
  async notThere(): Promise<void> {}
  async appendRefused(): Promise<void> {}

  async foldersToPush(): Promise<string[]> {
    return this.pushes.flatMap(({ folderId }) => this.#folders.get(folderId)?.path ?? []);
  }

  async flagsToPush(folderId: number): Promise<FlagPush[]> {
    return this.pushes.filter((one) => one.folderId === folderId).map(({ push }) => push);
  }

  async pushed(_folderId: number, push: FlagPush): Promise<void> {
    this.pushes.splice(
      this.pushes.findIndex((one) => one.push === push),
      1,
    );
  }

  progress({ phase, folder }: { phase: string; folder: string }): void {
    this.foldersTold.add(folder);
    this.watching = phase === 'watching';
    if (this.#phases.at(-1) !== phase) this.#phases.push(phase);
  }

  leftOut(names: readonly string[]): void {
    this.foldersLeftOut = names;
  }

  fault(fault: MailServerFault): void {
    this.watching = false;
    this.faults.push(fault);
  }

  #mails(folderId: number): Map<number, FetchedMail> {
    return this.#folders.get(folderId)?.mails ?? new Map<number, FetchedMail>();
  }
}

const subjectOf = ({ raw }: FetchedMail): string =>
  /^Subject: (.*)$/m.exec(Buffer.from(raw).toString())?.[1]?.trim() ?? '';
