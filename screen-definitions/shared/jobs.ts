import { applicationTypes } from '#src/definition/applications.ts'

/** The kinds of application that batch jobs belong to. */
export const jobApplications = [...applicationTypes, 'Integration Studio', 'Transaction Data'].map((value) => ({
  value,
  label: value,
}))

/** What a batch job does. */
export const jobTypes = [
  { value: 'file_upload', label: 'File upload' },
  { value: 'integration', label: 'Run of an integration' },
  { value: 'export', label: 'Export of a list' },
  { value: 'contract_renewal', label: 'Renewal of contracts' },
  { value: 'refresh_indexes', label: 'Refresh of indexes and counts' },
  { value: 'purge_logs', label: 'Purge of old logs' },
]

/** What a run can have been: that of a job, or a file that another system sent in one call. */
export const runTypes = [
  ...jobTypes,
  { value: 'received_file', label: 'File sent by another system' },
  { value: 'payment_file', label: 'Payment file' },
  { value: 'sales_forecast', label: 'Sales forecast' },
]

/** Where a run of a batch job stands. */
export const runStatus = [
  { value: 'waiting', label: 'Waiting', tone: 'neutral' },
  { value: 'running', label: 'Running', tone: 'accent' },
  { value: 'complete', label: 'Complete', tone: 'ok' },
  { value: 'partial', label: 'With problems', tone: 'warn' },
  { value: 'failed', label: 'Failed', tone: 'bad' },
  { value: 'cancelled', label: 'Cancelled', tone: 'neutral' },
] as const
