import { describe, expect, it } from 'vitest'
import { grantedThrough, unknownAmong, withPermission } from './rights-model.ts'

describe('permissions of a role', () => {
  it('are held by themselves, through their area or through everything', () => {
    expect(grantedThrough(['masters.write'], 'masters.write')).toBe('masters.write')
    expect(grantedThrough(['masters.*'], 'masters.write')).toBe('masters.*')
    expect(grantedThrough(['*'], 'masters.write')).toBe('*')
    expect(grantedThrough(['*'], 'platform.organizations')).toBeNull()
    expect(grantedThrough(['mast.*', 'masters.read'], 'masters.write')).toBeNull()
  })

  it('are given and taken, a wider one in the place of those it holds', () => {
    expect(withPermission(['masters.write', 'results.read'], 'masters.*', true)).toEqual(['results.read', 'masters.*'])
    expect(withPermission(['masters.write', 'platform.x'], '*', true)).toEqual(['platform.x', '*'])
    expect(withPermission(['masters.*', 'results.read'], 'masters.*', false)).toEqual(['results.read'])
  })

  it('are told when nothing asks for them', () => {
    expect(
      unknownAmong(['*', 'gone.read', 'views.manage'], {
        areas: [],
        others: [{ name: 'views.manage', description: '' }],
      }),
    ).toEqual(['gone.read'])
  })
})
