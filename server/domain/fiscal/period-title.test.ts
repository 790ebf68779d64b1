import { describe, expect, it } from 'vitest'
import { periodsOf } from './fiscal-year.ts'
import { calendarTitle, periodTitle, periodTitles, withEdges } from './period-title.ts'

describe('titles of fiscal periods', () => {
  it('have the year where the name does not say it', () => {
    expect(periodTitle(2026, 'P01')).toBe('FY2026 P01')
    expect(periodTitle(2027, 'P01')).toBe('FY2027 P01')
    expect(periodTitle(2026, 'FY2026 P01')).toBe('FY2026 P01')
    expect(periodTitle(2026, 'Mar 2026')).toBe('Mar 2026')
    expect(periodTitle(2026, 'FY26 P01')).toBe('FY26 P01')
    expect(periodTitle(2026, 'P26')).toBe('FY2026 P26')
    expect(periodTitle(2026, 'Batch 120261')).toBe('FY2026 Batch 120261')
  })

  it('are told apart within a year, whatever they were called', () => {
    const titles = periodTitles({
      fiscal_year: 2026,
      periods: [
        { period_no: 1, name: 'Q1' },
        { period_no: 2, name: 'Q1' },
        { period_no: 3, name: 'Q2' },
      ],
    })
    expect([...titles.values()]).toEqual(['FY2026 Q1 (1)', 'FY2026 Q1 (2)', 'FY2026 Q2'])
  })

  it('are those of the calendar for whole months, quarters and years only', () => {
    expect(calendarTitle('2026-03-01', '2026-03-31')).toBe('2026-03')
    expect(calendarTitle('2026-04-01', '2026-06-30')).toBe('2026-Q2')
    expect(calendarTitle('2026-01-01', '2026-12-31')).toBe('2026')
    expect(calendarTitle('2026-03-01', '2026-03-28')).toBeNull()
    expect(calendarTitle('2026-07-01', '2027-06-30')).toBeNull()
  })
})

describe('the days beside fiscal periods', () => {
  const spans = periodsOf({ fiscal_year: 2026, pattern: '4-4-5', start_date: '2026-02-01', weeks: 52 }).map((one) => ({
    from: one.start_date,
    to: one.end_date,
    name: one.name,
  }))

  it('are the rest of the months they begin and end in, without gap or overlap', () => {
    const whole = withEdges(spans, 'month')
    expect(whole.at(0)).toMatchObject({ from: '2026-02-01', name: 'FY2026 P01' })
    expect(whole.at(-1)).toEqual({ from: '2027-01-31', to: '2027-01-31', name: '2027-01' })
    for (const [at, span] of whole.slice(1).entries())
      expect(Date.parse(span.from) - Date.parse(whole[at]!.to)).toBe(86_400_000)
  })

  it('are whole months between years that do not meet', () => {
    const apart = [spans[0]!, { from: '2026-05-10', to: '2026-06-06', name: 'FY2027 P01' }]
    expect(withEdges(apart, 'month').map(({ from, to, name }) => [name, from, to])).toEqual([
      ['FY2026 P01', '2026-02-01', '2026-02-28'],
      ['2026-03', '2026-03-01', '2026-03-31'],
      ['2026-04', '2026-04-01', '2026-04-30'],
      ['2026-05', '2026-05-01', '2026-05-09'],
      ['FY2027 P01', '2026-05-10', '2026-06-06'],
      ['2026-06', '2026-06-07', '2026-06-30'],
    ])
    expect(withEdges([], 'month')).toEqual([])
  })
})
