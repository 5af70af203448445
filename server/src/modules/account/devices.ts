import type { SessionInfo } from '@kontor/contract/account';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CountryResponse, Reader } from 'mmdb-lib';
import { addressKind } from '../../platform/egress/index.ts';

const require = createRequire(import.meta.url);

/** Program and system of a device as people call them, from what the program says of itself; empty where it says nothing. */
export async function deviceOf(userAgent: string): Promise<{ readonly program: string; readonly system: string }> {
  if (userAgent === '') return { program: '', system: '' };
  const { default: Bowser } = await import('bowser');
  const { browser, os } = Bowser.parse(userAgent);
  const [major = ''] = (browser.version ?? '').split('.');
  const named = [browser.name ?? '', major].filter(Boolean).join(' ');
  // Scripts call themselves `name/version`.
  const program = named || (/^[^\s/]{1,40}/.exec(userAgent)?.[0] ?? '');
  return { program, system: os.name ?? '' };
}

interface Country {
  readonly country_code?: string;
}

let countries: Promise<Reader<CountryResponse>> | undefined;

/** The country database, 8 MB, read when the first public address is asked about. */
async function readCountries(): Promise<Reader<CountryResponse>> {
  const { Reader: MmdbReader } = await import('mmdb-lib');
  const file = require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  return new MmdbReader<CountryResponse>(await readFile(file));
}

/** Where an address is, as far as it can be told without asking anybody. */
export async function placeOf(address: string): Promise<SessionInfo['place']> {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain === '::1' || plain.startsWith('127.')) return { kind: 'here' };
  const kind = addressKind(plain);
  if (kind === 'internal') return { kind: 'network' };
  if (kind === 'special') return { kind: 'unknown' };
  countries ??= readCountries();
  const found = (await countries).get(plain) as Country | null;
  return found?.country_code === undefined ? { kind: 'unknown' } : { kind: 'country', country: found.country_code };
}
