import { X12Error, type X12Problem } from './x12-error.ts'

export interface Segment {
  /** Its place in the file, from 1. */
  readonly at: number
  readonly id: string
  /** The elements behind the name; index 0 is the first one. */
  readonly elements: readonly string[]
}

export interface TransactionSet {
  readonly type: string
  readonly control: string
  /** Between ST and SE, both left out. */
  readonly segments: readonly Segment[]
  readonly sender: string
  readonly receiver: string
  /** Control number of the interchange. */
  readonly interchange: string
  /** What the interchange is for: P is production, T a test. */
  readonly usage: string
}

const mostSegments = 2_000_000
const longestSegment = 10_000
// Where the separators of an ISA segment lie: its elements have fixed lengths.
const places = [3, 6, 17, 20, 31, 34, 50, 53, 69, 76, 81, 83, 89, 99, 101, 103]

interface Separators {
  readonly element: string
  readonly end: string
}

function separatorsOf(header: string): Separators {
  const [element, end] = [header[3]!, header[105]!]
  if (header.length < 106 || places.some((place) => header[place] !== element))
    throw new X12Error([
      { segment: 1, message: 'the ISA segment does not have its 106 characters with separators at their places' },
    ])
  if (/[\p{L}\p{N}]/u.test(end) || end === element || end === ' ' || header[104] === element || header[104] === end)
    throw new X12Error([
      { segment: 1, message: 'the separators that the ISA segment names are not three different signs' },
    ])
  return { element, end }
}

/** The segments of a text, with the separators of each interchange in it. */
function* segmentsOf(text: string): Generator<Segment> {
  let [from, at] = [0, 0]
  let separators: Separators | null = null
  while (from < text.length) {
    if (/\s/.test(text[from]!) || text[from] === '\uFEFF') {
      from += 1
      continue
    }
    if (text.startsWith('ISA', from)) separators = separatorsOf(text.slice(from, from + 106))
    if (!separators) throw new X12Error([{ segment: 1, message: 'the file does not begin with an ISA segment' }])
    at += 1
    const end = text.indexOf(separators.end, from)
    if (end < 0) throw new X12Error([{ segment: at, message: 'the file breaks off within a segment' }])
    if (end - from > longestSegment)
      throw new X12Error([{ segment: at, message: `a segment is longer than ${longestSegment} characters` }])
    if (at > mostSegments)
      throw new X12Error([{ segment: at, message: `the file has more than ${mostSegments} segments` }])
    const [id = '', ...elements] = text.slice(from, end).split(separators.element)
    if (!/^[A-Z][A-Z0-9]{1,2}$/.test(id))
      throw new X12Error([{ segment: at, message: `"${id.slice(0, 20)}" is the name of no segment` }])
    yield { at, id, elements: elements.map((element) => element.trim()) }
    from = end + 1
  }
}

interface Open {
  readonly at: number
  readonly control: string
  count: number
}

