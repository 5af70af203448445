import { expect, test } from 'vitest';
import { localOf } from './local-time.ts';

/** As the calendar of the language has it, which is too slow for thousands. */
function byCalendar(instant: string, zone: string) {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate().toString(), minutes: local.hour * 60 + local.minute };
}

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
/** Moments around which clocks are changed, Apia leaves out a day, and a year begins. */
const MOMENTS = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-04-04T15:00:00Z',
  '2011-12-30T10:00:00Z',
  '2027-01-01T00:00:00Z',
  '1969-12-31T23:59:00Z',
];

test.each(ZONES)('an instant is at its local minute in %s, also where the clock is changed', (zone) => {
  for (const moment of MOMENTS)
    for (let quarter = -120; quarter <= 120; quarter += 1) {
      const instant = Temporal.Instant.from(moment)
        .add({ minutes: quarter * 15 })
        .toString();
      expect(localOf(instant, zone), instant).toEqual(byCalendar(instant, zone));
    }
});

test('what is no instant is at no time', () => expect(() => localOf('soon', 'Europe/Berlin')).toThrow(RangeError));
