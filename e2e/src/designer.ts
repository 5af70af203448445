import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';

interface Kind {
  readonly ID: number;
  readonly Name: string;
  readonly fields: { readonly leftColumn: readonly { readonly key: string; readonly kind: string }[] };
}
interface Field {
  readonly key: string;
  readonly value?: string;
  readonly selectedValue?: string | null;
}
interface Model {
  readonly jsonModel: { readonly model: Record<'leftColumn' | 'rightColumn', Field[]> };
}

interface Whole {
  readonly version: number;
  readonly name: string;
  readonly following: number | null;
  readonly columns: readonly { readonly key: string; readonly isShown: boolean }[];
}

/** What a journey does and sees in the designer of kinds, by an administrator's page. */
export function designerOf(page: () => Page, admin: () => TestClient) {
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const form = () => page().locator('.kind-form');
  const kinds = () => admin().query<Kind[]>('record.instances');
  return {
    button,
    form,
    kinds,
    preview: () => page().getByRole('region', { name: 'So sieht ein Datensatz aus' }),
    card: (label: string) =>
      page()
        .locator('.kind-card', { has: page().getByText(label, { exact: true }) })
        .first(),
    kindId: async (name: string): Promise<number> => (await kinds()).find(({ Name }) => Name === name)?.ID ?? 0,
    model: async (idoId: number, idoInstanceId: number) =>
      (await admin().query<Model>('record.model', { idoId, idoInstanceId })).jsonModel.model,
    whole: (idoInstanceId: number) => admin().query<Whole>('record.kind', { idoInstanceId }),
    /** How many records have a value in a field. */
    count: async (idoInstanceId: number, key: string, value: string): Promise<number> => {
      const detailsSearch = JSON.stringify([{ key, operator: 'is', value }]);
      return (await admin().query<{ totalCount: number }>('record.items', { idoInstanceId, detailsSearch })).totalCount;
    },
    create: async (idoInstanceId: number, values: Readonly<Record<string, string>>): Promise<number> =>
      (await admin().command<{ idoId: number }>('record.create', { idoInstanceId, jsonPayload: { values } })).idoId,
    add: async (kind: string, label: string, column = 'Linke Spalte'): Promise<void> => {
      await button(`Feld hinzufügen: ${column}`).click();
      await page().getByRole('menuitem', { name: kind, exact: true }).click();
      await form().getByLabel('Bezeichnung').fill(label);
    },
    save: (): Promise<void> => button('Speichern').click(),
    saved: () => expect.poll(() => button('Speichern').isDisabled()).toBe(true),
  };
}
