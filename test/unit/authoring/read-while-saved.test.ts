import { afterEach, beforeEach, expect, it } from 'vitest'
import { openHttp, type HttpWorkspace } from '../../contract/over-http'
import { owner, writePage } from '../../contract/people'

let workspace: HttpWorkspace
beforeEach(async () => {
  workspace = await openHttp()
})
afterEach(() => workspace.close())

it('S1 a text that is saved all the time is read whole, as one of its states, each time that it is asked for', async () => {
  const path = '/acme/site/notes.txt'
  const state = (nth: number) => `${nth}\n`.repeat(200)
  await writePage(owner(workspace), path, state(0))
  let isOver = false
  const saving = (async () => {
    for (let nth = 1; !isOver; nth += 1) await writePage(owner(workspace), path, state(nth))
  })()
  try {
    for (let nth = 0; nth < 150; nth += 1) {
      const { status, body } = await owner(workspace).send('GET', `/source${path}`)
      expect(status).toBe(200)
      const lines = new TextDecoder().decode(body).trimEnd().split('\n')
      expect([lines.length, new Set(lines).size]).toEqual([200, 1])
    }
  } finally {
    isOver = true
    await saving
  }
})