/** Reads the transaction sets of an EDI X12 file. Throws X12Error with every envelope whose numbers or counts do not agree. */
export function readX12(text: string): TransactionSet[] {
  const problems: X12Problem[] = []
  const sets: TransactionSet[] = []
  const wrong = (segment: number, message: string): void => void problems.push({ segment, message })
  let interchange: (Open & Pick<TransactionSet, 'sender' | 'receiver' | 'usage'>) | null = null
  let group: Open | null = null
  let set: {
    readonly at: number
    readonly type: string
    readonly control: string
    readonly segments: Segment[]
  } | null = null
  const agree = (end: Segment, open: Open, what: string, counted: string): void => {
    const [count = '', control = ''] = end.elements
    if (Number(count) !== open.count)
      wrong(end.at, `${end.id} counts ${count || 'no'} ${counted}, but there are ${open.count}`)
    if (control !== open.control)
      wrong(end.at, `${end.id} closes ${what} ${control || '(without a number)'}, but ${open.control} is open`)
  }
  for (const segment of segmentsOf(text)) {
    const { id, at, elements } = segment
    if (id === 'ISA') {
      if (interchange) wrong(at, 'an interchange begins before the one before has ended')
      interchange = {
        at,
        control: elements[12] ?? '',
        count: 0,
        sender: elements[5] ?? '',
        receiver: elements[7] ?? '',
        usage: elements[14] ?? '',
      }
    } else if (!interchange) wrong(at, `${id} stands outside of an interchange`)
    else if (id === 'GS') {
      if (group) wrong(at, 'a group begins before the one before has ended')
      interchange.count += 1
      group = { at, control: elements[5] ?? '', count: 0 }
    } else if (id === 'ST') {
      if (set) wrong(at, 'a transaction set begins before the one before has ended')
      if (group) group.count += 1
      else wrong(at, 'a transaction set stands outside of a group')
      set = { at, type: elements[0] ?? '', control: elements[1] ?? '', segments: [] }
    } else if (id === 'SE') {
      if (!set) wrong(at, 'SE ends no transaction set')
      else {
        agree(segment, { at, control: set.control, count: set.segments.length + 2 }, 'transaction set', 'segments')
        sets.push({
          type: set.type,
          control: set.control,
          segments: set.segments,
          sender: interchange.sender,
          receiver: interchange.receiver,
          interchange: interchange.control,
          usage: interchange.usage,
        })
      }
      set = null
    } else if (id === 'GE') {
      if (group) agree(segment, group, 'group', 'transaction sets')
      else wrong(at, 'GE ends no group')
      group = null
    } else if (id === 'IEA') {
      agree(segment, interchange, 'interchange', 'groups')
      if (group || set) wrong(at, 'the interchange ends within a group')
      interchange = null
    } else if (set) set.segments.push(segment)
    else wrong(at, `${id} stands outside of a transaction set`)
  }
  if (set) wrong(set.at, `transaction set ${set.control} has no end (SE)`)
  if (group) wrong(group.at, `group ${group.control} has no end (GE)`)
  if (interchange) wrong(interchange.at, `interchange ${interchange.control} has no end (IEA)`)
  if (problems.length > 0) throw new X12Error(problems)
  return sets
}

export interface Envelope {
  readonly sender: string
  readonly receiver: string
  /** Up to nine digits. */
  readonly control: number
  /** Functional identifier of the group, such as CF. */
  readonly group: string
  readonly type: string
  /** YYYY-MM-DD and HH:MM. */
  readonly date: string
  readonly time: string
}

const padded = (text: string, length: number): string => text.slice(0, length).padEnd(length)

/** An element without the characters that separate: they become blanks, other scripts than Latin stay as they are. */
const plain = (element: string): string => element.replaceAll(/[*~>^\p{Cc}]+/gu, ' ').trim()

/** Writes one transaction set as an interchange of its own; trailing empty elements are left out. */
export function writeX12(envelope: Envelope, body: readonly (readonly string[])[]): string {
  const control = String(envelope.control).padStart(9, '0')
  const [day, time] = [envelope.date.replaceAll('-', ''), envelope.time.replaceAll(':', '')]
  const set = '0001'
  const segments = [
    [
      'GS',
      envelope.group,
      plain(envelope.sender),
      plain(envelope.receiver),
      day,
      time,
      String(envelope.control),
      'X',
      '004010',
    ],
    ['ST', envelope.type, set],
    ...body.map((segment) => segment.map(plain)),
    ['SE', String(body.length + 2), set],
    ['GE', '1', String(envelope.control)],
    ['IEA', '1', control],
  ]
  const header = `ISA*00*${padded('', 10)}*00*${padded('', 10)}*ZZ*${padded(plain(envelope.sender), 15)}*ZZ*${padded(plain(envelope.receiver), 15)}*${day.slice(2)}*${time}*U*00401*${control}*0*P*>~`
  return [header, ...segments.map((segment) => `${segment.join('*').replace(/\*+$/, '')}~`), ''].join('\n')
}
