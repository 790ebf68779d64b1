import { expect, test } from 'vitest'
import { passageOf, questionWords, stemOf } from './question-words.ts'

test('a question is looked up by the words that say what it is about', () => {
  expect(questionWords('How do I upload the sales data of C-1001, please?')).toEqual([
    'upload',
    'sales',
    'data',
    'c-1001',
  ])
  expect(questionWords('What is this?')).toEqual([])
  expect(questionWords('one two three four five six seven eight')).toHaveLength(6)
})

test('endings do not keep a word from being found', () => {
  expect(['uploads', 'uploading', 'policies', 'rebate', 'C1001'].map(stemOf)).toEqual([
    'upload',
    'upload',
    'polic',
    'rebat',
    'C1001',
  ])
})

test('the paragraph that fits best is quoted as it stands', () => {
  const text = 'Nothing of use.\n\nUpload a file\nwith sales under Data.\n\nMore.'
  expect(passageOf(text, ['uploading', 'sales'])).toBe('Upload a file with sales under Data.')
  expect(passageOf('## Sales\n\nSee **[Sales data](/sales-data)**.', ['sales'])).toBe('See Sales data.')
  expect(passageOf(text, ['margin'])).toBeNull()
  expect(passageOf(`sales ${'word '.repeat(100)}`, ['sales'], 30)).toMatch(/^sales word .{0,30} …$/)
})
