import { defineScreen } from '#src/definition'
import type { FieldSpec } from '#src/definition/field.ts'
import { versionHead, versionList, versionSections } from './contract-family.ts'
import { contractApplications } from './choices.ts'
import { contentSections, versionContent } from './contract-content.ts'

const fields: Readonly<Record<string, FieldSpec>> = { ...versionHead('contract'), ...versionContent }

const sampled = {
  contract_header: 'Volume rebate',
  partner_customer: '1',
  valid_from: '2026-01-01',
  valid_to: '2026-12-31',
}

// Written when a contract or a change of it is approved; an old version can still be simulated.
export const contractVersion = defineScreen({
  name: 'contract-version',
  label: ['Contract version', 'Contract versions'],
  area: 'contracts',
  menu: { order: 14, search: false },
  apps: contractApplications,
  endpoint: 'contract-versions',
  table: { key: ['contract_number', 'version'], history: false },
  title: 'contract_header',
  fields,
  list: {
    path: '/contract-setup/versions',
    ...versionList,
  },
  form: {
    layout: [...versionSections, ...contentSections(versionContent)],
  },
  tests: [
    { accept: { ...sampled, contract_number: 'R-1', version: 2 } },
    { reject: { ...sampled, contract_number: 'R-1' }, at: 'version' },
  ],
  access: { read: 'contracts.read', write: 'never' },
})
