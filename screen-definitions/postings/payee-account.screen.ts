import { defineScreen, f, when } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'
import { activeStatus } from '../shared/choices.ts'

export const payeeAccount = defineScreen({
  name: 'payee-account',
  label: ['Bank account of a payee', 'Bank accounts of payees'],
  area: 'contracts',
  menu: { order: 41, search: false },
  apps: contractApplications,
  formId: 'IMA_CONFIG_PAYEE_ACCOUNT',
  endpoint: 'payee-accounts',
  table: { key: ['payee'] },
  title: 'account_holder',
  hooks: 'payee-account',
  fields: {
    payee: f.text({ max: 40, required: true, immutable: true, search: true, width: 130 }),
    account_holder: f.text({ max: 70, required: true, search: true, width: 260 }),
    iban: f.text({ max: 42, required: true, upper: true, label: 'IBAN', width: 230 }),
    bic: f.text({
      max: 11,
      upper: true,
      pattern: '[A-Z0-9]{8}([A-Z0-9]{3})?',
      patternMessage: 'Eight or eleven characters, such as COBADEFFXXX',
      label: 'BIC',
      width: 120,
    }),
    bank_name: f.text({ max: 80, width: 200 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    verified_on: f.date({
      help: 'When the account was confirmed with the payee. A new holder, IBAN or BIC empties it: confirm the account, then enter the day.',
    }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/payee-accounts',
    columns: ['payee', 'account_holder', 'iban', 'bic', 'bank_name', 'status', 'verified_on'],
    filters: ['payee', 'status'],
    views: { Active: when.eq('status', 'active'), 'Never confirmed': when.empty('verified_on') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Account',
        rows: [
          ['payee', 'account_holder'],
          ['iban', 'bic'],
          ['bank_name', 'status'],
        ],
      },
      { title: 'Notes', rows: [['verified_on'], ['notes']] },
    ],
  },
  upload: { functionality: 'PayeeAccountFormats', aliases: { account_holder: ['Name', 'Holder'], iban: ['Account'] } },
  access: { read: 'finance.pay', write: 'finance.accounts' },
  tests: [
    { accept: { payee: 'C1', account_holder: 'Partner', iban: 'DE89370400440532013000' } },
    { reject: { payee: 'C1', account_holder: 'Partner' }, at: 'iban' },
    { reject: { payee: 'C1', account_holder: 'Partner', iban: 'DE89370400440532013000', bic: 'SHORT' }, at: 'bic' },
  ],
})
