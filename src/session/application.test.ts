// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { applicationTypes } from '#src/definition/applications.ts'
import {
  chooseApplication,
  currentApplication,
  currentApplicationType,
  initialApplication,
  onApplication,
  startingApplication,
} from './application.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('B001 exactly one application type is current, one of the nine; a sub-application leaves it as it is', () => {
  expect(applicationTypes).toHaveLength(9)
  expect(currentApplicationType()).toBeNull()
  chooseApplication('Pricing')
  chooseApplication('Customer Rebate')
  expect(currentApplicationType()).toBe('Customer Rebate')
  chooseApplication('Designer Studio')
  expect(currentApplicationType()).toBe('Customer Rebate')
  expect(currentApplication()).toBe('Designer Studio')
  chooseApplication('Royalty')
  expect(currentApplication()).toBe('Royalty')
})

test('B002 the current application is kept in session storage', () => {
  chooseApplication('Pricing')
  expect(sessionStorage.getItem('currentApplication')).toBe('Pricing')
  sessionStorage.setItem('currentApplication', 'Something else')
  expect(currentApplicationType()).toBeNull()
})

test('those who show it hear of another application', () => {
  const heard = vi.fn()
  const stop = onApplication(heard)
  chooseApplication('Promotions')
  stop()
  chooseApplication('Pricing')
  expect(heard).toHaveBeenCalledTimes(1)
})

test('B003 the application comes from the authorised ones; without a clear choice the launcher is asked', () => {
  expect(initialApplication({ authorized_apps: ['Pricing'] })).toBe('Pricing')
  expect(initialApplication({ authorized_apps: ['Pricing', 'Royalty'] })).toBeNull()
  expect(initialApplication({ authorized_apps: ['Pricing', 'Royalty'], start_application: 'Royalty' })).toBe('Royalty')
  chooseApplication('Customer Rebate')
  expect(initialApplication({ authorized_apps: ['Pricing', 'Royalty'] })).toBeNull()
  expect(initialApplication({ authorized_apps: ['Pricing', 'Customer Rebate'] })).toBe('Customer Rebate')
})

test('a new tab begins with the application used last', () => {
  chooseApplication('Pricing')
  sessionStorage.clear()
  expect(startingApplication()).toBe('Pricing')
})
