import { afterEach, describe, expect, it, vi } from 'vitest'
import { localDay, readersCalendar, resolveDate, type Calendar } from './dates.ts'
import { evaluate, f, normalizeField, when } from '#src/definition'

afterEach(() => vi.useRealTimers())

describe('the day that is today', () => {
  it('is the one where the reader is, on either side of the date line', () => {
    vi.useFakeTimers({ now: new Date('2026-11-25T23:30:00Z') })
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    expect(readersCalendar().today).toBe('2026-11-26')
    expect(resolveDate('@today-1d', 'date', readersCalendar().today)).toBe('2026-11-25')
    vi.stubEnv('TZ', 'America/Los_Angeles')
    vi.setSystemTime(new Date('2026-12-01T02:00:00Z'))
    expect(readersCalendar().today).toBe('2026-11-30')
    expect(resolveDate('@monthStart', 'date', readersCalendar().today)).toBe('2026-11-01')
    expect(localDay(new Date('0045-03-01T12:00:00Z'))).toBe('0045-03-01')
  })

  it('holds the instants that the reader sees on it', () => {
    const fields = [normalizeField('sent', f.dateTime())]
    const sent = '2026-06-30T22:30:00.000Z'
    const on = (day: string, calendar: Calendar) => evaluate(when.eq('sent', day), { sent }, { fields, ...calendar })
    const utc = { today: '2026-07-01' }
    expect([on('2026-06-30', utc), on('2026-07-01', utc), on('@today', utc)]).toEqual([true, false, false])
    vi.useFakeTimers({ now: new Date('2026-07-01T08:00:00Z') })
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect([on('2026-06-30', readersCalendar()), on('@today', readersCalendar())]).toEqual([false, true])
  })
})
