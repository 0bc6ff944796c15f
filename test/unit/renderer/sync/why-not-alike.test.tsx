import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { whyApart } from '../../../../src/common/sync/shapes'
import type { SyncFile, SyncOverview } from '../../../../src/common/sync'
import { sync } from '../../../../src/renderer/src/api/sync'
import { DocumentSync } from '../../../../src/renderer/src/features/sync/DocumentSync'
import { indexFiles } from '../../../../src/renderer/src/features/sync/pair-files'
import { whyNotAlike } from '../../../../src/renderer/src/features/sync/why-not-alike'
import { brokenRules, renderInApp } from '../render'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

class NoEvents extends EventTarget {
  close(): void {
    // nothing was opened
  }
}

const page = contentPath('/acme/site/harbour.html')
const now = new Date(2026, 10, 28, 14, 20).getTime()
const conflict: SyncFile = {
  path: page,
  isConfig: false,
  key: '/harbour.html',
  state: 'conflict',
  what: 'changed',
  reason: null,
  message: null
}
const nothing = { pairId: 'one', local: '/acme/site', counts: {}, files: [], more: 0, folders: [], alike: [] }
const told = (more: Partial<Parameters<typeof indexFiles>[0]>) =>
  indexFiles({ ...nothing, apart: [], ...more })
const apart = (why: (typeof whyApart.options)[number]) => told({ apart: [{ path: page, why, since: now }] })

function why(files: ReturnType<typeof indexFiles>, paused = false, isApart = false, path = page) {
  return whyNotAlike(path, { pair: { paused }, files, server: 'Team', isApart }, now)
}

describe('why a document is not kept alike', () => {
  it('RT13 is said of each reason in a sentence of its own, with since when nothing gets through', () => {
    expect(why(apart('away'))).toContain('Nothing gets through to Team since 14:20')
    expect(why(apart('may-not-write'))).toContain('You may not write it at Team')
    const all = whyApart.options.map((one) => why(apart(one)))
    expect(new Set(all).size).toBe(whyApart.options.length)
  })

  it('RT13 is first what a person can do: decide a conflict, resume the sync, write together', () => {
    expect(why(told({ files: [conflict] }), true)).toContain('a conflict waits')
    expect(why(apart('left-out'), true)).toContain('Resume it')
    expect(why(told({}), false, true)).toContain('in the settings')
    expect(why(told({}))).toContain('saved as a whole')
  })

  it('RT13 is nothing while it is kept alike, of media, and where the service keeps nothing alike', () => {
    expect(why(told({ alike: [page] }))).toBe(null)
    expect(why(told({}), false, false, contentPath('/acme/site/boat.png'))).toBe(null)
    expect(why(told({ apart: null }))).toBe(null)
  })

  it('RT13 is told by the status bar, with the keyboard too', async () => {
    const status = { state: 'offline', progress: null, next: null, last: null, conflicts: 0 } as const
    const overview: SyncOverview = {
      remotes: [
        { id: 'r', name: 'Team', base: '', hasToken: true, kept: 'keychain', signIn: null, problem: null }
      ],
      pairs: [
        {
          id: 'one',
          remoteId: 'r',
          local: '/acme/site',
          remote: '/acme/site',
          serviceFolder: 'x',
          lowerCase: true,
          firstSync: 'ask',
          paused: false,
          status
        }
      ]
    }
    vi.stubGlobal('EventSource', NoEvents)
    vi.spyOn(sync, 'overview').mockResolvedValue(overview)
    vi.spyOn(sync, 'files').mockResolvedValue({
      ...nothing,
      counts: { synced: 3 },
      apart: [{ path: page, why: 'away', since: now }]
    })
    const user = userEvent.setup()
    renderInApp(<DocumentSync path={page} className={undefined} />)
    const mark = await screen.findByRole('button', { name: /Nothing gets through to Team/ })
    mark.focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Nothing gets through to Team')
    expect(screen.getByRole('button', { name: 'Show the sync' })).toBeTruthy()
    expect(await brokenRules()).toEqual([])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBe(null)
  })
})
