import { afterEach, expect, it, vi } from 'vitest'
import { keepQuestion, lastQuestions } from '../../../../src/renderer/src/features/search/last-questions'
import {
  beforePublishing,
  changeBeforePublishing
} from '../../../../src/renderer/src/features/publishing/before-publishing'
import { forget, keep, keptText } from '../../../../src/renderer/src/state/keep'
import { changeEditorSettings, editorSettings } from '../../../../src/renderer/src/workbench/editor-settings'

afterEach(() => {
  vi.restoreAllMocks()
  for (const key of ['galley.before-publishing', 'galley.search.last', 'x']) forget(key)
})

const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

it('W3 where the computer keeps nothing, what was chosen holds in this window, and nothing fails', () => {
  keep('x', 'before')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
  keep('x', 'after')
  expect(keptText('x')).toBe('after')
  changeBeforePublishing('block')
  expect(beforePublishing()).toBe('block')
  keepQuestion('ferry')
  expect(lastQuestions()).toEqual(['ferry'])
  const { split } = editorSettings()
  changeEditorSettings({ split: !split })
  expect(editorSettings().split).toBe(!split)

  vi.restoreAllMocks()
  keep('x', 'later')
  expect([keptText('x'), localStorage.getItem('x')]).toEqual(['later', 'later'])
})

it('W3 a browser that forbids to keep anything is a window that remembers nothing', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(full)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(full)
  expect(keptText('x')).toBeNull()
  forget('x')
  expect(lastQuestions()).toEqual([])
})
