import { attributeHooks } from './attributes.ts'
import { billHooks } from './bills.ts'
import { materialDesignHooks } from './material-design.ts'
import type { Screen } from '#src/definition'
import { AppError } from '../errors.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { withApprovalRules } from '../engine/approval/rules.ts'
import type { SessionServices } from '../session/services.ts'
import { batchJobHooks } from './batch-jobs.ts'
import { conversionHooks } from './conversions.ts'
import { costingHooks } from './costings.ts'
import { claimHooks } from './claims.ts'
import { partnerStatementHooks } from './partner-statements.ts'
import { accountHooks } from './accounts.ts'
import { configurationHooks } from './configuration.ts'
import { approvalHooks } from './approvals.ts'
import { approvalSubstituteHooks } from './approval-substitutes.ts'
import { dashboardHooks } from './dashboards.ts'
import { eligibilityHooks } from './eligibility.ts'
import { exceptionHooks } from './exceptions.ts'
import { contractChangeHooks } from './contract-changes.ts'
import { contractHooks } from './contracts.ts'
import { integrationHooks } from './integrations.ts'
import { fiscalYearHooks } from './fiscal-years.ts'
import { priceRequestHooks } from './price-requests.ts'
import { profitHooks } from './profit.ts'
import { pricingContractHooks } from './pricing-contracts.ts'
import { postingHooks } from './postings.ts'
import { externalPostingHooks } from './external-postings.ts'
import { paymentHooks } from './payments.ts'
import { formFieldHooks } from './form-fields.ts'
import { formulaHooks } from './formulas.ts'
import { massUpdateHooks } from './mass-updates.ts'
import { salesBasisHooks } from './sales-bases.ts'
import { salesDataMapHooks } from './sales-data-map.ts'
import { performanceHooks } from './performance.ts'
import { priceFormulaHooks } from './price-formulas.ts'
import { pricingHooks } from './pricing.ts'
import { priceListHooks } from './price-lists.ts'
import { financingHooks } from './promotions/financing.ts'
import { promotionMasterHooks } from './promotions/masters.ts'
import { scenarioHooks } from './promotions/scenarios.ts'
import { stickerHooks } from './promotions/stickers.ts'
import { sqlQueryHooks } from './sql-queries.ts'

/** The record hooks by the name that definitions give them. */
export type HookMap = Readonly<Record<string, RecordHooks>>

/** Binds the named hooks to the services they work with. */
export const createHooks = (session: SessionServices): HookMap => ({
  ...attributeHooks(session),
  ...billHooks(session),
  ...materialDesignHooks(session),
  ...accountHooks(session),
  ...formFieldHooks(session),
  ...configurationHooks(session),
  ...dashboardHooks(session),
  ...batchJobHooks,
  ...claimHooks,
  ...costingHooks,
  ...financingHooks,
  ...promotionMasterHooks,
  ...scenarioHooks,
  ...stickerHooks,
  ...partnerStatementHooks,
  ...approvalHooks(session),
  ...approvalSubstituteHooks(session),
  ...salesBasisHooks,
  ...salesDataMapHooks,
  ...eligibilityHooks(session),
  ...exceptionHooks,
  ...massUpdateHooks,
  ...integrationHooks(session),
  ...contractHooks(session),
  ...fiscalYearHooks,
  ...performanceHooks,
  ...conversionHooks,
  ...formulaHooks(session),
  ...contractChangeHooks(session),
  ...priceRequestHooks,
  ...profitHooks,
  ...pricingContractHooks(session),
  ...postingHooks,
  ...externalPostingHooks,
  ...paymentHooks,
  ...priceFormulaHooks,
  ...pricingHooks,
  ...priceListHooks,
  ...sqlQueryHooks,
})

const none: RecordHooks = {}

/** The hooks a definition names; INTERNAL for a name nobody bound, which a test over all definitions rules out. */
export function hooksNamed(hooks: HookMap, name: string | null): RecordHooks {
  if (name === null) return none
  const found = hooks[name]
  if (!found) throw new AppError('INTERNAL', { message: `No hooks named ${name}` })
  return found
}

/** Everything that happens when a record of a screen is written: what its definition names, and the rules of its approval. */
export const hooksOf = (hooks: HookMap, screen: Screen): RecordHooks =>
  withApprovalRules(hooksNamed(hooks, screen.hooks), screen)
