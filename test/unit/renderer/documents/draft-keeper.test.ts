// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DRAFT_DELAY, DraftKeeper } from '../../../../src/renderer/src/documents/draft-keeper'
import { inParts, type Draft } from '../../../../src/renderer/src/documents/drafts'
import { memoryDrafts, PAGE } from './memory'

const draft: Draft = {
  session: 's',
  workspace: 'w',
  path: PAGE,
  text: 'words',
  baseEtag: null,
  baseText: '',
  sending: null,
  at: 0
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Types every 10 ms for ten seconds. @returns how often the draft was written */
async function writesWhileTyping(eachTakes: number): Promise<number> {
  let writes = 0
  const put = () => {
    writes++
    return new Promise<'disk'>((resolve) => setTimeout(() => resolve('disk'), eachTakes))
  }
  const keeper = new DraftKeeper({ ...memoryDrafts(), put }, 's', () => inParts(draft))
  for (let at = 0; at < 10_000; at += 10) {
    keeper.touch()
    await vi.advanceTimersByTimeAsync(10)
  }
  keeper.stop()
  return writes
}

describe('how often the draft is written', () => {
  it('W2 a draft that is written quickly follows every few key strokes', async () => {
    expect(await writesWhileTyping(5)).toBeGreaterThan(10_000 / (DRAFT_DELAY * 2))
  })

  it('W2 a draft that takes long leaves most of the time to typing', async () => {
    expect(await writesWhileTyping(500)).toBeLessThan(14)
  })
})
