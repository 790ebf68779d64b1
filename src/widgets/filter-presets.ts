/** A named date range of the filter menu; bounds are relative dates, so that a saved address means the same tomorrow. */
export interface DatePreset {
  readonly label: string
  readonly from: string
  readonly to: string
}

export const datePresets: readonly DatePreset[] = [
  { label: 'Today', from: '@today', to: '@today' },
  { label: 'Last 7 days', from: '@today-6d', to: '@today' },
  { label: 'Last 30 days', from: '@today-29d', to: '@today' },
  { label: 'This month', from: '@monthStart', to: '@monthEnd' },
  { label: 'Last month', from: '@monthStart-1m', to: '@monthStart-1d' },
  { label: 'This quarter to date', from: '@quarterStart', to: '@today' },
  { label: 'Last quarter', from: '@quarterStart-3m', to: '@quarterStart-1d' },
  { label: 'This year', from: '@yearStart', to: '@yearEnd' },
  { label: 'Last year', from: '@yearStart-1y', to: '@yearStart-1d' },
]

export const presetOf = (from: string, to: string): DatePreset | undefined =>
  datePresets.find((preset) => preset.from === from && preset.to === to)
