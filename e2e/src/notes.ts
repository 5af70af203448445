import type { TaskDetail } from '@kontor/contract/task';
import type { Page } from 'playwright-core';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD } from './begun.ts';
import { openBrowser, type BrowserSession } from './browser.ts';
import { openKontor } from './kontor.ts';
import { openSessionAs } from './signed-in.ts';
import { openItem } from './written.ts';

/** Anna and Ben at their desks, about to write. */
export interface NoteStage {
  readonly address: string;
  readonly anna: TestClient;
  readonly ben: TestClient;
  readonly annas: BrowserSession;
  readonly bens: BrowserSession;
  /** Numbers of people by their names. */
  readonly ids: Readonly<Record<string, number>>;
  open(on: Page, aggregateId: string, how?: 'view' | 'edit'): Promise<void>;
  /** Makes one of Anna's, and returns its id. */
  create(moduleLayout: 'task' | 'note', more?: object): Promise<string>;
  /** Makes a note that both write in. */
  shared(content: string, name?: string): Promise<string>;
  detailsOf(aggregateId: string): Promise<TaskDetail>;
  close(): Promise<void>;
}

export async function openNotes(): Promise<NoteStage> {
  const [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
  const { address } = kontor;
  const [anna, ben] = (await Promise.all(
    ['anna', 'ben'].map((name) => new TestClient(address, 'demo').signIn(name, DEMO_PASSWORD)),
  )) as [TestClient, TestClient];
  const people = await anna.query<{ id: number; userName: string }[]>('account.people');
  const ids = Object.fromEntries(people.map(({ id, userName }) => [userName, id]));
  const annas = await openSessionAs('anna', browser, address);
  const bens = await openSessionAs('ben', browser, address);
  const create: NoteStage['create'] = async (moduleLayout, more = {}) =>
    (await anna.command<{ aggregateId: string }>('task.create', { moduleLayout, inactive: false, ...more }))
      .aggregateId;
  return {
    address,
    anna,
    ben,
    annas,
    bens,
    ids,
    open: (on, aggregateId, how = 'view') => openItem(on, address, aggregateId, how),
    create,
    shared: (content, name = 'Besprechung') => create('note', { title: name, content, ownerUserId: ids['ben'] }),
    detailsOf: (aggregateId) => anna.query<TaskDetail>('task.details', { aggregateId }),
    close: async () => {
      await annas.close();
      await bens.close();
      await kontor.close();
    },
  };
}
