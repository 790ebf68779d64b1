import { formulaLines, formulaValues } from './formula-values.ts'
import { customerRebateForecast } from './rebate-forecast.ts'
import { dailySimulation } from './daily-simulation.ts'
import { incentiveRatioTrend } from './key-figures.ts'
import { incentiveTrends, rebateTrends } from './contract-periods.ts'
import { priceAnalytics } from './price-analytics.ts'
import { postingSimulation } from './posting-simulation.ts'
import { postingReconciliation } from './posting-reconciliation.ts'
import { duplicatePayment } from './duplicate-payment.ts'
import { accrualRollForward } from './accrual-roll-forward.ts'
import { approvalHistory } from './approval-history.ts'
import { calculationResults } from './calculation-results.ts'
import { calculationAnalysis } from './calculation-analysis.ts'
import { postedCalculation } from './posted-calculation.ts'
import { calculationSummary } from './calculation-summary.ts'
import { compliance } from './compliance.ts'
import { contractTrendsMultiple } from './contract-trends.ts'
import { masterReport } from './master-report.ts'
import { rebateComparison, rebateComparisonSummary } from './rebate-comparison.ts'
import { targetReport } from './target-report.ts'
import { accrualVsPayment } from './accrual-vs-payment.ts'
import { anomalies } from './anomalies.ts'
import { calculationSimulation } from './calculation-simulation.ts'
import { calculationSource } from './calculation-source.ts'
import { bomExplosion } from './bom-explosion.ts'
import { bomWhereUsed } from './bom-where-used.ts'
import { changeControl } from './change-control.ts'
import {
  contractAccuracy,
  contractAccuracyByLevel,
  contractAccuracyByMonth,
  settledPosting,
} from './contract-accuracy.ts'
import { contractApprovalHistory } from './contract-approval-history.ts'
import { contractChangeLog } from './contract-change-log.ts'
import { auditContracts, contractOverview } from './contract-overview.ts'
import { contractsOfCustomer } from './contracts-of-customer.ts'
import { documentsSearch } from './documents-search.ts'
import { claimProcess } from './claim-process.ts'
import { contractOverlap } from './contract-overlap.ts'
import { costingReport } from './costing-report.ts'
import { customerMargin } from './customer-margin.ts'
import { gpoRoster } from './gpo-roster.ts'
import { integrationReconciliation } from './integration-reconciliation.ts'
import { invoiceDetails } from './invoice-details.ts'
import { grossToNet } from './gross-to-net.ts'
import { marginPolicyExceptions, medianMargin } from './margin-policies.ts'
import { marginSimulation } from './margin-simulation.ts'
import { marginVarianceReport } from './margin-variance.ts'
import { nextTier } from './next-tier.ts'
import { predictedSales } from './predicted-sales.ts'
import { featurePriceResult } from './feature-price-result.ts'
import { priceAdjustmentSimulation } from './price-adjustment.ts'
import { priceOptimization } from './price-optimization.ts'
import { priceCatalog } from './price-catalog.ts'
import { priceChangeHistory } from './price-change-history.ts'
import { priceElasticity } from './price-elasticity.ts'
import { priceSimulation, priceSimulationReport, pricingCalcException } from './price-simulation.ts'
import { promotionTrends } from './promotion-trends.ts'
import { ratioKeyFigures } from './ratio-key-figures.ts'
import type { Report } from './report.ts'
import { stickerCost } from './sticker-cost.ts'
import { returnsAnalysis } from './returns-analysis.ts'
import { salesAnalysis } from './sales-analysis.ts'
import { salesTrends } from './sales-trends.ts'
import { salesVariance } from './sales-variance.ts'
import { tierActivations } from './tier-activations.ts'
import { tierEvaluation } from './tier-evaluation.ts'
import { topNAttributes } from './top-n-attributes.ts'
import { whatIf } from './what-if.ts'

