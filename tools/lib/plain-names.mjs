// Words of our own that have an equal which everybody knows. Names are held against them.

/** Our word, as a name bears it, and what everybody calls it. */
const PLAIN = new Map([
  ['MOST_', 'MAX_'],
  ['LEAST_', 'MIN_'],
  ['FEWEST_', 'MIN_'],
  ['LONGEST_', 'MAX_'],
  ['usual', 'default'],
  ['Leaf', 'ItemKindHooks'],
  ['seat', 'accountEntry'],
  ['Seat', 'AccountEntry'],
  ['Stay', 'AccountSession'],
  ['keeper', 'persister'],
  ['Keeper', 'Persister'],
  ['doubts', 'staleLists'],
  ['odds', 'conflicts'],
  ['Odds', 'Conflict'],
  ['house', 'fixture'],
  ['House', 'Fixture'],
  ['town', 'fixture'],
  ['Town', 'Fixture'],
  ['Trail', 'LogContext'],
  ['trail', 'logContext'],
  ['chance', 'random'],
  ['Chance', 'Random'],
  ['Bone', 'SkeletonBlock'],
  ['Bones', 'Skeleton'],
  ['place', 'index (or position, folder, location)'],
  ['Place', 'Position (or Slot, Location)'],
  ['asked', 'request (or params, query)'],
  ['Asked', 'Request (or Params)'],
  ['told', 'reported (or message, notified)'],
  ['tell', 'notify (or report)'],
  ['customs', 'ownFilters'],
  ['Customs', 'OwnFilters'],
]);

/** What everybody calls what a declared name calls by a word of our own; undefined where it is plain. A word that ends in `_` is a beginning. */
export function plainFor(name) {
  for (const [own, plain] of PLAIN)
    if (own.endsWith('_') ? name.startsWith(own) : name === own) return name.replace(own, plain);
  return undefined;
}

const DECLARED = /\b(?:const|let|function|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g;

/** Names that a source declares. */
export const declaredIn = (source) => [...source.matchAll(DECLARED)].map(([, name]) => name);
