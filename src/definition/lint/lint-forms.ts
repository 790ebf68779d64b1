import type { Screen } from '../screen.ts'
import { type Report, reportUnknown } from './finding.ts'
import { lintCondition } from './lint-condition.ts'

/** How forms stand to each other: variants of records, forms whose design results share, and that somebody sees what is designed. */
export function lintForms(screen: Screen, screens: readonly Screen[], report: Report): void {
  lintVariants(screen, report)
  lintFollows(screen, screens, report)
  const { designer, table, result, formId } = screen
  if (designer && !table && !result && !screens.some(({ follows }) => follows?.formId === formId))
    report(
      ['designer'],
      'Nobody sees what is designed here',
      `give the screen an endpoint, or write follows: { formId: '${formId}', … } in results that look like it`,
    )
}

function lintVariants({ variants = [], list, fields, table }: Screen, report: Report): void {
  const names = variants.map(({ name }) => name)
  variants.forEach(({ name, when }, at) => {
    lintCondition(when, fields, ['variants', at, 'when'], report)
    if (names.indexOf(name) !== at) report(['variants', at, 'name'], `${name} stands here twice`)
  })
  if (names.length > 0 && !table) report(['variants'], 'There are no records that could be variants')
  list?.displays.forEach(({ variant, filters }, at) => {
    if (variant === undefined) return
    reportUnknown(report, ['list', 'displays', at, 'variant'], 'variant', variant, names)
    if (!filters)
      report(
        ['list', 'displays', at, 'variant'],
        'It shows all records',
        'write filters that only the variant satisfies',
      )
  })
}

function lintFollows({ follows, result, fields }: Screen, screens: readonly Screen[], report: Report): void {
  if (!follows) return
  if (!result) report(['follows'], 'Only results share the design of a form', 'leave it out')
  const followed = screens.find(({ formId }) => formId === follows.formId)
  if (!followed) {
    reportUnknown(
      report,
      ['follows', 'formId'],
      'form',
      follows.formId,
      screens.map(({ formId }) => formId),
    )
    return
  }
  const placed = followed.form?.sections.flatMap(({ rows }) => rows.flat()) ?? []
  if (placed.join() !== follows.order.join())
    report(['follows', 'order'], `The fields of ${followed.name} stand in another order`, `write ${placed.join(', ')}`)
  const shared = fields.filter(({ id }) => followed.fields.some((field) => field.id === id))
  if (shared.length === 0) report(['follows'], `It has none of the fields of ${followed.name}`, 'leave it out')
  const columns = result?.columns.filter((name) => placed.includes(name)) ?? []
  const there = placed.filter((name) => columns.includes(name))
  if (columns.join() !== there.join())
    report(
      ['result', 'columns'],
      `The columns that ${followed.name} has as well stand in another order there`,
      `write ${there.join(', ')}`,
    )
  for (const field of shared)
    if (followed.fields.find(({ id }) => id === field.id)?.type !== field.type)
      report(['fields', field.name], `${field.name} of ${followed.name} is of another type`)
}
