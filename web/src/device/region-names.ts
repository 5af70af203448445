/** Returns what a region is called: its account, and the place's number there. */
export const regionName = (account: string, placeId: number): string => `${account}#${placeId}`;

/** Returns the account of a region. */
export const accountOfRegion = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('#')));

/** Returns the number of a region's place. */
export const placeOfRegion = (name: string): number => Number(name.slice(name.lastIndexOf('#') + 1));
