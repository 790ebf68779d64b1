import { f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'

/** The screens of promotion planning belong to one application. */
export const promotionApps = ['Promotions'] as const

/** What they cost and are sold for is seen by planners alone. */
export const promotionAccess = {
  read: 'promotions.read',
  write: 'promotions.write',
  delete: 'promotions.delete',
  upload: 'promotions.upload',
} as const

/** The line of products something is planned for. */
export const productLine = f.reference('product-line', {
  required: true,
  immutable: true,
  index: true,
  search: true,
  label: 'Product line',
  width: 130,
})

/** A line of products, or nothing: it holds for all of them then. */
export const anyProductLine = f.reference('product-line', {
  immutable: true,
  index: true,
  search: true,
  label: 'Product line',
  help: 'Empty: all of them',
  width: 130,
})

/** What the territories name, offered where a country is asked for. */
export const countryOffered = { call: 'promo-territory-by-value', query: { by: 'country' } } as const

/** The country, which is the market, that something is planned for. */
export const country = f.text({
  max: 60,
  required: true,
  immutable: true,
  index: true,
  search: true,
  offers: countryOffered,
  width: 130,
})

/** A country, or nothing: it holds in all of them then. */
export const anyCountry = f.text({
  max: 60,
  immutable: true,
  index: true,
  search: true,
  offers: countryOffered,
  help: 'Empty: all of them',
  width: 130,
})

export const currency = currencyCode({ default: 'EUR', required: true })

/** Part of what tells records apart: it stays. */
export const ownCurrency = { ...currency, immutable: true, index: true }

/** From which day to which something holds; both days count, and no last day is no end. */
export const holds = {
  valid_from: f.date({ required: true, immutable: true, index: true, label: 'Valid from', width: 110 }),
  valid_to: f.date({
    after: 'valid_from',
    label: 'Valid to',
    help: 'The last day it holds; empty: until further notice',
    width: 110,
  }),
}

/** A term of financing. */
export const term = f.integer({
  required: true,
  immutable: true,
  index: true,
  min: 1,
  max: 120,
  unit: 'months',
  label: 'Term',
  width: 100,
})

/** Of a year, on what is still owed; what is paid back in equal months. */
export const yearlyRate = (label: string, help: string) => f.percent({ min: 0, max: 60, label, help, width: 120 })

export const materialNumber = f.reference('material', {
  required: true,
  immutable: true,
  index: true,
  search: true,
  label: 'Material',
  width: 130,
})

/** The columns by which files of planners name these fields. */
export const lineAliases = { product_line: ['Product line', 'Line', 'Division'] }
export const countryAliases = { country: ['Market', 'Country key', 'Land'] }
export const materialAliases = { material_number: ['Material', 'SKU', 'Model number', 'MATNR'] }
export const daysAliases = {
  valid_from: ['From', 'Start date', 'Valid from date'],
  valid_to: ['To', 'End date', 'Valid to date'],
}
