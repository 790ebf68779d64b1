import { defineScreen, f, when } from '#src/definition'
import { validityViews } from '../shared/validity.ts'
import {
  country,
  currency,
  holds,
  productLine,
  promotionAccess,
  lineAliases,
  countryAliases,
  daysAliases,
  promotionApps,
} from './promotion-fields.ts'

const rules = { product_line: 'Machines', country: 'Germany', valid_from: '2026-01-01' }

// The rules of a market: what its promotions may be like.
export const promotionConfig = defineScreen({
  name: 'promotion-config',
  label: ['Promotion rule', 'Promotion rules'],
  area: 'promotions',
  menu: { order: 160, label: 'Promotion rules' },
  apps: promotionApps,
  formId: 'IMA_CONFIG_PROMOTION_CONFIG',
  endpoint: 'promotion-config',
  endpointAliases: ['promo-config'],
  callPaths: { update: 'update-promotion-config' },
  table: {
    key: ['product_line', 'country', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['product_line', 'country'] },
  },
  fields: {
    product_line: productLine,
    country,
    currency,
    planning_level: f.choice(
      [
        { value: 'country', label: 'Country' },
        { value: 'region', label: 'Region' },
        { value: 'territory', label: 'Territory' },
      ],
      {
        default: 'country',
        required: true,
        label: 'Planned by',
        help: 'Plans that are made otherwise say so; by region: all territories of a region',
        width: 110,
      },
    ),
    max_support_percent: f.percent({
      min: 0,
      max: 100,
      label: 'Support at most',
      help: 'Cash support of the list price; empty: without a limit',
      width: 130,
    }),
    min_margin_percent: f.percent({
      min: -100,
      max: 100,
      label: 'Margin at least',
      help: 'What has to be left of the list price',
      width: 130,
    }),
    min_days: f.integer({ min: 1, max: 366, unit: 'days', label: 'Lasts at least', width: 120 }),
    max_days: f.integer({
      min: 1,
      max: 732,
      unit: 'days',
      label: 'Lasts at most',
      rejects: [{ when: when.lt('max_days', when.field('min_days')), message: 'It is less than it lasts at least' }],
      width: 120,
    }),
    lead_days: f.integer({
      min: 0,
      max: 366,
      default: 0,
      unit: 'days',
      label: 'Planned ahead',
      help: 'Days before it begins by which it has to be approved',
      width: 120,
    }),
    max_stickers: f.integer({
      min: 1,
      max: 20,
      default: 1,
      label: 'Stickers together',
      help: 'On one material at a time',
      width: 130,
    }),
    market_review: f.flag({
      default: true,
      label: 'Market reviews it',
      help: 'Otherwise scenarios are approved without asking the country',
      width: 130,
    }),
    reviewer: f.reference('employee', {
      integrity: 'soft',
      index: true,
      help: 'Who alone decides for the market, told by the e-mail of the sign-in; empty: whoever may review',
      visible: when.ne('market_review', false),
      width: 130,
    }),
    ...holds,
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/promo-config',
    columns: [
      'product_line',
      'country',
      'currency',
      'planning_level',
      'max_support_percent',
      'max_days',
      'max_stickers',
      'market_review',
      'valid_from',
      'valid_to',
    ],
    sort: ['product_line', 'country', '-valid_from'],
    filters: ['product_line', 'country', 'planning_level', 'valid_from'],
    views: validityViews,
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Market',
        rows: [
          ['product_line', 'country'],
          ['currency', 'planning_level'],
          ['valid_from', 'valid_to'],
        ],
      },
      {
        title: 'What promotions may be like',
        rows: [
          ['max_support_percent', 'min_margin_percent'],
          ['min_days', 'max_days', 'lead_days'],
          ['max_stickers', 'market_review', 'reviewer'],
          ['notes'],
        ],
      },
    ],
  },
  upload: {
    path: '/promo-config/excel-upload',
    functionality: 'PromotionConfigFormat',
    aliases: {
      ...lineAliases,
      ...countryAliases,
      ...daysAliases,
      max_support_percent: ['Max support', 'Support %'],
      planning_level: ['Level'],
    },
  },
  access: promotionAccess,
  tests: [
    { accept: rules },
    { accept: { ...rules, min_days: 14, max_days: 14 } },
    { reject: { ...rules, min_days: 15, max_days: 14 }, at: 'max_days' },
    { reject: { ...rules, max_support_percent: '101' }, at: 'max_support_percent' },
    { reject: { ...rules, valid_to: '2025-12-31' }, at: 'valid_to' },
  ],
})
