import { defineScreen, f, when } from '#src/definition'
import { promotionApps } from './promotion-fields.ts'
import { market, ofScenario, scenarioMoney } from './scenario-fields.ts'

const perUnit = (label: string, help: string) => f.money({ currency: 'currency', min: 0, label, help, width: 110 })

// Written by the workbench of scenarios, which keeps what every line costs.
export const promotionScenarioLine = defineScreen({
  name: 'promotion-scenario-line',
  label: ['Planned line', 'Planned lines'],
  area: 'promotions',
  menu: { hidden: true },
  apps: promotionApps,
  endpoint: 'promotion/scenario-lines',
  table: { key: ['scenario_number', 'line_no'], history: false },
  fields: {
    scenario_number: ofScenario,
    line_no: f.integer({ required: true, label: 'Line', width: 70 }),
    sticker_code: f.reference('promotion-sticker', { integrity: 'soft', index: true, label: 'Sticker', width: 120 }),
    country: { ...market, required: true },
    territory: f.text({ max: 40, index: true, width: 110, help: 'Empty: the country as a whole' }),
    material_number: f.reference('material', { integrity: 'soft', index: true, label: 'Material', width: 110 }),
    group_code: f.reference('custom-group', { integrity: 'soft', index: true, label: 'Custom group', width: 120 }),
    baseline_volume: f.decimal(15, 3, { min: 0, label: 'Last year', help: 'Units of the same days', width: 100 }),
    volume: f.decimal(15, 3, { min: 0, help: 'Units expected', width: 100 }),
    financed_percent: f.percent({ min: 0, max: 100, label: 'Financed', width: 90 }),
    list_price: perUnit('List price', 'Of one unit'),
    support_per_unit: perUnit('Support', 'Cash off one unit'),
    coverage_per_unit: perUnit('Coverage', 'What the coverage of one unit costs'),
    buydown_percent: f.percent({ min: 0, max: 100, label: 'Buydown', help: 'Of what is financed', width: 90 }),
    currency: f.text({ max: 3, width: 80 }),
    cash_cost: scenarioMoney('Cash support'),
    coverage_cost: scenarioMoney('Coverage cost'),
    finance_cost: scenarioMoney('Financing'),
    total_cost: scenarioMoney('Cost'),
    plan_currency: f.text({ max: 3, label: 'Plan currency', hidden: true, width: 80 }),
    plan_cash: f.money({ currency: 'plan_currency', label: 'Cash of the plan', hidden: true }),
    plan_coverage: f.money({ currency: 'plan_currency', label: 'Coverage of the plan', hidden: true }),
    plan_finance: f.money({ currency: 'plan_currency', label: 'Financing of the plan', hidden: true }),
    plan_cost: f.money({ currency: 'plan_currency', label: 'Cost in the plan', help: 'At its rates', width: 130 }),
    fault: f.text({ max: 400, sentence: true, label: 'Not computed', width: 260 }),
  },
  list: {
    path: '/promotion-scenario-lines',
    columns: [
      'scenario_number',
      'line_no',
      'sticker_code',
      'country',
      'territory',
      'material_number',
      'volume',
      'total_cost',
      'currency',
      'plan_cost',
    ],
    sort: ['-scenario_number', 'line_no'],
    filters: ['scenario_number', 'country', 'sticker_code', 'material_number'],
    totals: { volume: 'sum', plan_cost: 'sum' },
    views: { 'Not computed': when.notEmpty('fault') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'What is offered',
        rows: [
          ['scenario_number', 'line_no'],
          ['sticker_code', 'country', 'territory'],
          ['material_number', 'group_code'],
        ],
      },
      {
        title: 'What is expected',
        rows: [
          ['baseline_volume', 'volume', 'financed_percent'],
          ['list_price', 'support_per_unit', 'coverage_per_unit', 'buydown_percent'],
        ],
      },
      {
        title: 'What it costs',
        rows: [['cash_cost', 'coverage_cost', 'finance_cost'], ['total_cost', 'currency', 'plan_cost'], ['fault']],
      },
    ],
  },
  access: { read: 'promotions.read', write: 'never' },
})
