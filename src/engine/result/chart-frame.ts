import type { KeyboardEvent } from 'react'
import type { Scale } from './chart-scale.ts'

/** What the pointer or the keys stand on: a title and the figures there. */
export interface ChartTip {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly text: string; readonly colour: string }[]
  /** Place in the drawing, px. */
  readonly x: number
  readonly y: number
}

/** A token of the theme; charts have colours of their own, which can be told apart on light and dark. */
export const colourOf = (series: number): string => `var(--chart-${(series % 8) + 1})`

/** Roughly how wide a text is drawn; fonts of the product differ by a few percent. */
export const textWidth = (text: string): number => text.length * 7.2

export const shortened = (text: string, width: number): string => {
  const most = Math.max(3, Math.floor(width / 6.6))
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** Words for the ticks of an axis: short, all to the same digit. */
export function tickWords({ ticks }: Scale, locale: string, percent = false): string[] {
  const most = Math.max(...ticks.map(Math.abs))
  const unit = most >= 1e9 ? 1e9 : most >= 1e6 ? 1e6 : most >= 1e4 ? 1e3 : 1
  // As many digits as tell every tick as it is: steps of 2.5 need one.
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6
  const digits = [0, 1, 2, 3, 4, 5].find((count) => ticks.every((tick) => isWhole((tick / unit) * 10 ** count))) ?? 6
  const suffix = { 1: '', 1000: 'K', 1000000: 'M', 1000000000: 'B' }[unit] ?? ''
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return ticks.map((tick) => (tick === 0 ? '0' : `${number.format(tick / unit)}${suffix}${percent ? '%' : ''}`))
}

/** Arrows, Home and End move along a chart; answers where to, or null for any other key. */
export function movedPlace(event: KeyboardEvent, place: number, count: number): number | null {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  if (step === undefined) return null
  return Math.min(count - 1, Math.max(0, place + step))
}
