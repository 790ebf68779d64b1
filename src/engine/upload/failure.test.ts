import { expect, test } from 'vitest'
import { uploadErrors } from './failure.ts'

test('an answer without an error list has succeeded', () => {
  expect(uploadErrors({ success_msg: 'Done' })).toEqual([])
  expect(uploadErrors({ error_list: {} })).toEqual([])
})

test('the messages of the map are shown trimmed, each once', () => {
  expect(
    uploadErrors({ error_list: { 1: '  Customer is missing ', 2: ['Customer is missing', 'No date\n'], 3: '' } }),
  ).toEqual(['Customer is missing', 'No date'])
})
