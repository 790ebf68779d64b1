import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cronProblem, isTimeZone, nextOccurrence, type Timetable } from './occurrences.ts'

const timetable = (more: Partial<Timetable>): Timetable => ({
  cron: '30 6 * * *',
  time_zone: 'UTC',
  day_rule: 'any',
  weekend: 'sat-sun',
  holidays: new Set(),
  ...more,
})
const next = (more: Partial<Timetable>, from: string) => nextOccurrence(timetable(more), new Date(from))

test('follows the clock of its zone over the change to summer time', () => {
  // Clocks in Berlin go forward on 29 March 2026.
  expect(next({ time_zone: 'Europe/Berlin' }, '2026-03-28T00:00:00Z')).toBe('2026-03-28T05:30:00.000Z')
  expect(next({ time_zone: 'Europe/Berlin' }, '2026-03-29T00:00:00Z')).toBe('2026-03-29T04:30:00.000Z')
})

test('leaves out days without work, or puts them off to the next working day', () => {
  const holidays = new Set(['2026-12-25', '2026-12-28'])
  // Thursday 24 December 2026; Friday 25th and Monday 28th are holidays.
  const after = '2026-12-24T12:00:00Z'
  expect(next({}, after)).toBe('2026-12-25T06:30:00.000Z')
  expect(next({ day_rule: 'skip', holidays }, after)).toBe('2026-12-29T06:30:00.000Z')
  const monthly = { cron: '0 22 25 * *', time_zone: 'Europe/Berlin', holidays }
  expect(next({ ...monthly, day_rule: 'next' }, after)).toBe('2026-12-29T21:00:00.000Z')
  expect(next({ ...monthly, day_rule: 'skip' }, after)).toBe('2027-01-25T21:00:00.000Z')
  // In the middle of the break what was put off is still to come.
  expect(next({ ...monthly, day_rule: 'next' }, '2026-12-27T00:00:00Z')).toBe('2026-12-29T21:00:00.000Z')
})

test('knows other weekends', () => {
  // 2026-12-25 is a Friday.
  expect(next({ day_rule: 'skip', weekend: 'fri-sat' }, '2026-12-24T12:00:00Z')).toBe('2026-12-27T06:30:00.000Z')
  expect(next({ day_rule: 'skip', weekend: 'none' }, '2026-12-25T12:00:00Z')).toBe('2026-12-26T06:30:00.000Z')
})

test('tells what is wrong with times', () => {
  expect(cronProblem('30 6 * * 1-5')).toBeNull()
  expect(cronProblem('0 2 L * *')).toBeNull()
  expect(cronProblem('every morning')).toContain('Five parts')
  expect(cronProblem('61 6 * * *')).not.toBeNull()
  expect(cronProblem('0 0 31 2 *')).toBe('These times never come')
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Europe/Nowhere')).toBe(false)
})

test('finds the next of times that come often, before, on and after days without work', () => {
  // Saturday 10 October 2026.
  const saturday = '2026-10-10T12:07:30Z'
  expect(next({ cron: '*/15 * * * *', day_rule: 'next' }, saturday)).toBe('2026-10-12T00:00:00.000Z')
  expect(next({ cron: '* * * * *', day_rule: 'next' }, '2026-10-12T09:00:30Z')).toBe('2026-10-12T09:01:00.000Z')
  expect(next({ cron: '*/5 * * * *', day_rule: 'skip' }, saturday)).toBe('2026-10-12T00:00:00.000Z')
  // Times of Saturday that are still to come on Monday.
  expect(next({ cron: '*/5 9 * * 6', day_rule: 'next' }, '2026-10-12T09:07:00Z')).toBe('2026-10-12T09:10:00.000Z')
  expect(next({ cron: '0 9 * * 6', day_rule: 'skip' }, saturday)).toBeNull()
  expect(next({ cron: '* * * * 0,6', day_rule: 'skip' }, saturday)).toBeNull()
  expect(next({ cron: '0 9 29 2 *', day_rule: 'skip' }, saturday)).toBe('2028-02-29T09:00:00.000Z')
})

// In summer, so that their clocks are not changed meanwhile.
const ahead = { UTC: 0, 'Europe/Berlin': 120, 'Asia/Kolkata': 330 } as const
const [minute, dayLong] = [60_000, 86_400_000]
const plus = (iso: string, days: number) =>
  new Date(new Date(`${iso}T00:00Z`).getTime() + days * dayLong).toISOString().slice(0, 10)

/** Whether a number is among those of a part such as 5, 2-7 and *\/15. */
const among = (part: string) => (value: number) => {
  if (part.startsWith('*')) return value % Number(part.slice(2) || 1) === 0
  const [least, most = least] = part.split('-').map(Number)
  return value >= least! && value <= most!
}

/** The same, minute by minute. */
function slowly(timetable: Timetable, from: Date, until: Date): string | null {
  const off: readonly number[] = { 'sat-sun': [0, 6], 'fri-sat': [5, 6], sun: [0], none: [] }[timetable.weekend]
  const isWorking = (iso: string) =>
    !timetable.holidays.has(iso) && !off.includes(new Date(`${iso}T00:00Z`).getUTCDay())
  const [minutes, hours, , , week] = timetable.cron.split(' ').map(among)
  const shift = ahead[timetable.time_zone as keyof typeof ahead] * minute
  let best: number | null = null
  const begin = Math.floor((from.getTime() - 12 * dayLong) / minute) * minute
  for (let at = begin; at <= until.getTime(); at += minute) {
    const shown = new Date(at + shift)
    const own = shown.toISOString().slice(0, 10)
    if (!minutes!(shown.getUTCMinutes()) || !hours!(shown.getUTCHours()) || !week!(shown.getUTCDay())) continue
    if (timetable.day_rule === 'skip' && !isWorking(own)) continue
    let days = 0
    while (!isWorking(plus(own, days))) days += 1
    const kept = at + days * dayLong
    if (kept > from.getTime() && (best === null || kept < best)) best = kept
  }
  return best === null ? null : new Date(best).toISOString()
}

test('says what a search minute by minute says', () => {
  const days = Array.from({ length: 20 }, (_, index) => plus('2026-06-05', index))
  const part = (most: number) =>
    fc.oneof(
      fc.constant('*'),
      fc.integer({ min: 0, max: most }).map(String),
      fc.integer({ min: 2, max: Math.min(20, most) }).map((step) => `*/${step}`),
      fc
        .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: most }))
        .map((ends) => ends.toSorted((a, b) => a - b).join('-')),
    )
  const times = fc.tuple(part(59), part(23), part(6)).map(([minutes, hours, week]) => `${minutes} ${hours} * * ${week}`)
  fc.assert(
    fc.property(
      fc.record({
        cron: times,
        time_zone: fc.constantFrom(...Object.keys(ahead)),
        day_rule: fc.constantFrom('skip' as const, 'next' as const),
        weekend: fc.constantFrom('sat-sun' as const, 'fri-sat' as const, 'sun' as const, 'none' as const),
        holidays: fc.uniqueArray(fc.constantFrom(...days), { maxLength: 4 }).map((all) => new Set(all)),
      }),
      fc.integer({ min: 0, max: 5 * 86_400 }),
      (one, seconds) => {
        const from = new Date(new Date('2026-06-14T00:00:00Z').getTime() + seconds * 1_000)
        const until = new Date('2026-07-02T00:00:00Z')
        const found = nextOccurrence(one, from)
        expect(found !== null && new Date(found) > until ? null : found).toBe(slowly(one, from, until))
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)
