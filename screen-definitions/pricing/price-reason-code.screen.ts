import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { specialPriceApplications } from './choices.ts'

const rival = { reason_code: 'COMP', description: 'A competitor is cheaper', category: 'competition' }

export const priceReasonCode = defineScreen({
  name: 'price-reason-code',
  label: ['Price reason code', 'Price reason codes'],
  area: 'pricing',
  menu: { order: 90 },
  apps: specialPriceApplications,
  formId: 'IMA_CONFIG_PRICE_REASON_CODE',
  endpoint: 'pricing/price-reason-codes',
  table: { key: ['reason_code'] },
  title: 'description',
  fields: {
    reason_code: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Reason',
      width: 110,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 280 }),
    category: f.choice(
      [
        { value: 'competition', label: 'Competition' },
        { value: 'volume', label: 'Volume' },
        { value: 'tender', label: 'Tender' },
        { value: 'clearance', label: 'Clearance of stock' },
        { value: 'cost', label: 'Change of cost' },
        { value: 'service', label: 'Complaint or service' },
        { value: 'other', label: 'Other' },
      ],
      { default: 'other', required: true, index: true, width: 160 },
    ),
    needs_note: f.flag({
      default: false,
      label: 'Needs a note',
      help: 'A line with this reason says in words why',
      width: 120,
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
  },
  list: {
    path: '/pricing-reason-code',
    columns: ['reason_code', 'description', 'category', 'needs_note', 'status'],
    sort: ['reason_code'],
    filters: ['category', 'needs_note', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 100,
  },
  form: {
    layout: [['reason_code', 'description'], ['category', 'needs_note'], ['status']],
  },
  upload: { functionality: 'PriceReasonCodeFormat' },
  access: { read: 'contracts.read', write: 'contracts.write', delete: 'contracts.delete' },
  tests: [
    { accept: rival },
    { reject: { ...rival, category: 'weather' }, at: 'category' },
    { reject: { ...rival, reason_code: null }, at: 'reason_code' },
  ],
})
