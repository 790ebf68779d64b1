import { f, type Choice } from '#src/definition'

/** Where a price request stands: its check, its approval and what became of it. */
export const requestStatus: readonly Choice[] = [
  { value: 'draft', label: 'Draft', tone: 'neutral' },
  { value: 'validated', label: 'Checked', tone: 'accent' },
  { value: 'submit_approval', label: 'Submitted', tone: 'warn' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
  { value: 'converted', label: 'Contract', tone: 'ok' },
]

/** What a pricing contract is about. */
export const pricingContractTypes: readonly Choice[] = [
  { value: 'net_price', label: 'Net prices' },
  { value: 'tender', label: 'Tender' },
  { value: 'project', label: 'Project' },
  { value: 'promotion', label: 'Promotion' },
  { value: 'clearance', label: 'Clearance' },
]

/** What is found about a line. */
export const requestFindings = {
  line: f.integer({ label: 'Line', help: 'Empty: about the request as a whole', width: 70 }),
  material_number: f.text({ label: 'Material', width: 110 }),
  severity: f.choice(
    [
      { value: 'refused', label: 'Against it', tone: 'bad' },
      { value: 'exception', label: 'Exception', tone: 'warn' },
      { value: 'told', label: 'To be known', tone: 'neutral' },
    ],
    { label: 'Is', width: 120 },
  ),
  finding: f.text({ max: 400, sentence: true, width: 420 }),
}
