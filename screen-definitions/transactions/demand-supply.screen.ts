import { defineScreen, f, when } from '#src/definition'
import { materialOf, periodOf, planningAccess, planningAliases, quantityOf, unitOf } from './planning-fields.ts'

const week = {
  material_number: 'M',
  location: '1000',
  period_from: '2026-02-02',
  period_to: '2026-02-08',
  demand_forecast: '40',
  supply_planned: '50',
}

export const demandSupply = defineScreen({
  name: 'demand-supply',
  label: ['Demand and supply figure', 'Demand and supply data'],
  area: 'transactions',
  menu: { order: 75, label: 'Demand and supply' },
  formId: 'IMA_CONFIG_DEMAND_SUPPLY',
  endpoint: 'demand-supply-data',
  table: { name: 'demand_supply_data', key: ['plan_version', 'location', 'material_number', 'period_from'] },
  title: 'location',
  fields: {
    plan_version: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      index: true,
      default: 'CURRENT',
      label: 'Version',
      help: 'Of the plan: several can stand beside one another',
      width: 100,
    }),
    location: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      index: true,
      default: '1000',
      label: 'Plant',
      width: 90,
    }),
    ...materialOf(),
    ...periodOf,
    opening_stock: quantityOf('Opening stock'),
    demand_forecast: { ...quantityOf('Forecast demand', 'What is expected to be asked for'), min: '0' },
    demand_orders: { ...quantityOf('Orders', 'What customers have ordered already'), min: '0' },
    demand_promotion: { ...quantityOf('Promotions', 'What promotions are expected to add'), min: '0' },
    supply_planned: { ...quantityOf('Planned supply', 'Planned and released production'), min: '0' },
    supply_purchase: { ...quantityOf('Purchases', 'Ordered of suppliers and due in the period'), min: '0' },
    supply_transfer: quantityOf('Transfers', 'From other plants; below zero: to them'),
    closing_stock: quantityOf('Closing stock', 'Below zero: so much is missing'),
    safety_stock: { ...quantityOf('Safety stock'), min: '0' },
    uom: unitOf,
    capacity_use: f.percent({ min: 0, max: 500, label: 'Capacity in use', width: 120 }),
    planner: f.reference('employee', { integrity: 'soft', index: true, width: 130 }),
    status: f.choice(
      [
        { value: 'proposed', label: 'Proposed', tone: 'neutral' },
        { value: 'agreed', label: 'Agreed', tone: 'ok' },
        { value: 'frozen', label: 'Frozen', tone: 'accent' },
      ],
      { default: 'proposed', required: true, index: true, width: 100 },
    ),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/demand-supply',
    columns: [
      'location',
      'material_number',
      'material_description',
      'period_from',
      'opening_stock',
      'demand_forecast',
      'demand_orders',
      'supply_planned',
      'closing_stock',
      'uom',
      'status',
    ],
    sort: ['period_from', 'location', 'material_number'],
    filters: ['location', 'material_number', 'period_from', 'closing_stock', 'status'],
    totals: { demand_forecast: 'sum', demand_orders: 'sum', supply_planned: 'sum', supply_purchase: 'sum' },
    views: {
      Shortages: when.lt('closing_stock', '0'),
      'Thirteen weeks': when.between('period_from', '@today-7d', '@today+84d'),
      'Not agreed': when.eq('status', 'proposed'),
    },
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Of what, and when',
        rows: [
          ['material_number', 'material_description'],
          ['location', 'plan_version'],
          ['period_from', 'period_to'],
        ],
      },
      {
        title: 'Demand',
        rows: [
          ['demand_forecast', 'demand_orders'],
          ['demand_promotion', 'uom'],
        ],
      },
      {
        title: 'Supply',
        rows: [
          ['supply_planned', 'supply_purchase'],
          ['supply_transfer', 'capacity_use'],
        ],
      },
      {
        title: 'Stock',
        rows: [['opening_stock', 'closing_stock'], ['safety_stock', 'status'], ['planner'], ['notes']],
      },
    ],
  },
  upload: {
    path: '/demand-supply/demand-supply-excel-upload',
    functionality: 'DemandSupplyDataFormat',
    endpoints: ['upload-demand-supply-data'],
    aliases: {
      ...planningAliases,
      location: ['Plant', 'Site', 'Warehouse'],
      period_from: ['Week', 'Start', 'Period', 'Bucket'],
      period_to: ['End'],
      demand_forecast: ['Demand', 'Forecast'],
      demand_orders: ['Orders', 'Sales orders'],
      supply_planned: ['Supply', 'Production'],
    },
  },
  access: planningAccess,
  tests: [
    { accept: week },
    { reject: { ...week, period_to: '2026-02-01' }, at: 'period_to' },
    { reject: { ...week, demand_forecast: '-4' }, at: 'demand_forecast' },
  ],
})
