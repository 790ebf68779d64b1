import type { CommandName } from '#src/definition'
import type { SessionServices } from '../session/services.ts'
import { cancelBatchRuns, repeatBatchRuns, runBatchJobs } from './batch-jobs.ts'
import { decideClaimLine } from './claims/decide-line.ts'
import { moveClaim } from './claims/move-claim.ts'
import { moveDispute } from './claims/move-dispute.ts'
import { reconcileClaim } from './claims/reconcile-claim.ts'
import { submitClaim } from './claims/submit-claim.ts'
import { validateClaim } from './claims/validate-claim.ts'
import { rebuildStatement } from './statements/build-statement.ts'
import { issueStatement } from './statements/issue-statement.ts'
import type { Command } from './command.ts'
import { archiveRecords } from './promotions/archive.ts'
import { cloneCustomGroup, cloneSticker } from './promotions/clone.ts'
import { closePeriod } from './close-period.ts'
import { countEligibleAgain } from './count-eligible.ts'
import { previewMass } from './mass-membership/preview.ts'
import { massMembership } from './mass-membership/work.ts'
import { runMassUpdate } from '../engine/mass/run-mass.ts'
import { undoMassUpdate } from '../engine/mass/undo-mass.ts'
import { fillRulesFile, massContracts, previewMassContracts } from './contracts/mass.ts'
import { cloneContract } from './contracts/clone.ts'
import { closeContractChange, refreshContractChange, requestContractChange } from './contracts/change.ts'
import { tellByMail } from '../engine/approval/tell.ts'
import { createHooks } from '../hooks/registry.ts'
import { endSubstitution } from './approval/end-substitution.ts'
import { decideRequests } from './approval/decide-requests.ts'
import { moveApproval } from './approval/move-approval.ts'
import { aggregateExternals } from './aggregate-external.ts'
import { convertPriceRequest, validatePriceRequest } from './pricing/price-requests.ts'
import { postCalculation } from './post-calculation.ts'
import { copyPromotionScenario } from './promotions/copy-scenario.ts'
import { runIntegrations } from './integrations.ts'
import { convertCurrencyAction } from './convert-currency.ts'
import { convertQuantityAction } from './convert-quantity.ts'
import { nextFiscalYear } from './next-fiscal-year.ts'
import { discardPosting, releasePosting } from './settle-posting.ts'
import { mapStaged } from './map-staged.ts'
import { matchPostings, reconcilePostings } from './reconcile-postings.ts'
import { reactivateUser } from './reactivate-user.ts'
import { reversePosting } from './reverse-posting.ts'
import { copySales } from './copy-sales.ts'
import { predictSales } from './predict-sales.ts'
import { issueQuote } from './pricing/issue-quote.ts'
import { newQuoteVersion } from './pricing/new-quote-version.ts'
import { importEdiCatalogue, writeEdiCatalogue } from './pricing/edi-catalogues.ts'
import { proposePrices, simulateAdjustment } from './pricing/propose-prices.ts'
import { quoteToPrices } from './pricing/quote-to-prices.ts'
import { tryPriceFormula, tryProcedure } from './pricing/try-procedure.ts'
import { takeBackPaymentFile } from './take-back-payment-file.ts'
import { spreadCosts } from './spread-costs.ts'
import { setValues } from './set-values.ts'
import { createResetLink, resendVerification, sendResetLink } from './user-links.ts'

/** The commands by the names that definitions give them. */
export type CommandMap = Readonly<Record<CommandName, Command>>

/** Binds the commands to the services they work with. */
export const createCommands = (session: SessionServices): CommandMap => ({
  'set-values': setValues,
  'convert-currency': convertCurrencyAction,
  'convert-quantity': convertQuantityAction,
  'resend-verification': resendVerification(session),
  'send-reset-link': sendResetLink(session),
  'create-reset-link': createResetLink(session),
  'reactivate-user': reactivateUser(session),
  'run-batch-jobs': runBatchJobs,
  'cancel-batch-runs': cancelBatchRuns,
  'repeat-batch-runs': repeatBatchRuns,
  'move-approval': moveApproval(tellByMail(session)),
  'decide-requests': decideRequests(tellByMail(session), createHooks(session)),
  'end-substitution': endSubstitution,
  'count-eligible': countEligibleAgain,
  'mass-membership-preview': previewMass,
  'mass-membership-run': (context) => runMassUpdate(massMembership, session, context),
  'mass-membership-undo': (context) => undoMassUpdate(massMembership, context),
  'request-contract-change': requestContractChange(session),
  'refresh-contract-change': refreshContractChange,
  'close-contract-change': closeContractChange,
  'clone-contract': cloneContract(session),
  'contract-mass-preview': previewMassContracts(session),
  'contract-rules-file': fillRulesFile(session),
  'contract-mass-run': (context) => runMassUpdate(massContracts(session), session, context),
  'contract-mass-undo': (context) => undoMassUpdate(massContracts(session), context),
  'post-calculation': postCalculation,
  'reverse-posting': reversePosting,
  'release-posting': releasePosting,
  'match-postings': matchPostings,
  'reconcile-postings': reconcilePostings,
  'discard-posting': discardPosting,
  'take-back-payment-file': takeBackPaymentFile,
  'spread-costs': spreadCosts,
  'predict-sales': predictSales,
  'copy-sales': copySales,
  'try-procedure': tryProcedure,
  'simulate-adjustment': simulateAdjustment,
  'propose-prices': proposePrices(session),
  'try-price-formula': tryPriceFormula,
  'new-quote-version': newQuoteVersion,
  'write-edi-catalogue': writeEdiCatalogue(session.files),
  'import-edi-catalogue': importEdiCatalogue(session),
  'issue-quote': issueQuote(session.files),
  'quote-to-prices': quoteToPrices(session),
  'map-staged': mapStaged(createHooks(session)),
  'next-fiscal-year': nextFiscalYear,
  'close-period': closePeriod,
  'run-integrations': runIntegrations,
  'validate-claim': validateClaim,
  'decide-claim-line': decideClaimLine,
  'move-claim': moveClaim,
  'reconcile-claim': reconcileClaim(session.files),
  'submit-claim': submitClaim(session.files),
  'move-dispute': moveDispute,
  'build-statement': rebuildStatement,
  'issue-statement': issueStatement(session.files),
  'validate-price-request': validatePriceRequest,
  'convert-price-request': convertPriceRequest(session),
  'aggregate-external': aggregateExternals,
  'copy-promotion-scenario': copyPromotionScenario,
  'archive-records': archiveRecords,
  'clone-sticker': cloneSticker(session),
  'clone-custom-group': cloneCustomGroup,
})
