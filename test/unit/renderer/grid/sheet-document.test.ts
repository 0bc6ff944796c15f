// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { typeCells, wholeSheet } from '../../../../src/common/formats/sheet'
import type { SheetStore } from '../../../../src/renderer/src/engines/grid'
import { applyOrder, sortBy } from '../../../../src/renderer/src/engines/grid/grid-actions'
import { SheetDocument } from '../../../../src/renderer/src/features/sheets/sheet-document'
import { changedBy, memoryDrafts, MemoryService, openSession, PAGE } from '../documents/memory'

const rows = (...data: object[]) =>
  `${JSON.stringify({ ':type': 'sheet', ':sheetname': 'fares', total: data.length, data }, null, 2)}\n`
const fares = rows({ who: 'Adult', price: '9' }, { who: 'Child', price: '4' })

let service: MemoryService
let drafts: DraftStore
const open: { session: DocumentSession; sheets: SheetDocument }[] = []

async function start(text: string) {
  service.put(text)
  const session = await openSession(service, drafts)
  const sheets = new SheetDocument(session)
  sheets.takeOver()
  open.push({ session, sheets })
  return { session, sheets, store: storeOf(sheets) }
}

function storeOf(sheets: SheetDocument): SheetStore {
  if (!sheets.store) throw new Error('The text of the test holds no sheets.')
  return sheets.store
}

function typeInto(store: SheetStore, row: number, column: number, text: string): void {
  const { sheet } = store
  if (!sheet) throw new Error('no sheet')
  store.type({
    kind: 'cell',
    sheet: sheet.id,
    row: sheet.rows[row]?.id ?? 0,
    slot: sheet.columns[column]?.slot ?? 0,
    text
  })
}

beforeEach(() => {
  service = new MemoryService()
  drafts = memoryDrafts()
})
afterEach(() => {
  for (const { session, sheets } of open.splice(0)) {
    sheets.close()
    session.close()
  }
})

describe('a document of sheets in the grid', () => {
  it('SH1 opening and looking at a document writes nothing', async () => {
    const { session } = await start(fares)
    expect(await session.flush()).toBe(true)
    expect(service.writes).toEqual([])
  })

  it('SH6 undo after sorting takes back the sorting, not what was done before it, and nothing is saved for it', async () => {
    const { session, store } = await start(fares)
    const { sheet } = store
    if (!sheet) throw new Error('no sheet')
    const state = store.stateOf(sheet.id)
    store.edit(sheet.id, 'Paste', (now) => typeCells(now, [{ row: 0, slot: 1, text: '12' }]))
    await session.flush()
    service.writes.length = 0
    const pasted = session.text()
    sortBy({ store, id: sheet.id, state }, 1, false)
    expect([store.undoTitle, state.view.sort]).toEqual(['Sort', { slot: 1, descending: false }])
    store.undo()
    expect([session.text(), state.view]).toEqual([pasted, wholeSheet])
    store.redo()
    expect(state.view.sort).toEqual({ slot: 1, descending: false })
    applyOrder({ store, id: sheet.id, state })
    expect([state.view, session.text() === pasted]).toEqual([wholeSheet, false])
    store.undo()
    expect([session.text(), state.view.sort?.slot]).toEqual([pasted, 1])
    expect(session.snapshot().status?.kind).toBe('typing')
    await session.flush()
    expect(service.writes).toEqual([])
    store.undo()
    store.undo()
    expect([session.text(), store.undoTitle]).toEqual([fares, null])
  })

  it('E4 what was done can be taken back also after the text was no sheet for a while', async () => {
    const { session, sheets, store } = await start(fares)
    const id = store.sheet?.id ?? 0
    store.edit(id, 'Typing', (now) => typeCells(now, [{ row: 0, slot: 1, text: '12' }]))
    const typed = session.text()
    sheets.write('{')
    expect(sheets.store).toBe(null)
    sheets.write(typed)
    expect(sheets.store).toBe(store)
    store.undo()
    store.undo()
    expect(session.text()).toBe(fares)
  })

  it('E1 the cell that is being typed in is in the text at once, and is saved when the window closes', async () => {
    const { session, store } = await start(fares)
    typeInto(store, 1, 0, 'You')
    typeInto(store, 1, 0, 'Young')
    expect(session.text()).toBe(fares.replace('Child', 'Young'))
    expect(await session.flush()).toBe(true)
    expect(service.textAt()).toBe(fares.replace('Child', 'Young'))
    store.endTyping(false)
    expect(await session.flush()).toBe(true)
    expect(service.textAt()).toBe(fares)
  })

  it('E4 typing is one step, taken back and done again to the sign', async () => {
    const { session, store } = await start(fares)
    typeInto(store, 0, 1, '1')
    typeInto(store, 0, 1, '11')
    expect(store.endTyping(true)).toBeNull()
    expect(store.undoTitle).toBe('Typing')
    store.undo()
    expect(session.text()).toBe(fares)
    store.redo()
    expect(session.text()).toBe(fares.replace('"9"', '"11"'))
  })

  it('SH3 a column’s new name is in the text while it can be one, and refused in words when it cannot', async () => {
    const { session, store } = await start(fares)
    const sheet = store.sheet?.id ?? 0
    const slot = store.sheet?.columns[1]?.slot ?? 0
    store.type({ kind: 'column', sheet, slot, text: 'fare' })
    expect(session.text()).toContain('"fare": "9"')
    store.type({ kind: 'column', sheet, slot, text: 'who' })
    expect(session.text()).toBe(fares)
    expect(store.endTyping(true)).toMatch(/already/)
    expect(session.text()).toBe(fares)
  })

  it('SH9 somebody else’s rows join what is being typed, which goes on where it is', async () => {
    const { session, store } = await start(fares)
    typeInto(store, 1, 0, 'Young')
    service.put(rows({ who: 'Dog', price: '1' }, { who: 'Adult', price: '9' }, { who: 'Child', price: '5' }))
    session.hear(changedBy('jon@example.org', PAGE))
    await expect.poll(() => session.snapshot().notice?.kind).toBe('merged')
    expect(store.isTyping).toBe(true)
    const both = rows({ who: 'Dog', price: '1' }, { who: 'Adult', price: '9' }, { who: 'Young', price: '5' })
    expect(JSON.parse(session.text())).toEqual(JSON.parse(both))
    typeInto(store, 2, 0, 'Youngster')
    store.endTyping(true)
    expect(await session.flush()).toBe(true)
    expect(JSON.parse(service.textAt() ?? '')).toEqual(JSON.parse(both.replace('Young', 'Youngster')))
  })

  it('SH5 a file that is broken from outside is explained, and its text is kept', async () => {
    const { session, sheets } = await start(fares)
    service.put('{":type":"sheet","data":')
    session.hear(changedBy('jon@example.org', PAGE))
    await expect.poll(() => 'refusal' in sheets.now()).toBe(true)
    expect(session.text()).toBe('{":type":"sheet","data":')
    service.put(fares)
    session.hear(changedBy('jon@example.org', PAGE))
    await expect.poll(() => 'store' in sheets.now()).toBe(true)
  })
})
