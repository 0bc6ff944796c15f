// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newDocument, parseDocument, writeDocument } from '../../../../src/common/formats/structured'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { FormDocument } from '../../../../src/renderer/src/features/forms/document/form-document'
import { changedBy, memoryDrafts, MemoryService, openSession, PAGE } from '../documents/memory'
import { offer, someOffer } from './offer'

const stored = (data: object) =>
  writeDocument(newDocument({ title: 'index', schemaName: 'offer', data: JSON.parse(JSON.stringify(data)) }))
const empty = '<body><header></header><main><div></div></main><footer></footer></body>'

let service: MemoryService
let drafts: DraftStore
const open: DocumentSession[] = []

async function start(text: string) {
  service.put(text)
  const session = await openSession(service, drafts)
  open.push(session)
  const form = new FormDocument(session)
  form.takeOver()
  return { session, form }
}

function storeOf(form: FormDocument) {
  const store = form.storeFor(offer, false)
  if (!store) throw new Error('The text of the test is no structured document.')
  return store
}

function dataIn(text: string | null): unknown {
  const reading = parseDocument(text ?? '')
  return 'document' in reading ? reading.document.data : reading.refusal
}

beforeEach(() => {
  service = new MemoryService()
  drafts = memoryDrafts()
})
afterEach(() => open.splice(0).forEach((session) => session.close()))

describe('a structured document in the form', () => {
  it('W2 opening and looking at a document writes nothing', async () => {
    const { session, form } = await start(stored(someOffer))
    storeOf(form)
    expect(await session.flush()).toBe(true)
    expect(service.writes).toEqual([])
  })

  it('E1 what is typed is in the text at once when somebody asks, and is saved by itself', async () => {
    const { session, form } = await start(stored(someOffer))
    storeOf(form).set('/headline', 'Two islands', 'typing')
    expect(dataIn(session.text())).toMatchObject({ headline: 'Two islands' })
    expect(session.snapshot().status?.kind).toBe('typing')
    await vi.waitFor(() => expect(session.snapshot().status?.kind).toBe('saved'))
    expect(dataIn(service.textAt())).toMatchObject({ headline: 'Two islands' })
  })

  it('E1 the last of many key strokes in a row is saved, too', async () => {
    const { session, form } = await start(stored(someOffer))
    const store = storeOf(form)
    for (let n = 1; n <= 30; n++) store.set('/headline', `Ticket ${n}`, 'typing')
    await session.flush()
    expect(dataIn(service.textAt())).toMatchObject({ headline: 'Ticket 30' })
  })

  it('RT15 what was typed a moment before the form is read-only is saved, too', async () => {
    const { session, form } = await start(stored(someOffer))
    storeOf(form).set('/headline', 'Ticket one', 'typing')
    await session.flush()
    storeOf(form).set('/headline', 'Ticket two', 'typing')
    expect(form.storeFor(offer, true)?.data).toMatchObject({ headline: 'Ticket two' })
    await vi.waitFor(() => expect(dataIn(service.textAt())).toMatchObject({ headline: 'Ticket two' }))
  })

  it('F2 choosing a schema writes nothing until something is filled in', async () => {
    const { session, form } = await start(empty)
    expect(form.now().kind).toBe('empty')
    form.choose('offer', offer)
    await session.flush()
    expect(service.writes).toEqual([])
    storeOf(form).set('/headline', 'First words')
    await session.flush()
    expect(dataIn(service.textAt())).toMatchObject({ headline: 'First words' })
  })

  it('F4 members that the schema does not know stay in the document', async () => {
    const { session, form } = await start(stored({ ...someOffer, legacy: 'kept', old: { a: 'b' } }))
    storeOf(form).set('/headline', 'Changed')
    await session.flush()
    expect(dataIn(service.textAt())).toMatchObject({ legacy: 'kept', old: { a: 'b' } })
  })

  it('E3 another person’s change of another field is merged with what is typed here, and can be taken back', async () => {
    const { session, form } = await start(stored(someOffer))
    const store = storeOf(form)
    store.set('/headline', 'Mine', 'typing')
    const etag = service.put(stored({ ...someOffer, seats: 7 }))
    session.hear(changedBy('jon@example.org', etag))
    await vi.waitFor(() => expect(session.snapshot().notice?.kind).toBe('merged'))
    expect(storeOf(form).data).toMatchObject({ headline: 'Mine', seats: 7 })
    expect(form.storeFor(offer, false)).toBe(store)
  })

  it('E3 both changed one field: nothing is overwritten until the person decides', async () => {
    const { session, form } = await start(stored(someOffer))
    storeOf(form).set('/headline', 'Mine', 'typing')
    const etag = service.put(stored({ ...someOffer, headline: 'Theirs' }))
    session.hear(changedBy('jon@example.org', etag))
    await vi.waitFor(() => expect(session.snapshot().question?.kind).toBe('conflict'))
    expect(dataIn(service.textAt())).toMatchObject({ headline: 'Theirs' })
    expect(storeOf(form).value('/headline')).toBe('Mine')
    await session.takeTheirs()
    expect(storeOf(form).value('/headline')).toBe('Theirs')
    storeOf(form).undo()
    expect(storeOf(form).value('/headline')).toBe('Mine')
  })

  it('F4 a text that is no structured content any more is not touched', async () => {
    const { session, form } = await start(stored(someOffer))
    storeOf(form)
    const page = '<body><main><div><p>A page</p></div></main></body>'
    session.hear(changedBy('jon@example.org', service.put(page)))
    await vi.waitFor(() => expect(form.now().kind).toBe('other'))
    expect(form.storeFor(offer, false)).toBeNull()
    await session.flush()
    expect(service.textAt(PAGE)).toBe(page)
  })
})
