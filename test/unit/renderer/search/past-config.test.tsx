import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import type { SearchHit } from '../../../../src/common/search/answer'
import { api } from '../../../../src/renderer/src/api'
import { openFound } from '../../../../src/renderer/src/features/search/open-found'
import { updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow } from '../history/window'

afterEach(() => {
  cleanup()
  act(() => updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null })))
})

it('FI7 what went from a config opens its version beside the config that is there', async () => {
  const served = await serveWindow()
  const site = contentPath('/harbour/web')
  try {
    for (const word of ['narwhal', 'beluga']) {
      const data = [{ key: word, value: 'x' }]
      const body = new FormData()
      body.set(
        'config',
        JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 1, offset: 0, limit: 1, data })
      )
      expect((await fetch(`/config${site}`, { method: 'POST', body })).ok).toBe(true)
    }
    const hit = await vi.waitFor(
      async (): Promise<SearchHit> => {
        const { hits } = await api.search('narwhal in:history', { at: site })
        if (!hits[0]) throw new Error('nothing is found yet')
        return hits[0]
      },
      { timeout: 20_000 }
    )
    expect(hit).toMatchObject({ path: site, kind: 'config' })
    openFound(hit, hit.places[0])
    await vi.waitFor(() => expect(workbench().tabs).toHaveLength(1))
    expect(workbench().tabs[0]).toMatchObject({
      path: site,
      before: { kind: 'version', path: site },
      after: { kind: 'config', path: site }
    })
  } finally {
    await served.close()
  }
})
