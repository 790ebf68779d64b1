import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { figurePeriod, levelValues, profitAccess, profitApplications } from './choices.ts'

const figure = {
  analysis_level: 'LINES',
  driver: 'FREIGHT',
  value_1: 'Coffee',
  period_from: '2026-01-01',
  period_to: '2026-01-31',
  value: '1200',
}

export const profitLevelData = defineScreen({
  name: 'profit-level-data',
  label: ['Driver figure', 'Driver figures'],
  area: 'profit',
  menu: { order: 30, label: 'Driver maintenance' },
  apps: profitApplications,
  formId: 'IMA_CONFIG_PROFIT_LEVEL_DATA',
  endpoint: 'profit-analysis-level-data',
  table: { key: ['analysis_level', 'driver', 'value_1', 'value_2', 'value_3', 'period_from'] },
  hooks: 'profit-level-data',
  title: 'driver',
  fields: {
    analysis_level: f.reference('profit-analysis-level', {
      required: true,
      immutable: true,
      index: true,
      label: 'Level',
      width: 120,
    }),
    driver: f.reference('profit-driver', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Driver',
      width: 120,
    }),
    ...levelValues,
    value_1: { ...levelValues.value_1, required: true },
    ...figurePeriod,
    value: f.decimal(18, 6, {
      required: true,
      help: 'An amount of the period, an amount for a unit, or percent of net value, as the driver is kept',
      width: 120,
    }),
    currency: currencyCode({ default: 'EUR' }),
    origin: f.choice(
      [
        { value: 'manual', label: 'Maintained' },
        { value: 'external', label: 'Imported' },
      ],
      { default: 'manual', readOnly: true, index: true, width: 150 },
    ),
    external_code: f.reference('profit-external', {
      readOnly: true,
      integrity: 'soft',
      index: true,
      label: 'Out of',
      width: 120,
    }),
    figures: f.integer({ readOnly: true, label: 'Imported figures', width: 110 }),
    notes: f.text({ max: 200 }),
  },
  list: {
    path: '/driver-maintenance',
    columns: [
      'analysis_level',
      'driver',
      'value_1',
      'value_2',
      'period_from',
      'period_to',
      'value',
      'currency',
      'origin',
    ],
    sort: ['-period_from', 'analysis_level', 'driver', 'value_1', 'value_2'],
    filters: ['analysis_level', 'driver', 'value_1', 'period_from', 'origin'],
    views: { Maintained: when.eq('origin', 'manual'), Imported: when.eq('origin', 'external') },
    pageSize: 15,
  },
  form: {
    layout: [
      {
        title: 'Of what, and when',
        rows: [
          ['analysis_level', 'driver'],
          ['value_1', 'value_2', 'value_3'],
          ['period_from', 'period_to'],
        ],
      },
      { title: 'How much', rows: [['value', 'currency'], ['notes']] },
      { title: 'Where it comes from', rows: [['origin', 'external_code', 'figures']] },
    ],
  },
  upload: {
    path: '/driver-maintenance/driver-maintenance-excel-upload',
    pathAliases: ['/driver-maintenance-excel-upload'],
    functionality: 'ProfitOptimizationAnalysisLevelDataFormat',
    endpoints: ['profit-analysis-level-data-upload'],
    aliases: {
      analysis_level: ['Level', 'Analysis level'],
      driver: ['Driver code'],
      value_1: ['Value 1', 'Attribute 1'],
      value_2: ['Value 2', 'Attribute 2'],
      value_3: ['Value 3', 'Attribute 3'],
      period_from: ['Month', 'Period', 'Start', 'From'],
      period_to: ['End', 'To'],
      value: ['Amount', 'Figure'],
    },
  },
  access: { ...profitAccess, upload: 'profit.upload' },
  tests: [
    { accept: figure },
    { reject: { ...figure, period_to: '2025-12-31' }, at: 'period_to' },
    { reject: { ...figure, value_1: null }, at: 'value_1' },
  ],
})
