import { expect, test } from 'vitest';
import { withSearch } from './recent-rules.ts';

test.each<[readonly string[], string, readonly string[]]>([
  [[], 'Rechnung', ['Rechnung']],
  [[], ' ', []],
  [[], 'a', []],
  [['Rechnung'], ' Rechnung ', ['Rechnung']],
  [['Pumpe', 'Rechnung'], 'rechnung', ['rechnung', 'Pumpe']],
  [['Rech', 'Pumpe'], 'Rechnung', ['Rechnung', 'Pumpe']],
  [['Pumpe', 'Rech'], 'Rechnung', ['Rechnung', 'Pumpe', 'Rech']],
  [['bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh', 'ii'], 'aa', ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh']],
])('%j and %j', (searches, text, then) => {
  expect(withSearch(searches, text)).toEqual(then);
});
