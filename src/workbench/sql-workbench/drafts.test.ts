import { describe, expect, test } from 'vitest'
import { declaredIn, draftOf, emptyDraft, sameDraft } from './drafts.ts'

describe('a draft', () => {
  test('declares the parameters that its statement names, in their order, and forgets others', () => {
    const parameters = [
      { name: 'gone', type: 'text', value: 'x' },
      { name: 'country', type: 'text', value: 'DE' },
    ] as const
    const statement =
      "select ':no' from customer where created > :valid_from and country = :country and value > :min_value"
    expect(declaredIn({ statement, parameters })).toEqual([
      { name: 'valid_from', type: 'date', value: null },
      { name: 'country', type: 'text', value: 'DE' },
      { name: 'min_value', type: 'number', value: null },
    ])
  })

  test('is the same as what is saved until the statement, a type or a value differs', () => {
    const saved = {
      id: 1,
      row_version: 1,
      name: 'A',
      statement: 'select :a',
      shared: false,
      owner: 'a@b.c',
      parameters: null,
    }
    const draft = draftOf(saved)
    expect(sameDraft(draft, { statement: 'select :a', parameters: [{ name: 'a', type: 'text', value: null }] })).toBe(
      true,
    )
    expect(sameDraft(draft, { ...draft, parameters: [{ name: 'a', type: 'text', value: '1' }] })).toBe(false)
    expect(sameDraft(draft, emptyDraft)).toBe(false)
  })
})
