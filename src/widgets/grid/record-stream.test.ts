import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecordStream } from './record-stream.ts'

const pieces = (text: string, size: number): string[] => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []

test('records come out whole, however the answer is cut', () => {
  const record = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.record({ a: fc.string() }))),
  )
  fc.assert(
    fc.property(fc.array(record), fc.integer({ min: 1, max: 40 }), (records, size) => {
      const text = JSON.stringify({
        response: { records, total_record: records.length, totals: { a: { b: [{}] } }, labels: { x: { y: '[{' } } },
      })
      const stream = new RecordStream()
      const found = pieces(text, size).flatMap((piece) => stream.push(piece))
      expect(JSON.stringify(found)).toBe(JSON.stringify(records))
      expect(stream.complete).toBe(true)
    }),
  )
})

test('a cut answer is not complete', () => {
  const stream = new RecordStream()
  expect(stream.push('{"response":{"records":[{"a":1},{"a":')).toEqual([{ a: 1 }])
  expect(stream.complete).toBe(false)
})
