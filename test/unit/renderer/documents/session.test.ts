// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { GalleyError } from '../../../../src/common/errors'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { bytesOf, changedBy, memoryDrafts, MemoryService, openSession, PAGE, type } from './memory'

let service: MemoryService
let drafts: DraftStore
const open: DocumentSession[] = []

const start = async () => {
  const session = await openSession(service, drafts)
  open.push(session)
  return session
}
const status = (session: DocumentSession) => session.snapshot().status?.kind
const saved = (session: DocumentSession) => vi.waitFor(() => expect(status(session)).toBe('saved'))

beforeEach(() => {
  service = new MemoryService()
  drafts = memoryDrafts()
})
afterEach(() => open.splice(0).forEach((session) => session.close()))

describe('autosave', () => {
  it('W2 a document that was opened and not touched is never written', async () => {
    service.put('<p>one</p>\r\n')
    const session = await start()
    expect(await session.flush()).toBe(true)
    expect(service.writes).toEqual([])
  })

  it('V3 typing is saved by itself, under the session of this document, and says so only when it is stored', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one two')
    expect(status(session)).toBe('typing')
    await saved(session)
    expect(service.writes).toEqual([{ text: 'one two', session: session.id }])
  })

  it('V3 a key after the first gives whoever shows the document nothing to draw, but for the text', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one t')
    const shown = session.snapshot()
    let told = 0
    const end = session.followText(() => (told += 1))
    const before = session.revision()
    type(session, 'one tw')
    type(session, 'one two')
    expect(session.snapshot()).toBe(shown)
    expect([told, session.revision()]).toEqual([2, before + 2])
    await saved(session)
    expect(told).toBe(2)
    end()
    type(session, 'one two three')
    expect(told).toBe(2)
  })

  it('W2 only one save is under way at a time, and the latest text wins', async () => {
    service.put('0')
    let pass = () => {}
    service.gate = new Promise((resolve) => (pass = resolve))
    const session = await start()
    type(session, '1')
    await vi.waitFor(() => expect(status(session)).toBe('saving'))
    type(session, '12')
    type(session, '123')
    service.gate = null
    pass()
    await saved(session)
    expect(service.writes.map((write) => write.text)).toEqual(['1', '123'])
  })

  it('W2 typing that never pauses is saved now and then', async () => {
    service.put('')
    const session = await start()
    let text = ''
    const typing = setInterval(() => type(session, (text += 'x')), 10)
    await vi.waitFor(() => expect(service.writes.length).toBeGreaterThan(1))
    clearInterval(typing)
    await saved(session)
    expect(service.textAt()).toBe(text)
  })

  it('W3 a save that fails says why, keeps the words, and is tried again until it works', async () => {
    service.put('one')
    service.problem = new GalleyError('disk-full', 'The disk is full. Free some space.')
    const session = await start()
    type(session, 'one two')
    await vi.waitFor(() => expect(status(session)).toBe('failed'))
    expect(session.snapshot().status).toMatchObject({
      reason: 'disk-full',
      message: 'The disk is full. Free some space.'
    })
    expect(session.dirty()).toBe(true)
    expect(await session.flush()).toBe(false)
    service.problem = null
    await saved(session)
    expect(service.textAt()).toBe('one two')
  })

  it('V6 line ends, byte order mark and a missing last line end are stored as they were', async () => {
    service.put('\ufeffone\r\ntwo\r\nthree')
    const session = await start()
    expect(session.text()).toBe('one\ntwo\nthree')
    type(session, 'one\ntwo!\nthree')
    await saved(session)
    expect(service.textAt()).toBe('\ufeffone\r\ntwo!\r\nthree')
  })

  it('V6 bytes that are no UTF-8 are shown read-only and never written', async () => {
    service.put(Uint8Array.of(0x3c, 0xe9, 0x3e))
    const session = await start()
    expect(session.snapshot().phase.kind).toBe('bytes')
    expect(status(session)).toBe('read-only')
    type(session, 'anything')
    await session.flush()
    expect(service.writes).toEqual([])
  })
})

