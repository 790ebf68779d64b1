import { defineScreen, f, when } from '#src/definition'
import { applicationTypes, contractApplications, paymentMethods } from '../contracts/choices.ts'
import { currencyCode } from '../shared/choices.ts'

const isVoid = when.eq('status', 'void')

// Asked for by people, made in the background: which payments it holds is decided when it is made.
export const paymentRun = defineScreen({
  name: 'payment-run',
  label: ['Payment file', 'Payment files'],
  area: 'contracts',
  menu: { order: 40 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_PAYMENT_RUN',
  endpoint: 'payment-runs',
  table: { key: ['run_number'] },
  title: 'run_number',
  hooks: 'payment-run',
  fields: {
    run_number: f.text({ max: 30, readOnly: true, numbered: 'PAY-', search: true, label: 'File', width: 130 }),
    status: f.choice(
      [
        { value: 'waiting', label: 'Being made', tone: 'accent' },
        { value: 'complete', label: 'Ready', tone: 'ok' },
        { value: 'empty', label: 'Nothing to pay', tone: 'neutral' },
        { value: 'failed', label: 'Failed', tone: 'bad' },
        { value: 'void', label: 'Taken back', tone: 'bad' },
      ],
      { default: 'waiting', readOnly: true, index: true, width: 130 },
    ),
    description: f.text({ max: 120, search: true, immutable: true, width: 220 }),
    application_type: f.choice(applicationTypes, {
      immutable: true,
      label: 'Application',
      help: 'Empty: all of them',
      width: 150,
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    posted_to: f.date({ default: '@today', required: true, immutable: true, label: 'Payments posted to', width: 130 }),
    payee: f.text({ max: 40, immutable: true, help: 'Empty: all of them', width: 120 }),
    payment_method: f.choice(paymentMethods, {
      default: 'transfer',
      immutable: true,
      width: 140,
      help: 'As the contracts say. Transfers: also payments that name no method; the bank is ordered to make these alone. Empty: all of them, as a list',
    }),
    execution_date: f.date({ default: '@today+1d', required: true, immutable: true, width: 130 }),
    debtor_name: f.text({ max: 70, immutable: true, label: 'Paid by' }),
    debtor_iban: f.text({
      max: 42,
      upper: true,
      immutable: true,
      label: 'From the account (IBAN)',
      help: 'With it the file holds an order to the bank (ISO 20022 pain.001) for payees whose account is known',
    }),
    debtor_bic: f.text({ max: 11, upper: true, immutable: true, label: 'BIC', visible: when.notEmpty('debtor_iban') }),
    payments: f.integer({ readOnly: true, label: 'Payees paid', width: 100 }),
    postings: f.integer({ readOnly: true, width: 90 }),
    total: f.money({ readOnly: true, currency: 'currency', width: 140 }),
    result: f.text({ max: 400, readOnly: true, label: 'What came of it', width: 300 }),
    file: f.file({ readOnly: true, label: 'Payment file' }),
    made_at: f.dateTime({ readOnly: true }),
    taken_back_by: f.reference('user', { readOnly: true, integrity: 'soft', visible: isVoid }),
    taken_back_at: f.dateTime({ readOnly: true, visible: isVoid }),
    take_back_reason: f.text({ max: 200, readOnly: true, label: 'Why it was taken back', visible: isVoid }),
  },
  list: {
    path: '/payment-runs',
    columns: [
      'run_number',
      'status',
      'description',
      'execution_date',
      'payments',
      'postings',
      'total',
      'currency',
      'made_at',
    ],
    sort: ['-run_number'],
    filters: ['status', 'application_type', 'execution_date'],
    totals: { total: 'sum' },
    views: { Ready: when.eq('status', 'complete'), Failed: when.eq('status', 'failed') },
  },
  form: {
    live: when.eq('status', 'waiting'),
    layout: [
      {
        title: 'What is paid',
        rows: [
          ['run_number', 'status'],
          ['description'],
          ['application_type', 'payee'],
          ['payment_method', 'currency'],
          ['posted_to', 'execution_date'],
        ],
      },
      { title: 'Paid from', rows: [['debtor_name'], ['debtor_iban', 'debtor_bic']] },
      { title: 'The file', rows: [['file'], ['payments', 'postings', 'total'], ['result'], ['made_at']] },
      { title: 'Taken back', rows: [['taken_back_by', 'taken_back_at'], ['take_back_reason']] },
    ],
    related: [{ screen: 'financial-posting', by: 'payment_run' }],
  },
  actions: [
    {
      name: 'take-back',
      label: 'Take the file back',
      command: 'take-back-payment-file',
      on: ['row'],
      when: when.eq('status', 'complete'),
      danger: true,
      confirm:
        'Only for a file that nobody has sent: its postings are approved again and go into the next file. What was sent already would be paid twice.',
      parameters: { reason: f.text({ max: 200, required: true }) },
      access: 'finance.pay',
      message: 'Successfully taken back',
    },
  ],
  access: {
    read: 'contracts.read',
    write: 'finance.pay',
    update: 'never',
    delete: 'never',
    fields: { file: { read: 'finance.pay' } },
  },
  messages: { created: 'The payment file is being made' },
  tests: [
    { accept: { currency: 'EUR', posted_to: '2026-07-31' } },
    { reject: { currency: 'EURO', posted_to: '2026-07-31' }, at: 'currency' },
  ],
})
