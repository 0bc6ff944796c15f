import { describe, expect, it } from 'vitest'
import { inThread, openIndexThread } from '../../../src/main/search/thread'

describe('the thread of the index', () => {
  it('FI5: one that cannot begin refuses each question, and holds nobody up at the end', async () => {
    const index = openIndexThread(inThread('/nowhere/search.js'), null)
    await expect(index.call('state', undefined)).rejects.toThrow(/search\.js/)
    await expect(index.call('state', undefined)).rejects.toThrow(/search\.js/)
    await index.close()
    await expect(index.call('state', undefined)).rejects.toMatchObject({ reason: 'closed' })
  })
})
