import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { ConfigDraft } from '../../../../src/renderer/src/features/configs/config-draft'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import { memoryDrafts } from '../documents/memory'
import { serveWindow, type ServedWindow } from '../history/window'

const path = contentPath('/acme/site')
const config = (value: string) =>
  JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 1, data: [{ key: 'a', value }] })

let served: ServedWindow
let drafts: DraftStore
const open: ConfigDraft[] = []

beforeEach(async () => {
  served = await serveWindow()
  drafts = memoryDrafts()
  setWorkspace(await api.setOwner({ name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }))
})
afterEach(async () => {
  for (const draft of open.splice(0)) draft.close()
  await served.close()
})

async function start(): Promise<ConfigDraft> {
  const draft = new ConfigDraft(path, drafts)
  open.push(draft)
  await vi.waitFor(() => expect(draft.at.kind).toBe('ready'))
  return draft
}

describe('the changes of a config', () => {
  it('C3 make a new config only when they are saved', async () => {
    const draft = await start()
    expect([draft.current, draft.writable]).toEqual(['', true])
    draft.set(config('1'))
    expect(draft.dirty).toBe(true)
    expect(await api.configs(path)).toEqual([])
    await draft.save()
    expect(draft.dirty).toBe(false)
    expect((await api.config(path))?.text).toBe(config('1'))
  })

  it('C3 S3 never replace what somebody else saved meanwhile without a word', async () => {
    await api.saveConfig(path, config('0'))
    const draft = await start()
    draft.set(config('mine'))
    await api.saveConfig(path, config('theirs'))
    await expect(draft.save()).rejects.toMatchObject({ reason: 'precondition-failed' })
    await vi.waitFor(() => expect(draft.changedElsewhere).toBe(true))
    expect([draft.current, draft.saved]).toEqual([config('mine'), config('theirs')])
    await draft.save()
    expect((await api.config(path))?.text).toBe(config('mine'))
    const history = await api.configHistory(path)
    const texts = await Promise.all(history.map(async ({ url }) => (await api.readVersion(url)).text))
    expect(texts).toContain(config('theirs'))
  })

  it('E1 come back after they were left without saving', async () => {
    await api.saveConfig(path, config('0'))
    const draft = await start()
    draft.set(config('1'))
    draft.close()
    open.splice(0)
    const again = await start()
    await vi.waitFor(() => expect(again.restored).toBe(true))
    expect([again.current, again.saved]).toEqual([config('1'), config('0')])
  })

  it('E4 are taken back and brought again step by step, and thrown away as one step', async () => {
    await api.saveConfig(path, config('0'))
    const draft = await start()
    draft.set(config('1'), true)
    draft.set(config('2'), true)
    draft.undo()
    expect(draft.current).toBe(config('1'))
    draft.redo()
    draft.discard()
    expect(draft.dirty).toBe(false)
    draft.undo()
    expect(draft.current).toBe(config('2'))
  })
})
