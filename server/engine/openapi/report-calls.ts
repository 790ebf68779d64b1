import type { ShellCall } from './shell-call.ts'

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The calls of results and transactions that no definition makes. */
export const reportCalls: readonly ShellCall[] = [
  [
    'GET',
    '/calculation_simulations',
    'Simulations',
    'The simulations you ran under an id, the newest first: criteria, state, number of lines and totals',
    { query: 'limit:integer', failures: [403, 422] },
  ],
  [
    'GET',
    '/calculation_simulations/summary',
    'Simulations',
    'How many simulations you ran, by their state',
    { failures: [403] },
  ],
  ['GET', '/calc-sim-number', 'Simulations', 'The simulations whose lines can still be read', { failures: [403] }],
  [
    'GET',
    '/calc-sim-analysis',
    'Simulations',
    'What a simulation comes to, by contract and tier, with the rate that is really paid',
    { query: 'request_id!', failures: [403, 404, 409, 422] },
  ],
  ['POST', '/calc-sim-analysis', 'Simulations', 'The same', { body: 'request_id!', failures: [403, 404, 409, 422] }],
  [
    'GET',
    '/calculation_aggregate_simulations',
    'Simulations',
    'The amounts of a simulation added up by contract, payee, period, customer or material',
    { query: 'request_id! by', failures: [403, 404, 409, 422] },
  ],
  [
    'POST',
    '/calculation_aggregate_simulations',
    'Simulations',
    'The same',
    { body: 'request_id! by', failures: [403, 404, 409, 422] },
  ],
  [
    'DELETE',
    '/calculation_simulation',
    'Simulations',
    'Let go of a simulation that has ended, with its lines',
    { query: 'request_id!', failures: [403, 404, 409, 422] },
  ],
  [
    'GET',
    '/calculation-transaction-types',
    'Simulations',
    'The types of lines a calculation reads, by where they come from',
    {},
  ],
  [
    'POST',
    '/build-price-off-invoice',
    'Transactions',
    'Spread costs off invoice over the sales of their periods; all of them unless numbers are given',
    { body: 'cost_numbers:array', failures: [403, 404, 422] },
  ],
  ['GET', '/sales-forecast-level-all', 'Forecasting', 'All forecast configurations', { failures: [403] }],
  [
    'GET',
    '/sales-forecast-fields',
    'Forecasting',
    'By what sales can be forecast, which figures, periods, methods and sources there are',
    {},
  ],
  [
    'POST',
    '/predict-sales',
    'Forecasting',
    'Compute the forecasts of configurations and keep them; answers the runs that do it',
    { body: 'forecast_level! as_of', failures: [403, 404, 409, 422] },
  ],
  [
    'POST',
    '/copy-sales-to-forecast',
    'Forecasting',
    'Copy sales into the forecast of so many months later; billing_date is a span of two days',
    { body: 'filters:object months_ahead:integer growth forecast_version', failures: [403, 404, 422] },
  ],
  [
    'GET',
    '/sales-data-search',
    'Transactions',
    'Sales lines in which a word is found',
    { query: 'keyword! page:integer limit:integer', failures: [422] },
  ],
  [
    'GET',
    '/target-data-fetch-all',
    'Transactions',
    'All targets; filters as in their list',
    { query: 'search sort', failures: [403] },
  ],
  [
    'POST',
    '/generate-excel-sheet/{type}',
    'Results',
    'A result by its criteria, or the records of a list by its filters, as a workbook; the type is the screen or its address',
    { body: 'filters:object sort columns', answers: workbook, failures: [403, 404, 422] },
  ],
]
