import { headedFields, type Screen } from '#src/definition'
import { useMemo } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { betterAddress } from './better-address.ts'
import { readCriteria } from './result-criteria.ts'
import { ResultPageView } from './result-page.tsx'

const loadCriteria = () => import('./criteria-page.tsx')
const loadComparison = () => import('./comparison-page.tsx')
const loadGrid = () => import('./result-grid.tsx')

/** The screen with its columns headed as the criteria of the address say. */
function headedScreen(screen: Screen, parameters: URLSearchParams): Screen {
  const result = screen.result!
  const fields = headedFields(screen.fields, result, readCriteria(parameters, result.parameters))
  return fields === screen.fields ? screen : { ...screen, fields }
}

/** A result: its criteria, its figures, chart and table, or the grid that holds the whole of it in the browser. */
export function ResultScreen({
  screen,
  mode,
}: {
  readonly screen: Screen
  readonly mode: 'criteria' | 'results' | 'grid'
}) {
  const criteria = useModule(mode === 'criteria', loadCriteria)
  const grid = useModule(mode === 'grid', loadGrid)
  const [parameters] = useSearchParams()
  const { pathname } = useLocation()
  const comparing = mode === 'results' && parameters.get('compare') !== null
  const comparison = useModule(comparing, loadComparison)
  const waiting = <SkeletonLines lines={6} className="p-6" />
  const headed = useMemo(() => headedScreen(screen, parameters), [screen, parameters])
  const elsewhere = mode === 'criteria' ? null : betterAddress(screen, pathname, parameters, mode)
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (mode === 'criteria') return criteria ? <criteria.CriteriaPage screen={screen} /> : waiting
  if (mode === 'grid') return grid ? <grid.ResultGrid screen={headed} /> : waiting
  if (comparing) return comparison ? <comparison.ComparisonPage screen={screen} /> : waiting
  return <ResultPageView screen={headed} />
}
