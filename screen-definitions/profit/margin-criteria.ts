import { f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { salesLinesWanted } from '../shared/sales-criteria.ts'

const value = (label: string) => f.text({ max: 120, label })

/** At which level margins are looked at. */
export const levelAsked = {
  analysis_level: f.reference('profit-analysis-level', { required: true, beginsAtFirst: true, label: 'Level' }),
}

/** Values of the level's attributes that are asked for. */
export const valuesAsked = {
  value_1: { ...value('Only the first value'), help: 'Of the first attribute of the level' },
  value_2: value('Only the second value'),
  value_3: value('Only the third value'),
}

/** Which lines count, and in which currency they are added up. */
export const marginLinesAsked = {
  ...salesLinesWanted,
  currency: {
    ...currencyCode({ default: 'EUR', required: true }),
    help: 'Other currencies at the average rate of the day; lines without a rate are left out',
  },
}

/** The place of a row: what it is called, and the values by which it leads to its lines. */
export const placeFields = {
  place: f.text({ label: 'Place', width: 260 }),
  value_1: f.text({ hidden: true, label: 'First value' }),
  value_2: f.text({ hidden: true, label: 'Second value' }),
  value_3: f.text({ hidden: true, label: 'Third value' }),
  currency: f.text({ width: 80 }),
}

export const money = (label: string, width = 130) => f.money({ currency: 'currency', label, width })

/** What of the sales of a row has no cost: it has no margin, and is left out of every other figure. */
export const uncostedFields = {
  uncosted_lines: f.integer({
    label: 'Lines without a cost',
    help: 'They have no margin and are left out of all other figures',
    width: 110,
  }),
  uncosted_value: { ...money('Net without a cost'), help: 'The net value of the lines that have no cost' },
}

/** Where the lines behind a place are: those of a margin with its returns, or only what was sold. */
export const placeDrill = (shown: 'all' | 'sold') => ({
  screen: 'margin-policy-exceptions',
  filters: {
    analysis_level: 'analysis_level',
    value_1: 'value_1',
    value_2: 'value_2',
    value_3: 'value_3',
    billing_date_from: 'billing_date_from',
    billing_date_to: 'billing_date_to',
    customer: 'customer',
    material: 'material',
    country: 'country',
    currency: 'currency',
  },
  fixed: { shown },
})
