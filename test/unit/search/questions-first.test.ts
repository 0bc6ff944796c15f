import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openFollowing } from '../../../src/main/search/follow'
import { openIndexThread } from '../../../src/main/search/thread'
import { openStore } from '../../../src/main/store'
import { ada, bytes, p, quickFolder, sparseWorkspace } from '../../support/workspace'

it('FI5: while somebody asks, what is read for the first time waits, or comes in small lots; and it comes to an end however long a question takes', async () => {
  const folder = await sparseWorkspace(quickFolder())
  const store = await openStore({ folder, watch: false })
  for (let number = 0; number < 300; number += 1)
    await store.write(p(`/o/s/${number}.html`), bytes(`<p>ferry ${number}</p>`), { by: ada })
  const index = openIndexThread(null, null)
  const lots: number[] = []
  let second: () => void = () => undefined
  let over: () => void = () => undefined
  const isOver = new Promise<void>((resolve) => (over = resolve))
  const secondCame = new Promise<void>((resolve) => (second = resolve))
  const watched: typeof index = {
    ...index,
    async call(name, input) {
      if (name === 'take' && Array.isArray(input) && lots.push(input.length) === 2) {
        second()
        await isOver
      }
      return index.call(name, input)
    }
  }
  const following = openFollowing(store, watched, (error) => {
    throw error
  })
  try {
    let answered: () => void = () => undefined
    const question = following.during(() => new Promise<void>((resolve) => (answered = resolve)))
    await following.begin()
    await secondCame
    const during = [...lots]
    answered()
    await question
    // between two keys it is still somebody who types
    await new Promise((resolve) => setTimeout(resolve, 500))
    over()
    await following.settled()
    // the first one was ready before it was asked about at all
    expect(Math.max(...during.slice(1))).toBeLessThanOrEqual(6)
    expect(Math.max(...lots)).toBeGreaterThan(6)
    expect(lots.reduce((sum, lot) => sum + lot, 0)).toBe(300)
  } finally {
    await following.close()
    await index.close()
    await store.close()
    await rm(folder, { recursive: true })
  }
})
