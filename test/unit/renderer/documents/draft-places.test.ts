// @vitest-environment node
import { livingByLocks } from '../../../../src/renderer/src/documents/living'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GalleyError } from '../../../../src/common/errors'
import { openDraftDatabase } from '../../../../src/renderer/src/documents/draft-database'
import {
  inParts,
  openDraftStore,
  type Draft,
  type DraftInParts,
  type DraftPlace,
  type DraftStore
} from '../../../../src/renderer/src/documents/drafts'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { MemoryLocks, MemoryService, openSession, PAGE, type } from './memory'

/** A place that can be full, and that counts how often it was asked to take something. */
class Place implements DraftPlace {
  readonly drafts = new Map<string, Draft>()
  full = false
  constructor(private readonly safety: 'disk' | 'while-running') {}

  put({ parts, ...draft }: DraftInParts) {
    if (this.full) return Promise.reject(new Error('QuotaExceededError'))
    this.drafts.set(draft.session, { ...draft, text: parts.join('') })
    return Promise.resolve(this.safety)
  }
  remove(session: string) {
    if (this.full) return Promise.reject(new Error('QuotaExceededError'))
    this.drafts.delete(session)
    return Promise.resolve()
  }
  all = () => Promise.resolve([...this.drafts.values()])
  take(session: string, to: string) {
    const found = this.drafts.get(session)
    if (!found) return Promise.resolve(null)
    this.drafts.delete(session)
    this.drafts.set(to, { ...found, session: to })
    return Promise.resolve({ ...found, session: to })
  }
}

let service: MemoryService
let here: Place
let there: Place
let drafts: DraftStore
const open: DocumentSession[] = []

const start = async () => {
  const session = await openSession(service, drafts)
  open.push(session)
  return session
}
/** Saved when that is asked for. */
const saidOnly = { idle: 60_000, most: 60_000, firstRetry: 20, lastRetry: 80 }
const kept = (session: DocumentSession, where: string | null) =>
  vi.waitFor(() => expect(session.snapshot().kept).toBe(where), { timeout: 10_000 })

beforeEach(() => {
  service = new MemoryService()
  here = new Place('disk')
  there = new Place('while-running')
  drafts = openDraftStore([here, there], livingByLocks(new MemoryLocks()))
})
afterEach(() => open.splice(0).forEach((session) => session.close()))

/** A document whose save is refused, with words typed into it. */
async function refused(): Promise<DocumentSession> {
  service.put('one')
  service.problem = new GalleyError('disk-full', 'The disk is full.')
  const session = await start()
  type(session, 'one two')
  await vi.waitFor(() => expect(session.snapshot().status?.kind).toBe('failed'))
  return session
}

describe('drafts where a disk takes none', () => {
  it('E1 a draft that the first place does not take goes to the next, and that is told', async () => {
    here.full = true
    const session = await refused()
    await kept(session, 'while-running')
    expect([...there.drafts.values()].map(({ text }) => text)).toEqual(['one two'])
    expect(await session.leave()).toBe('while-running')
  })

  it('E1 words that no place takes are told as nowhere but in the window, and are kept as soon as there is room', async () => {
    here.full = there.full = true
    const session = await refused()
    await kept(session, 'window')
    expect(await session.leave()).toBe('window')
    here.full = false
    await kept(session, 'disk')
    expect([...here.drafts.values()].map(({ text }) => text)).toEqual(['one two'])
  })

  it('E1 with room in the first place again the draft lies there alone', async () => {
    here.full = true
    const session = await refused()
    await kept(session, 'while-running')
    here.full = false
    await kept(session, 'disk')
    expect(there.drafts.size).toBe(0)
    service.problem = null
    expect(await session.flush()).toBe(true)
    await kept(session, null)
    expect(here.drafts.size).toBe(0)
  })

  it('E1 after a crash the newest of a session’s drafts comes back, and the older one never after it', async () => {
    const session = await refused()
    await kept(session, 'disk')
    here.full = true
    type(session, 'one two three')
    await kept(session, 'while-running')
    session.close()
    here.full = false
    service.problem = null
    const after = await start()
    expect(after.text()).toBe('one two three')
    await vi.waitFor(() => expect(service.textAt()).toBe('one two three'))
    await vi.waitFor(async () => expect(await drafts.left('w')).toEqual([]))
    expect(here.drafts.size + there.drafts.size).toBe(0)
  })

  it('E1 the database is opened again after it failed', async () => {
    const factory = new IDBFactory()
    const opened: IDBDatabase[] = []
    const spy = vi.spyOn(factory, 'open').mockImplementation((...args) => {
      const request = IDBFactory.prototype.open.apply(factory, args)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    })
    const place = openDraftDatabase(factory)
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
    await place.put(inParts(draft))
    // as a browser does when the disk below it failed
    opened[0]?.close()
    await expect(place.put(inParts({ ...draft, text: 'more' }))).rejects.toThrow()
    await place.put(inParts({ ...draft, text: 'more words' }))
    expect(await place.all()).toMatchObject([{ text: 'more words' }])
    expect(spy).toHaveBeenCalledTimes(2)
  })
})

describe('a crash of a lone author', () => {
  it('E1 what was being sent is in the draft before it is sent: nobody is in conflict with themself', async () => {
    service.put('one')
    const session = await start()
    type(session, 'one two')
    const write = service.write.bind(service)
    const crashed = new Promise<void>((resolve) => {
      service.write = async (...args) => {
        await write(...args)
        resolve()
        return new Promise(() => undefined)
      }
    })
    void session.flush()
    await crashed
    session.close()
    service.write = write
    const after = await start()
    expect(after.snapshot().question).toBeNull()
    expect(after.text()).toBe('one two')
  })

  it('E1 words typed while an older text was on its way come back as words, not as a conflict', async () => {
    service.put('one')
    const session = await openSession(service, drafts, PAGE, saidOnly)
    open.push(session)
    const write = service.write.bind(service)
    const crashed = new Promise<void>((resolve) => {
      service.write = async (...args) => {
        await write(...args)
        type(session, 'one two three')
        resolve()
        return new Promise(() => undefined)
      }
    })
    type(session, 'one')
    type(session, 'one t')
    await kept(session, 'disk')
    type(session, 'one two')
    void session.flush()
    await crashed
    session.close()
    service.write = write
    const after = await start()
    expect(after.snapshot().question).toBeNull()
    expect(after.text()).toMatch(/^one two/)
  })
})
