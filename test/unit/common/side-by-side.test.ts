import { describe, expect, it } from 'vitest'
import { sideBySide } from '../../../src/common/side-by-side'

const turns = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('work that is done a few at a time', () => {
  it('IM6 takes each item once, in order, and never more at once than it may', async () => {
    const begun: number[] = []
    let now = 0
    let most = 0
    await sideBySide([1, 2, 3, 4, 5, 6, 7].values(), 3, async (item) => {
      begun.push(item)
      most = Math.max(most, ++now)
      await turns()
      now--
    })
    expect([begun, most, now]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3, 0])
  })

  it('IM6 begins none after a failure, and tells the first when what is under way has ended', async () => {
    const ended: number[] = []
    const work = sideBySide([1, 2, 3, 4, 5], 2, async (item) => {
      if (item === 2) throw new Error('the second')
      await turns()
      await turns()
      ended.push(item)
    })
    await expect(work).rejects.toThrow('the second')
    expect(ended).toEqual([1])
  })

  it('IM7 begins none once it is stopped, and what fails of that is no failure', async () => {
    const stopping = new AbortController()
    const begun: number[] = []
    const one = async (item: number) => {
      begun.push(item)
      await turns()
      stopping.abort()
      throw new Error('cut off')
    }
    await sideBySide([1, 2, 3, 4], 2, one, stopping.signal)
    expect(begun).toEqual([1, 2])
  })
})