/** The reports that definitions name; one missing in the map below does not compile. */
export const reportNames = [
  'sticker-cost',
  'promotion-trends',
  'formula-lines',
  'formula-values',
  'customer-rebate-forecast',
  'daily-simulation',
  'incentive-ratio-trend',
  'incentive-trends',
  'price-analytics',
  'rebate-trends',
  'accrual-roll-forward',
  'duplicate-payment',
  'posting-reconciliation',
  'posting-simulation',
  'approval-history',
  'calculation-results',
  'calculation-analysis',
  'posted-calculation',
  'calculation-summary',
  'compliance',
  'contract-accuracy',
  'contract-accuracy-by-level',
  'contract-accuracy-by-month',
  'settled-posting',
  'contract-trends-multiple',
  'master-report',
  'rebate-comparison',
  'rebate-comparison-summary',
  'target-report',
  'accrual-vs-payment',
  'anomalies',
  'bom-explosion',
  'bom-where-used',
  'calculation-simulation',
  'calculation-source',
  'audit-contracts',
  'change-control',
  'contract-approval-history',
  'contract-change-log',
  'contract-overview',
  'contracts-of-customer',
  'claim-process',
  'contract-overlap',
  'documents-search',
  'costing-report',
  'customer-margin',
  'gpo-roster',
  'gross-to-net',
  'margin-policy-exceptions',
  'margin-simulation',
  'margin-variance',
  'median-margin',
  'gpo-roster-static',
  'integration-reconciliation',
  'invoice-details',
  'next-tier',
  'predicted-sales',
  'price-catalog',
  'price-change-history',
  'price-elasticity',
  'feature-price-result',
  'price-adjustment-simulation',
  'price-optimization',
  'price-simulation',
  'price-simulation-report',
  'pricing-calc-exception',
  'ratio-key-figures',
  'returns-analysis',
  'sales-analysis',
  'sales-trends',
  'sales-variance',
  'tier-activations',
  'tier-evaluation',
  'tier-activations-static',
  'top-n-attributes',
  'what-if-simulation',
] as const

type ReportName = (typeof reportNames)[number]

const reports = {
  'formula-lines': formulaLines,
  'formula-values': formulaValues,
  'customer-rebate-forecast': customerRebateForecast,
  'daily-simulation': dailySimulation,
  'incentive-ratio-trend': incentiveRatioTrend,
  'incentive-trends': incentiveTrends,
  'price-analytics': priceAnalytics,
  'rebate-trends': rebateTrends,
  'accrual-roll-forward': accrualRollForward,
  'duplicate-payment': duplicatePayment,
  'posting-reconciliation': postingReconciliation,
  'posting-simulation': postingSimulation,
  'approval-history': approvalHistory,
  'calculation-results': calculationResults,
  'calculation-analysis': calculationAnalysis,
  'posted-calculation': postedCalculation,
  'calculation-summary': calculationSummary,
  compliance,
  'contract-accuracy': contractAccuracy,
  'contract-accuracy-by-level': contractAccuracyByLevel,
  'contract-accuracy-by-month': contractAccuracyByMonth,
  'settled-posting': settledPosting,
  'contract-trends-multiple': contractTrendsMultiple,
  'master-report': masterReport,
  'rebate-comparison': rebateComparison,
  'rebate-comparison-summary': rebateComparisonSummary,
  'target-report': targetReport,
  'accrual-vs-payment': accrualVsPayment,
  anomalies,
  'bom-explosion': bomExplosion,
  'bom-where-used': bomWhereUsed,
  'calculation-simulation': calculationSimulation,
  'calculation-source': calculationSource,
  'audit-contracts': auditContracts,
  'change-control': changeControl,
  'contract-approval-history': contractApprovalHistory,
  'contract-change-log': contractChangeLog,
  'contract-overview': contractOverview,
  'contracts-of-customer': contractsOfCustomer,
  'claim-process': claimProcess,
  'contract-overlap': contractOverlap,
  'documents-search': documentsSearch,
  'costing-report': costingReport,
  'promotion-trends': promotionTrends,
  'sticker-cost': stickerCost,
  'customer-margin': customerMargin,
  'gross-to-net': grossToNet,
  'margin-policy-exceptions': marginPolicyExceptions,
  'margin-simulation': marginSimulation,
  'margin-variance': marginVarianceReport,
  'median-margin': medianMargin,
  'gpo-roster': gpoRoster('master'),
  'gpo-roster-static': gpoRoster('reported'),
  'integration-reconciliation': integrationReconciliation,
  'invoice-details': invoiceDetails,
  'next-tier': nextTier,
  'predicted-sales': predictedSales,
  'price-catalog': priceCatalog,
  'price-change-history': priceChangeHistory,
  'price-elasticity': priceElasticity,
  'feature-price-result': featurePriceResult,
  'price-adjustment-simulation': priceAdjustmentSimulation,
  'price-optimization': priceOptimization,
  'price-simulation': priceSimulation,
  'price-simulation-report': priceSimulationReport,
  'pricing-calc-exception': pricingCalcException,
  'ratio-key-figures': ratioKeyFigures,
  'returns-analysis': returnsAnalysis,
  'sales-analysis': salesAnalysis,
  'sales-trends': salesTrends,
  'sales-variance': salesVariance,
  'tier-evaluation': tierEvaluation,
  'tier-activations': tierActivations('master'),
  'tier-activations-static': tierActivations('reported'),
  'top-n-attributes': topNAttributes,
  'what-if-simulation': whatIf,
} satisfies Record<ReportName, Report>

const isReportName = (name: string): name is ReportName => reportNames.some((known) => known === name)

/** The report of that name; throws for one nobody wrote, which a test over all definitions rules out. */
export function reportNamed(name: string): Report {
  if (!isReportName(name)) throw new Error(`There is no report ${name}`)
  return reports[name]
}
