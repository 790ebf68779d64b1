// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'

const fresh = async () => {
  vi.resetModules()
  return import('./time-zone.ts')
}

beforeEach(() => localStorage.clear())

describe('the time zone of the reader', () => {
  it('is named by the browser once and remembered for the next page', async () => {
    const { timeZone } = await fresh()
    const named = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(timeZone()).toBe(named)
    expect((await fresh()).timeZoneAtStart()).toBe(named)
  })

  it('is at the start one of the same distance where it was never named, without asking for its name', async () => {
    const asked = vi.spyOn(Intl, 'DateTimeFormat')
    const { timeZoneAtStart } = await fresh()
    const at = (minutes: number) => Object.assign(new Date(), { getTimezoneOffset: () => minutes })
    const zones = [-120, 300, 0].map((minutes) => timeZoneAtStart(at(minutes)))
    expect(asked).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    // Signs of these names run the other way: Berlin in summer is two hours ahead.
    expect(zones).toEqual(['Etc/GMT-2', 'Etc/GMT+5', 'UTC'])
    const noon = Date.UTC(2026, 6, 1, 12)
    const hours = zones.map((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(noon))
    expect(hours).toEqual(['14', '07', '12'])
  })

  it('is asked for where no zone has its distance', async () => {
    const { timeZoneAtStart } = await fresh()
    const halves = Object.assign(new Date(), { getTimezoneOffset: () => -330 })
    expect(timeZoneAtStart(halves)).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })
})
