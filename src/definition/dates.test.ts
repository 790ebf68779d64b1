import { afterEach, describe, expect, it, vi } from 'vitest'
import { dayIn, localDay, readersCalendar, resolveDate } from './dates.ts'
import { evaluate, f, normalizeField, when } from '#src/definition'

afterEach(() => vi.useRealTimers())

describe('the day that is today', () => {
  it('is the one where the reader is, on either side of the date line', () => {
    vi.useFakeTimers({ now: new Date('2026-11-25T23:30:00Z') })
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    expect(readersCalendar()).toEqual({ today: '2026-11-26', zone: 'Pacific/Kiritimati' })
    expect(resolveDate('@today-1d', 'date', readersCalendar().today)).toBe('2026-11-25')
    vi.stubEnv('TZ', 'America/Los_Angeles')
    vi.setSystemTime(new Date('2026-12-01T02:00:00Z'))
    expect(readersCalendar()).toEqual({ today: '2026-11-30', zone: 'America/Los_Angeles' })
    expect(resolveDate('@monthStart', 'date', readersCalendar().today)).toBe('2026-11-01')
    expect(localDay(new Date('0045-03-01T12:00:00Z'))).toBe('0045-03-01')
  })

  it('is told for any zone, with its summer time', () => {
    const at = Date.parse('2026-06-30T22:30:00Z')
    expect([dayIn(undefined, at), dayIn('UTC', at), dayIn('Europe/Berlin', at), dayIn('Asia/Kolkata', at)]).toEqual([
      '2026-06-30',
      '2026-06-30',
      '2026-07-01',
      '2026-07-01',
    ])
    expect(dayIn('Europe/Berlin', Date.parse('2026-12-31T22:30:00Z'))).toBe('2026-12-31')
    expect(dayIn('Europe/Berlin', Date.parse('0800-01-01T12:00:00Z'))).toBe('0800-01-01')
  })

  it('holds the instants of its own zone', () => {
    const fields = [normalizeField('sent', f.dateTime())]
    const sent = '2026-06-30T22:30:00.000Z'
    const on = (day: string, zone?: string) =>
      evaluate(when.eq('sent', day), { sent }, { fields, today: '2026-06-30', zone })
    expect([on('2026-06-30'), on('2026-07-01')]).toEqual([true, false])
    expect([on('2026-06-30', 'Europe/Berlin'), on('@today', 'Europe/Berlin')]).toEqual([false, false])
    expect(on('2026-07-01', 'Europe/Berlin')).toBe(true)
  })
})
