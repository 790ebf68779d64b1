import { describe, expect, it, test } from 'vitest'
import { detectDelimiter, headerMisfit, headerNames } from './dialect.ts'
import { Utf8Decoder } from './encoding.ts'
import { guessForm, guessType } from './seen.ts'
import { distance } from './suggest.ts'

test.each([
  ['a,b\n1,2\n', ','],
  ['a;b\n1,5;2\n', ';'],
  ['a\tb\n1\t2\n', '\t'],
  ['a|b|c\n"x,y"|2|3\n', '|'],
  ['one column\nx\n', ','],
])('%j is cut by %j', (text, delimiter) => {
  expect(detectDelimiter(text)).toBe(delimiter)
})

describe('headers', () => {
  it('are named where they are empty, told apart where they repeat', () => {
    const { names, warnings } = headerNames([' Net  value ', '', 'Qty', 'qty', ''])
    expect(names).toEqual(['Net value', 'Column 2', 'Qty', 'qty (2)'])
    expect(warnings).toHaveLength(2)
  })

  it('are refused when there are too many or none', () => {
    expect(headerMisfit(Array.from({ length: 1_001 }, (_, index) => `c${index}`))).toBe(
      'The file has more than 1000 columns',
    )
    expect(headerMisfit([])).toBe('The file is empty')
  })
})

const decode = (bytes: Buffer, chunk: number, decoder = new Utf8Decoder()) => {
  let text = ''
  let broken = false
  for (let at = 0; at < bytes.length; at += chunk) {
    text += decoder.push(bytes.subarray(at, at + chunk)).toString()
    broken ||= decoder.broken
  }
  text += decoder.push(Buffer.alloc(0), true).toString()
  return { text, encoding: decoder.encoding, broken }
}

describe('encodings', () => {
  const words = 'Größe;Côte d’Ivoire;😀\n'.repeat(20)
  const latin = 'Größe;Preis €\n'
  it.each([1, 3, 1_000])('are found, whatever the chunks (%s)', (chunk) => {
    expect(decode(Buffer.from(words), chunk)).toEqual({ text: words, encoding: 'UTF-8', broken: false })
    expect(decode(Buffer.from(`\ufeff${words}`), chunk)).toEqual({ text: words, encoding: 'UTF-8', broken: false })
    expect(decode(Buffer.from(`\ufeff${words}`, 'utf16le'), chunk)).toEqual({
      text: words,
      encoding: 'UTF-16LE',
      broken: false,
    })
    expect(decode(Buffer.from(`\ufeff${words}`, 'utf16le').swap16(), chunk)).toEqual({
      text: words,
      encoding: 'UTF-16BE',
      broken: false,
    })
    expect(decode(Buffer.from(latin.replace('€', '\u0080'), 'latin1'), chunk)).toEqual({
      text: latin,
      encoding: 'Windows-1252',
      broken: false,
    })
  })

  it('tell of bytes that are no UTF-8 behind some that were', () => {
    expect(decode(Buffer.concat([Buffer.from('ö'.repeat(10)), Buffer.from([0xff, 0x41])]), 5)).toMatchObject({
      encoding: 'UTF-8',
      broken: true,
    })
  })

  it('do not take a file of umlauts for Windows-1252 because of one byte', () => {
    const file = Buffer.concat([Buffer.from('Müller\ncaf'), Buffer.from([0xe9]), Buffer.from('\n')])
    for (const chunk of [3, 5, 100])
      expect(decode(file, chunk)).toMatchObject({ text: 'Müller\ncaf\ufffd\n', encoding: 'UTF-8', broken: true })
  })

  it('end in Windows-1252 as they began', () => {
    expect(decode(Buffer.from([0x61, 0xe0, 0x80]), 100)).toMatchObject({ text: 'aà€', encoding: 'Windows-1252' })
  })

  it('tell of half a character in UTF-16', () => {
    const file = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('x\ud83dy', 'utf16le')])
    expect(decode(file, 100)).toMatchObject({ text: 'x\ufffdy', encoding: 'UTF-16LE', broken: true })
  })
})

test.each([
  [['1', '2.5', '', '-3'], 'number', 'decimal'],
  [['1', '2'], 'number', 'integer'],
  [['00123', '00124'], 'number', 'text'],
  [['2026-01-31', 'NULL'], 'day', 'date'],
  [['2010-12-01 08:26:00'], 'instant', 'dateTime'],
  [['31.12.2026', '1.1.2027'], 'text', 'date'],
  [['a', '1'], 'text', 'text'],
  [[], 'text', 'text'],
])('%j looks like %s', (cells, form, type) => {
  expect(guessForm(cells)).toBe(form)
  expect(guessType(cells, guessForm(cells))).toBe(type)
})

test('the distance of names', () => {
  expect([
    distance('quantity', 'quantity', 2),
    distance('quantity', 'quantiti', 2),
    distance('quantity', 'qty', 2),
  ]).toEqual([0, 1, 3])
})
