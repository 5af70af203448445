import './fences-list.css';
import { presenceQueries, type AutomaticUserState } from '@kontor/contract/presence';
import { useCallback, useEffect, useState } from 'react';
import { queryKey } from '../../../client/ask.ts';
import type { Client } from '../../../client/client.ts';
import { useKontor } from '../../../client/react.tsx';
import type { Device, PositionFault } from '../../../device/device.ts';
import { accountOfRegion, regionName } from '../../../device/region-names.ts';
import { useAccountEntries, useFormats, useTexts } from '../../../shell/index.ts';
import { Button, Callout, Icon } from '../../../ui/parts.tsx';
import { fencesListTexts } from './fences-list-texts.ts';

interface ListedPlace {
  /** What its region is called. */
  readonly region: string;
  readonly name: string;
  readonly instance: string;
  /** Metres. */
  readonly radius: number;
  readonly isWatched: boolean;
  /** Whether the person counts as being there. */
  readonly isThere: boolean;
}

interface Listed {
  readonly places: readonly ListedPlace[];
  /** Instances whose places are not known, as without a network. */
  readonly unknown: readonly string[];
  readonly fault: PositionFault | undefined;
}

/** Returns the places of an account; what was known last where the server does not answer. */
async function placesOf(client: Client): Promise<readonly AutomaticUserState[]> {
  const { automaticUserStates } = presenceQueries;
  const { ask } = client;
  const known = ask.cache.peek(queryKey(automaticUserStates, {})).data as readonly AutomaticUserState[] | undefined;
  return ask.run(automaticUserStates, {}).catch((fault: unknown) => {
    if (known === undefined) throw fault;
    return known;
  });
}

/** Reads which places this device watches, of all accounts. Where it is is read only to see whether it can, and kept nowhere. */
async function listPlaces(
  fences: Device['fences'],
  accounts: readonly { readonly key: string; readonly title: string; readonly client: Client | undefined }[],
): Promise<Listed> {
  const watched = new Set(await fences.watched());
  const unknown: string[] = [];
  const all = await Promise.all(
    accounts.map(async ({ key, title, client }) => {
      const places = client === undefined ? undefined : await placesOf(client).catch(() => undefined);
      if (places === undefined) unknown.push(title);
      return (places ?? []).flatMap(({ id, name, radius, key: own, status }): ListedPlace[] => {
        if (own === null || radius === null) return [];
        const region = regionName(key, id);
        const isThere = status === 'active';
        return [{ region, name: name ?? '', instance: title, radius, isWatched: watched.has(region), isThere }];
      });
    }),
  );
  const places = all.flat();
  const fault = places.length === 0 ? undefined : await fences.position().then(() => undefined, faultOf);
  return { places, unknown, fault };
}

const faultOf = (fault: unknown): PositionFault => (fault === 'denied' || fault === 'unavailable' ? fault : 'slow');

/** The places that are switched on on this device, of all instances, and which of them it watches. */
export function FencesList({ device: { fences } }: { device: Pick<Device, 'fences'> }) {
  const t = useTexts(fencesListTexts);
  const formats = useFormats();
  const { env } = useKontor();
  const { accountEntries } = useAccountEntries();
  const [listed, setListed] = useState<Listed>();
  const look = useCallback(() => {
    const accounts = accountEntries
      .filter(({ state }) => state === 'in')
      .map(({ key, account, client }) => ({ key, title: account.title, client }));
    void listPlaces(fences, accounts).then(setListed, () => undefined);
  }, [fences, accountEntries]);
  useEffect(() => {
    look();
    return env.onWake(look);
  }, [env, look]);
  if (listed === undefined) return null;
  const { places, unknown, fault } = listed;
  const areOfSeveral = new Set(places.map(({ region }) => accountOfRegion(region))).size > 1;
  const areMany = new Set(places.map(({ instance }) => instance)).size > 1;
  return (
    <section className="settings-section">
      <h2>{t.title}</h2>
      <p className="quiet">{places.length === 0 ? t.none : t.hint(fences.max)}</p>
      {areOfSeveral ? <p className="quiet">{t.several}</p> : null}
      {fault === 'denied' || fault === 'unavailable' ? (
        <Callout icon="warning" action={<Button onClick={() => void fences.openSettings()}>{t.openSystem}</Button>}>
          {t.faults[fault]}
        </Callout>
      ) : null}
      {places.length === 0 ? null : (
        <ul className="framed-list fences-list" aria-label={t.title}>
          {places.map(({ region, name, instance, radius, isWatched, isThere }) => (
            <li key={region}>
              <Icon name="push-pin" />
              <span className="framed-name">
                {name || t.unnamed}
                <span className="hint">
                  {[areMany ? instance : '', t.radius(formats.number(radius)), isWatched ? '' : t.notWatched]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </span>
              </span>
              <span className="quiet">{isThere ? t.there : t.notThere}</span>
            </li>
          ))}
        </ul>
      )}
      {unknown.map((instance) => (
        <p key={instance} className="quiet">
          {t.unknown(instance)}
        </p>
      ))}
    </section>
  );
}