describe('changes by others', () => {
  it('W2 a change by someone else shows in an untouched document and can be undone', async () => {
    service.put('one')
    const session = await start()
    session.hear(changedBy('Jon', service.put('one by Jon')))
    await vi.waitFor(() => expect(session.text()).toBe('one by Jon'))
    expect(session.snapshot().notice).toMatchObject({ kind: 'changed', by: 'Jon' })
    expect(service.writes).toEqual([])
    await session.undoNotice()
    await saved(session)
    expect(service.textAt()).toBe('one')
  })

  it('V3 events of the document’s own session are not news', async () => {
    service.put('one')
    const session = await start()
    const etag = service.put('two')
    session.hear(changedBy('Me', etag, session.id))
    await session.flush()
    expect(session.text()).toBe('one')
  })

  it('S3 words typed in other lines are merged with what someone else saved', async () => {
    service.put('a\nb\nc\nd\ne')
    const session = await start()
    type(session, 'a MINE\nb\nc\nd\ne')
    session.hear(changedBy('Jon', service.put('a\nb\nc\nd\ne THEIRS')))
    await saved(session)
    expect(service.textAt()).toBe('a MINE\nb\nc\nd\ne THEIRS')
    expect(session.snapshot().notice).toMatchObject({ kind: 'merged', by: 'Jon' })
  })

  it('S3 a save refused because the file changed is merged even when no event came', async () => {
    service.put('a\nb\nc')
    const session = await start()
    service.put('a\nb\nc THEIRS')
    type(session, 'a MINE\nb\nc')
    await saved(session)
    expect(service.textAt()).toBe('a MINE\nb\nc THEIRS')
  })

  it('S3 words typed in the same line are never overwritten: the person is asked, and can keep their own', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one mine')
    session.hear(changedBy('Jon', service.put('one theirs')))
    await vi.waitFor(() => expect(status(session)).toBe('conflict'))
    expect(session.text()).toBe('one mine')
    type(session, 'one mine still')
    expect(await session.flush()).toBe(false)
    expect(service.textAt()).toBe('one theirs')
    await session.keepMine()
    expect(service.textAt()).toBe('one mine still')
    expect(status(session)).toBe('saved')
  })

  it('S3 taking theirs keeps what was typed within one Undo', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one mine')
    session.hear(changedBy('Jon', service.put('one theirs')))
    await vi.waitFor(() => expect(status(session)).toBe('conflict'))
    await session.takeTheirs()
    expect(session.text()).toBe('one theirs')
    await session.undoNotice()
    await saved(session)
    expect(service.textAt()).toBe('one mine')
  })

  it('V8 taking theirs makes what was typed a version, leaves theirs as it is, and says so', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one mine')
    session.hear(changedBy('Jon', service.put('one theirs')))
    await vi.waitFor(() => expect(status(session)).toBe('conflict'))
    service.writes.length = 0
    await session.takeTheirs()
    expect([service.givenUp, service.writes]).toEqual([['one mine'], []])
    expect(service.textAt()).toBe('one theirs')
    expect(session.snapshot().notice).toMatchObject({ kind: 'took-theirs', isKept: true })
    expect(session.dirty()).toBe(false)
  })

  it('S3 theirs is taken only as it was shown: what changed meanwhile is asked about, and where nothing can be written, Undo has the words', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one mine')
    session.hear(changedBy('Jon', service.put('one theirs')))
    await vi.waitFor(() => expect(status(session)).toBe('conflict'))
    service.put('one newer')
    await session.takeTheirs()
    await vi.waitFor(() => expect(session.text()).toBe('one mine'))
    expect([status(session), service.textAt()]).toEqual(['conflict', 'one newer'])
    service.problem = new GalleyError('disk-full', 'Full.')
    await session.takeTheirs()
    expect(session.text()).toBe('one newer')
    expect(session.snapshot().notice).toMatchObject({ kind: 'took-theirs', isKept: false })
  })

  it('E1 a save whose answer was lost is no change of somebody else: nobody is in conflict with themself', async () => {
    service.put('one')
    const session = await start()
    service.lost = new GalleyError('unreachable', 'No answer.')
    type(session, 'one two')
    await session.flush()
    expect(service.textAt()).toBe('one two')
    service.lost = null
    type(session, 'one three')
    await saved(session)
    expect([session.snapshot().question, service.textAt()]).toEqual([null, 'one three'])
  })

  it('S5 when the file is deleted the text is kept and can be saved again', async () => {
    service.put('one')
    const session = await start()
    service.files.delete(PAGE)
    session.hear({ ...changedBy('Jon', ''), change: 'deleted' })
    expect(session.snapshot().question).toEqual({ kind: 'deleted', by: 'Jon' })
    expect(session.dirty()).toBe(false)
    await session.saveAgain()
    expect(service.textAt()).toBe('one')
  })

  it('S5 a restored file is saved again as it is typed in, although this window was the last to write it', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one two')
    await saved(session)
    const file = service.files.get(PAGE)
    service.files.delete(PAGE)
    session.hear({ ...changedBy('Jon', ''), change: 'deleted' })
    if (file) service.files.set(PAGE, file)
    session.hear({ ...changedBy('Jon', file?.etag ?? '', session.id), change: 'restored' })
    await saved(session)
    expect(session.snapshot()).toMatchObject({ question: null, notice: null })
    type(session, 'one two three')
    await saved(session)
    expect(service.textAt()).toBe('one two three')
  })

  it('S5 what was typed while the file was in the trash goes on from the restored file, and nobody is named for it', async () => {
    service.put('one')
    const session = await start()
    const file = service.files.get(PAGE)
    service.files.delete(PAGE)
    session.hear({ ...changedBy('Jon', ''), change: 'deleted' })
    type(session, 'one two')
    if (file) service.files.set(PAGE, file)
    session.hear({ ...changedBy('Jon', file?.etag ?? ''), change: 'restored' })
    await saved(session)
    expect(session.snapshot()).toMatchObject({ question: null, notice: null })
    expect(service.textAt()).toBe('one two')
  })

  it('E2 a deleted file of which nothing is unsaved is not called unsaved; what is typed from then on is', async () => {
    service.put('one')
    const session = await start()
    service.files.delete(PAGE)
    session.hear({ ...changedBy('Jon', ''), change: 'deleted' })
    expect(status(session)).toBe('deleted')
    type(session, 'one two')
    expect(session.snapshot().status).toMatchObject({ kind: 'failed', reason: 'not-found' })
    type(session, 'one')
    expect(status(session)).toBe('deleted')
  })

  it('E3 whoever works in the window is “you”, by whichever way the file was changed', async () => {
    service.put('one')
    const session = await start()
    service.files.delete(PAGE)
    session.hear({ ...changedBy('Me', ''), change: 'deleted' })
    expect(session.snapshot().question).toEqual({ kind: 'deleted', by: 'you' })
    await session.saveAgain()
    service.put('one, elsewhere', 'me@example.org')
    await session.look()
    expect(session.snapshot().notice).toMatchObject({ kind: 'changed', by: 'you' })
  })

  it('S5 words typed when the file was deleted are not saved by themselves, and not lost', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one two')
    service.files.delete(PAGE)
    await vi.waitFor(() => expect(session.snapshot().question?.kind).toBe('deleted'))
    expect(service.textAt()).toBe(null)
    await session.saveAgain()
    expect(service.textAt()).toBe('one two')
  })

  it('S4 a file that moves while a save of it is under way is saved where it is now, and never called deleted', async () => {
    service.put('one')
    const session = await start()
    const to = contentPath('/northwind/harbour/moved.html')
    const file = service.files.get(PAGE)
    type(session, 'one two')
    if (file) service.files.set(to, file)
    service.files.delete(PAGE)
    await vi.waitFor(() => expect(session.snapshot().question?.kind).toBe('deleted'))
    session.moved(to)
    await saved(session)
    expect(session.snapshot().question).toBe(null)
    expect(service.textAt(to)).toBe('one two')
    expect(service.textAt()).toBe(null)
  })

  it('V3 an answer that is older than the last save never comes back over what was typed', async () => {
    service.put('one')
    const session = await start()
    let pass = () => {}
    service.readGate = new Promise((resolve) => (pass = resolve))
    const looked = session.look()
    service.readGate = null
    type(session, 'one two')
    await saved(session)
    pass()
    await looked
    expect(session.text()).toBe('one two')
    expect(session.snapshot().notice).toBe(null)
    type(session, 'one two three')
    await saved(session)
    expect(service.textAt()).toBe('one two three')
  })
})

