import { defineScreen } from '#src/definition'
import type { FieldSpec } from '#src/definition/field.ts'
import { versionHead, versionList, versionSections } from '../contracts/contract-family.ts'
import { specialPriceApplications } from './choices.ts'
import { pricingSections, pricingVersionContent } from './pricing-contract-content.ts'

const fields: Readonly<Record<string, FieldSpec>> = { ...versionHead('pricing-contract'), ...pricingVersionContent }

const sampled = {
  contract_header: 'Net prices 2027',
  customer_number: '1',
  valid_from: '2027-01-01',
  valid_to: '2027-12-31',
  lines: [{ material_number: '100001', price: '9' }],
}

export const pricingContractVersion = defineScreen({
  name: 'pricing-contract-version',
  label: ['Version of a pricing contract', 'Versions of pricing contracts'],
  area: 'pricing',
  menu: { order: 26, search: false },
  apps: specialPriceApplications,
  endpoint: 'pricing/contract-versions',
  table: { key: ['contract_number', 'version'], history: false },
  title: 'contract_header',
  fields,
  list: {
    path: '/pricing-contract/versions',
    ...versionList,
  },
  form: {
    layout: [...versionSections, ...pricingSections],
  },
  tests: [
    { accept: { ...sampled, contract_number: 'PC-000001', version: 2 } },
    { reject: { ...sampled, contract_number: 'PC-000001' }, at: 'version' },
  ],
  access: { read: 'contracts.read', write: 'never' },
})
