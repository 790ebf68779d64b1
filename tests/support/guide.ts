/** A block of a guide that can be carried out. */
export type GuideStep =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'call'
      readonly line: number
      readonly as: string
      readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
      readonly path: string
      readonly body: unknown
      readonly status: number
      readonly answer: unknown
    }
  | {
      readonly kind: 'upload'
      readonly line: number
      readonly functionality: string
      readonly text: string
      readonly counts: Readonly<Record<string, number>>
    }

const fence = /^( *)```(\w+)(.*)\n([\s\S]*?)^\1```$/gm

/** The blocks of a Markdown page that name a file (`ts file=…`), call the API (`http`) or upload a file (`csv upload=…`), in their order. */
export function guideSteps(page: string): GuideStep[] {
  return [...page.matchAll(fence)].flatMap((match): GuideStep[] => {
    const [, indent = '', language, rest = '', indented = ''] = match
    const options = Object.fromEntries(
      [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>
    const text = indented
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n')
    const line = page.slice(0, match.index).split('\n').length
    if (options.file) return [{ kind: 'file', path: options.file, text }]
    if (language === 'http') return [callOf(text, line, options.as ?? 'ADMINISTRATOR')]
    const { upload, ...counts } = options
    if (upload === undefined) return []
    return [
      {
        kind: 'upload',
        line,
        functionality: upload,
        text,
        counts: Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
      },
    ]
  })
}

function callOf(text: string, line: number, as: string): GuideStep {
  const [request = '', expected = ''] = text.trim().split(/\n\n/)
  const [first = '', ...body] = request.split('\n')
  const [method = '', path = ''] = first.split(' ')
  const [, status = '', answer = '{}'] = /^(\d{3}) ?([\s\S]*)$/.exec(expected) ?? []
  return {
    kind: 'call',
    line,
    as,
    method: method as 'GET',
    path,
    body: body.length > 0 ? JSON.parse(body.join('\n')) : undefined,
    status: Number(status),
    answer: withoutUndefined(answer),
  }
}

/** JSON in which `undefined` stands for what may not be there. */
const withoutUndefined = (text: string): unknown =>
  JSON.parse(text.replaceAll(/: undefined\b/g, ': "\\u0000absent"'), (_, value: unknown) =>
    value === '\u0000absent' ? absent : value,
  )

/** What `undefined` in an expected answer was read as. */
export const absent = Symbol('absent')
