// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeSchemaDocument } from '../../../../src/common/formats/structured'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { SchemaDraft } from '../../../../src/renderer/src/features/schemas/schema-draft'
import { changedBy, memoryDrafts, MemoryService, openSession } from '../documents/memory'

const text = (title: string) => JSON.stringify({ title, type: 'object', properties: {} }, null, 2)

let service: MemoryService
let drafts: DraftStore
const sessions: DocumentSession[] = []
const open: SchemaDraft[] = []

async function start() {
  const session = await openSession(service, drafts)
  const ask = vi.fn()
  const draft = new SchemaDraft(session, drafts, ask)
  sessions.push(session)
  open.push(draft)
  await vi.waitFor(() => expect(draft.ready).toBe(true))
  return { session, draft, ask }
}

const statusOf = (session: DocumentSession) => session.snapshot().status

beforeEach(() => {
  service = new MemoryService()
  drafts = memoryDrafts()
  service.put(writeSchemaDocument(text('Offer')))
})

afterEach(() => {
  for (const draft of open.splice(0)) draft.close()
  for (const session of sessions.splice(0)) session.close()
})

describe('the changes of a schema', () => {
  it('E2 say that they are not saved until the person saves them', async () => {
    const { session, draft, ask } = await start()
    expect(statusOf(session)?.kind).toBe('saved')
    draft.set(text('Ticket'))
    const status = statusOf(session)
    if (status?.kind !== 'held') throw new Error(`The status is ${status?.kind}.`)
    status.save()
    expect(ask).toHaveBeenCalledOnce()
    await draft.save()
    expect(statusOf(session)?.kind).toBe('saved')
    expect(service.textAt()).toBe(writeSchemaDocument(text('Ticket')))
  })

  it('E2 are no more when they are taken back', async () => {
    const { session, draft } = await start()
    draft.set(text('Ticket'))
    draft.undo()
    expect(statusOf(session)?.kind).toBe('saved')
  })

  it('E4 are taken back by what was done, not letter by letter', async () => {
    const { draft } = await start()
    const make = (title: string, properties: object = {}) =>
      draft.setValue(JSON.parse(JSON.stringify({ title, type: 'object', properties })))
    for (const title of ['OfferT', 'OfferTi', 'OfferTic']) make(title)
    make('OfferTic', { name: { type: 'string' } })
    make('OfferTic', { name: { type: 'string', title: 'N' } })
    make('OfferTic', { name: { type: 'string', title: 'Na' } })
    const kept: string[] = []
    while (draft.canUndo) {
      draft.undo()
      kept.push(draft.current)
    }
    expect(kept.map((json): unknown => JSON.parse(json))).toMatchObject([
      { title: 'OfferTic', properties: { name: { type: 'string' } } },
      { title: 'OfferTic', properties: {} },
      { title: 'Offer' }
    ])
    draft.redo()
    expect(JSON.parse(draft.current)).toMatchObject({ title: 'OfferTic' })
  })

  it('E1 are on this machine before the document closes, and come back', async () => {
    const first = await start()
    first.draft.set(text('Ticket'))
    await first.session.flush()
    first.draft.close()
    first.session.close()
    expect(service.textAt()).toBe(writeSchemaDocument(text('Offer')))

    const { session, draft } = await start()
    expect(draft.current).toBe(text('Ticket'))
    expect(draft.restored).toBe(true)
    expect(draft.changedElsewhere).toBe(false)
    expect(statusOf(session)?.kind).toBe('held')
  })

  it('E3 that come back say so when somebody saved the schema meanwhile', async () => {
    const first = await start()
    first.draft.set(text('Ticket'))
    await first.session.flush()
    first.draft.close()
    first.session.close()
    service.put(writeSchemaDocument(text('Crossing')))
    const { draft } = await start()
    expect(draft.current).toBe(text('Ticket'))
    expect(draft.changedElsewhere).toBe(true)
    draft.discard()
    expect(draft.current).toBe(text('Crossing'))
  })

  it('E3 stay when somebody saves the schema while it is open', async () => {
    const { session, draft } = await start()
    draft.set(text('Ticket'))
    session.hear(changedBy('noor', service.put(writeSchemaDocument(text('Crossing')))))
    await vi.waitFor(() => expect(draft.changedElsewhere).toBe(true))
    expect(draft.current).toBe(text('Ticket'))
  })
})