describe('restoring', () => {
  it('V6 a version’s bytes are put back exactly, as a save of its own that makes a version', async () => {
    service.put('now')
    const session = await start()
    const former = await session.replaceWith(bytesOf('\ufeffthen\r\n'))
    expect(service.writes).toEqual([{ text: '\ufeffthen\r\n', session: undefined }])
    expect(session.text()).toBe('then\n')
    await session.replaceWith(former)
    expect(service.textAt()).toBe('now')
  })

  it('V4 who restores has written what is there now', async () => {
    service.put('now', 'jon@example.org')
    const session = await start()
    expect(session.snapshot().modifiedBy).toEqual({ email: 'jon@example.org' })
    await session.replaceWith(bytesOf('then'))
    expect(session.snapshot().modifiedBy).toBe(null)
  })
})

describe('drafts', () => {
  const crash = (session: DocumentSession) => session.close()

  it('E1 after a crash each text that was being sent is known for our own, not only the last', async () => {
    service.put('one')
    const before = await start()
    service.lost = new GalleyError('unreachable', 'No answer.')
    type(before, 'one two')
    await before.flush()
    // the next one does not arrive at all
    service.problem = new GalleyError('unreachable', 'No answer.')
    type(before, 'one three')
    await before.flush()
    crash(before)
    service.lost = service.problem = null
    expect(service.textAt()).toBe('one two')
    const after = await start()
    expect([after.text(), after.snapshot().question]).toEqual(['one three', null])
    await saved(after)
    expect(service.textAt()).toBe('one three')
  })

  it('W2 words that were not saved before a crash come back and are saved', async () => {
    service.put('one')
    service.problem = new GalleyError('read-only', 'Read only.')
    const before = await start()
    type(before, 'one two')
    await vi.waitFor(async () => {
      expect(await before.flush()).toBe(false)
    })
    crash(before)
    service.problem = null
    const after = await start()
    expect(after.text()).toBe('one two')
    expect(after.snapshot().notice?.kind).toBe('draft')
    await saved(after)
    expect(service.textAt()).toBe('one two')
    await vi.waitFor(async () => expect(await drafts.left('w')).toEqual([]))
  })

  it('W2 a draft of a file that changed since is merged, or asked about', async () => {
    service.put('one')
    service.problem = new GalleyError('read-only', 'Read only.')
    const before = await start()
    type(before, 'one mine')
    await before.flush()
    crash(before)
    service.problem = null
    service.put('one theirs')
    const after = await start()
    expect(after.text()).toBe('one mine')
    expect(after.snapshot().question?.kind).toBe('conflict')
    expect(service.textAt()).toBe('one theirs')
  })

  it('W2 the draft of another window that is still open is left alone', async () => {
    service.put('one')
    service.problem = new GalleyError('read-only', 'Read only.')
    const first = await start()
    type(first, 'one two')
    await first.flush()
    const second = await start()
    expect(second.text()).toBe('one')
    expect(await drafts.left('w')).toEqual([])
  })

  it('W2 the draft is on disk before any save is answered', async () => {
    service.put('one')
    let pass = () => {}
    service.gate = new Promise((resolve) => (pass = resolve))
    const session = await start()
    const put = vi.spyOn(drafts, 'put')
    type(session, 'one two')
    await vi.waitFor(() => expect(put).toHaveBeenCalled(), { interval: 5 })
    await put.mock.results[0]?.value
    expect(session.snapshot().status?.kind).not.toBe('saved')
    pass()
    await saved(session)
  })
})
