import type { Expression } from '#src/definition/expression/ast.ts'
import type { Amount } from '../calculation/amount.ts'

/** Which part of the way from list to pocket price a step belongs to. */
export type Bucket = 'list' | 'on-invoice' | 'off-invoice' | 'cost'

/** How a step finds its value. */
export type CalcType = 'percent' | 'amount' | 'lookup' | 'formula'

/** What percents are of: the first price, the price as it stands before the step, or as it stood after step n. */
export type Base = 'original' | 'running' | number

/** One step of a formula procedure. */
export interface Step {
  /** A whole number; 40.1 for what hangs on step 40. */
  readonly sequence: number
  readonly component: string
  readonly calcType: CalcType
  /** Percent, or the amount of a unit; of percent and amount steps. */
  readonly value: Amount | null
  readonly base: Base
  readonly sign: 1 | -1
  readonly bucket: Bucket
  /** Shown, and changes no price; in the bucket cost it is what the product costs. */
  readonly statistical: boolean
  /** Of neighbouring steps of one group only the best for the customer counts. */
  readonly group: string | null
  readonly formula: Expression | null
  /** The step is left out where it does not hold. */
  readonly condition: Expression | null
  /** A step that finds no value keeps the line from being priced. */
  readonly required: boolean
}

/** What a lookup found: an amount of a unit or a percent, and where it stands. */
export interface Found {
  readonly kind: 'amount' | 'percent'
  readonly value: Amount
  readonly source: string
}

/** A step as it was worked out. */
export interface StepLine {
  readonly sequence: number
  readonly component: string
  readonly bucket: Bucket
  readonly calcType: CalcType
  readonly statistical: boolean
  /** What a percent was taken of; null for amounts. */
  readonly base: Amount | null
  /** Percent, or the amount before its sign; null where nothing was found. */
  readonly rate: Amount | null
  readonly isPercent: boolean
  /** What the step comes to, with its sign, whether it counts or not. */
  readonly amount: Amount
  /** Whether it moved the price. */
  readonly counts: boolean
  /** The price after it. */
  readonly running: Amount
  /** Why it does not count, or where its value stands; empty where there is nothing to say. */
  readonly remark: string
}

/** Why a line could not be priced. */
export interface Fault {
  readonly sequence: number
  readonly component: string
  readonly message: string
}

/** The whole way from list to pocket price of a unit, and what is left of it. */
export interface Waterfall {
  readonly lines: readonly StepLine[]
  readonly list: Amount
  readonly onInvoice: Amount
  readonly invoice: Amount
  readonly offInvoice: Amount
  readonly net: Amount
  /** Cost to serve, as it was subtracted: negative where it costs. */
  readonly toServe: Amount
  readonly pocket: Amount
  /** What the product costs; null where nothing says so. */
  readonly cost: Amount | null
  readonly margin: Amount | null
  /** Margin over pocket price in percent; null without either. */
  readonly marginPercent: Amount | null
  readonly faults: readonly Fault[]
}
