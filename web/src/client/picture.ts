import { securityQueries } from '@kontor/contract/account';
import * as v from 'valibot';
import type { Client } from './client.ts';

/** The picture at the address of `account.avatar`, from this device where it was seen before; undefined for any other address. */
export async function loadPicture({ ask }: Client, address: string): Promise<Blob | undefined> {
  const fields = new URL(address, 'https://any.example').searchParams;
  const { avatar } = securityQueries;
  if (fields.get('query') !== avatar.name) return undefined;
  const parameters = v.safeParse(avatar.params, JSON.parse(fields.get('parameters') ?? '{}'));
  return parameters.success ? ask.bytes(avatar, parameters.output) : undefined;
}
