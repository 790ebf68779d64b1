import type { DesignIssue } from './studio-api.ts'

const text = ({ message, fix }: DesignIssue): string => (fix ? `${message}: ${fix}` : message)

/** What is wrong with one field, by the option it is about; '' for the field as a whole. */
export function fieldProblems(
  issues: readonly DesignIssue[],
  path: readonly string[],
): Partial<Record<string, string>> {
  const found = issues.filter((issue) => path.every((step, at) => issue.path[at] === step))
  return Object.fromEntries(
    found.map((issue) => {
      const [option = ''] = issue.path.slice(path.length)
      // A name that leads nowhere ends the path: it is what the option says, not an option.
      return [optionNames.has(String(option)) ? String(option) : String(option) === '' ? '' : 'target', text(issue)]
    }),
  )
}

const optionNames = new Set([
  'label',
  'help',
  'required',
  'default',
  'visible',
  'max',
  'min',
  'pattern',
  'precision',
  'scale',
  'currency',
  'choices',
  'target',
  'acyclic',
  'after',
  'key',
])

/** A place of a definition in words: "fields › degrees › visible". */
export const placeWords = (path: DesignIssue['path']): string => path.map(String).join(' › ')
