import type { SessionInfo } from '@kontor/contract/account';
import { useMemo } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { texts } from './texts.ts';

/** Where an address is, in words. */
export function usePlace(): (place: SessionInfo['place']) => string {
  const t = useTexts(texts).devices;
  const language = useLanguage();
  const countries = useMemo(() => new Intl.DisplayNames(language, { type: 'region' }), [language]);
  return (place) =>
    place.kind === 'here'
      ? t.here
      : place.kind === 'network'
        ? t.network
        : place.kind === 'country'
          ? (countries.of(place.country) ?? t.nowhere)
          : t.nowhere;
}
