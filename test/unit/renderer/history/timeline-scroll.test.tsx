import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { Timeline } from '../../../../src/renderer/src/features/history/Timeline'
import type { KnownVersion } from '../../../../src/renderer/src/documents/versions/written'
import { renderInApp } from '../render'
import { serveWindow, type ServedWindow } from './window'

const path = contentPath('/northwind/harbour/page.html')
const MINUTE = 60_000

/** By turns of two people, so that none of them folds away with the next one. */
const versions = Array.from({ length: 10_000 }, (_, at): KnownVersion => {
  const by = [{ email: at % 2 === 0 ? 'mara@northwind.example' : 'jon@northwind.example' }]
  const timestamp = Date.UTC(2026, 10, 20) - at * MINUTE
  const url = `/versionsource/northwind/${at}`
  return { url, users: by, timestamp, path: 'harbour/page.html', wrote: { by, at: timestamp, when: 'then' } }
})

let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  setWorkspace(await api.setOwner({ name: 'Mara', email: 'mara@northwind.example' }))
  // jsdom lays nothing out
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300)
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await served.close()
})

describe('ten thousand versions', () => {
  it('V4 scrolling draws the rows that come into view, and none of those that stay', () => {
    renderInApp(<Timeline path={path} versions={versions} filter="all" picked={null} onPick={stay} />)
    const list = screen.getByRole('list', { name: 'Versions' })
    const scroller = list.parentElement
    if (!scroller) throw new Error('nothing scrolls')
    const drawn = vi.spyOn(Date.prototype, 'toISOString')
    const before = new Set([...list.children].map((row) => row.getAttribute('data-index')))
    act(() => {
      scroller.scrollTop = 98
      scroller.dispatchEvent(new Event('scroll'))
    })
    const come = [...list.children].filter((row) => !before.has(row.getAttribute('data-index')))
    expect(come.length).toBeGreaterThan(0)
    expect(come.length).toBeLessThan(6)
    // each row that is drawn writes its time out once
    expect(drawn).toHaveBeenCalledTimes(come.length)
  })
})

const stay = () => {}
