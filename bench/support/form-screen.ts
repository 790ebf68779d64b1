import { defineScreen, f, normalizeScreen, when, type FieldSpec, type Screen } from '#src/definition'

export const fieldCount = 200
export const rowCount = 500

const kinds = [
  () => f.text({ max: 200, help: 'As the partner writes it' }),
  () => f.decimal(15, 3, { min: 0, unit: 'kg' }),
  () => f.date(),
  () => f.choice(['one', 'two', 'three']),
  () => f.text({ max: 200, visible: when.notEmpty('f_0') }),
  () => f.money({ currency: 'EUR' }),
  () => f.flag({ default: false }),
  () => f.reference('customer', { integrity: 'soft' }),
  () => f.longText({ max: 4000 }),
  () => f.percent(),
]

const names = Array.from({ length: fieldCount }, (_, index) => `f_${index}`)

// Generated names are no literal types.
const widely = (fields: Readonly<Record<string, FieldSpec>>): Readonly<Record<string, FieldSpec>> => fields

/** A record of two hundred fields of every kind in twenty sections, some of them conditional, and nested rows. */
export const formScreen: Screen = normalizeScreen(
  defineScreen({
    name: 'bench-form',
    label: ['Bench form', 'Bench forms'],
    area: 'masters',
    endpoint: 'bench-form',
    table: { key: ['f_0'] },
    fields: widely({
      ...Object.fromEntries(names.map((name, index) => [name, kinds[index % kinds.length]!()])),
      lines: f.rows(
        {
          article: f.text({ max: 40, required: true }),
          description: f.text({ max: 200 }),
          quantity: f.decimal(15, 3, { min: 0 }),
          price: f.money({ currency: 'EUR' }),
          valid_from: f.date(),
          urgent: f.flag({ default: false }),
        },
        { key: ['article'], maxRows: 2_000 },
      ),
    }),
    list: { path: '/bench-form', columns: ['f_0', 'f_1'] },
    form: {
      layout: [
        ...Array.from({ length: fieldCount / 10 }, (_, section) => ({
          title: `Section ${section + 1}`,
          rows: Array.from({ length: 5 }, (_row, row) =>
            names.slice(section * 10 + row * 2, section * 10 + row * 2 + 2),
          ),
        })),
        { title: 'Lines', rows: [['lines']] },
      ],
    },
  }),
)

/** A record of it with so many lines. */
export const formRecord = {
  ...Object.fromEntries(names.filter((_, index) => index % 10 === 0).map((name, index) => [name, `Value ${index}`])),
  lines: Array.from({ length: rowCount }, (_, index) => ({
    article: `A${index}`,
    description: `Lantern, ${index} cm`,
    quantity: String(index),
    price: '12.50',
    valid_from: '2026-01-01',
    urgent: index % 3 === 0,
  })),
}
