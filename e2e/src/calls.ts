import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListEntry } from '@kontor/contract/activity';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD } from './begun.ts';
import { openBrowser, rows, type BrowserSession } from './browser.ts';
import { openKontor } from './kontor.ts';
import { openSessionAs } from './signed-in.ts';

/** What a telephone system posts of a call, in Zammad's dialect. */
export interface CallEvent {
  readonly event: 'newCall' | 'answer' | 'hangup';
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  readonly direction: 'in' | 'out';
  readonly user?: string;
  readonly answeringNumber?: string;
  readonly cause?: string;
}

/** A small program that makes calls when its address is called, and keeps what it was told. */
export interface Dialler {
  readonly url: string;
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export async function openDialler(): Promise<Dialler> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      requests.push(`${request.url ?? ''} ${body}`.trim());
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Anna and Ben at their desks, with a list of calls that both see and a telephone system that tells of calls. */
export interface CallStage {
  readonly address: string;
  readonly anna: TestClient;
  readonly ben: TestClient;
  readonly annas: BrowserSession;
  readonly bens: BrowserSession;
  readonly dialler: Dialler;
  readonly listId: number;
  readonly lineId: number;
  /** Tells of a call, as the telephone system does. */
  post(event: CallEvent): Promise<Response>;
  found(by: TestClient, is: (entry: ListEntry) => boolean): Promise<ListEntry>;
  close(): Promise<void>;
}

export async function openCalls(): Promise<CallStage> {
  const [kontor, browser, dialler] = await Promise.all([
    openKontor({ KONTOR_PHONE_PRIVATE_HOSTS: 'true' }),
    openBrowser(),
    openDialler(),
  ]);
  const { address } = kontor;
  const [anna, ben] = (await Promise.all(
    ['anna', 'ben'].map((name) => new TestClient(address, 'demo').signIn(name, DEMO_PASSWORD)),
  )) as [TestClient, TestClient];
  const idOf = async (client: TestClient): Promise<number> => (await client.query<{ id: number }>('session.user')).id;
  const [annaId, benId] = await Promise.all([idOf(anna), idOf(ben)]);
  const { listId } = await anna.command<{ listId: number }>('phoneCall.saveList', {
    name: 'Empfang',
    memberIds: [annaId, benId],
  });
  const line = await anna.command<{ lineId: number; address: string }>('phoneCall.saveLine', {
    kind: 'cti',
    title: 'Telefonanlage',
    listId,
    terminals: [
      { terminal: 'anna', userId: annaId },
      { terminal: 'ben', userId: benId },
    ],
  });
  const annas = await openSessionAs('anna', browser, address);
  const bens = await openSessionAs('ben', browser, address);
  return {
    address,
    anna,
    ben,
    annas,
    bens,
    dialler,
    listId,
    lineId: line.lineId,
    post: (event) =>
      fetch(`${address}${line.address}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...event }).toString(),
      }),
    async found(by, is) {
      const all = await by.query<ListEntry[]>('phoneCall.items', { view: 'all' });
      return all.find(is) ?? expect.fail('There is no such call');
    },
    close: async () => {
      await bens.close();
      await annas.close();
      await kontor.close();
      await dialler.close();
    },
  };
}

/** The card of calls over a page. */
export const cardOn = (page: Page) => page.locator('.call-cards');
/** The row of a call, by what stands in it. */
export const callRow = (page: Page, text: string) => rows(page).filter({ hasText: text }).first();
