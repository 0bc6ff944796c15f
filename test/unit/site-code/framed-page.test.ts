// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { framedPage } from '../../../src/main/site-code/framed-page'

it('E23 a page that is drawn anew is scrolled to its place, also when its scripts were long on their way', () => {
  const html = framedPage('<html><head></head><body></body></html>', { head: null, look: 'draft' })
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
  window.name = JSON.stringify({ path: location.pathname, y: 900 })
  runInThisContext(/<script>(.*)<\/script>/s.exec(html)?.[1] ?? '')
  clock.mockReturnValue(60_000)
  window.dispatchEvent(new Event('DOMContentLoaded'))
  expect(scrolled.mock.calls[0]).toEqual([0, 900])
  vi.restoreAllMocks()
})
