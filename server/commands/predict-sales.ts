import { eachRecord } from '../engine/each-record.ts'
import { enqueueRun } from '../engine/jobs/run-record.ts'
import type { Command } from './command.ts'

/** Puts the forecasts of configurations into the queue. */
export const predictSales: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { caller, tx, parameters } = context
    const name = String(record['forecast_level'])
    await enqueueRun(tx, {
      organizationId: caller.organizationId,
      userId: caller.userId,
      job: null,
      name: `Sales forecast ${name}`,
      jobType: 'sales_forecast',
      appType: null,
      body: { forecast_level: name, ...(parameters['as_of'] ? { as_of: parameters['as_of'] } : {}) },
      startedBy: caller.email,
      maxAttempts: 1,
      retrySeconds: 30,
    })
    return 'done'
  })
