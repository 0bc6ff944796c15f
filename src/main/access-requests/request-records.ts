import { randomUUID } from 'node:crypto'
import { accessRequest as requestShape } from '../../common/api/shapes'
import type { AccessRequest, AccessAnswer } from '../../common/api/types'
import { isContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { KeyedRecords, Store } from '../store/types'

/** What people ask to be allowed, in the workspace (A13). */
interface RequestRecords {
  /** Oldest first. */
  all(): Promise<AccessRequest[]>
  /**
   * Takes the place of what the same person asked at the same path; what was refused within a day stays.
   * @throws GalleyError too-many
   */
  ask(accessRequest: Omit<AccessRequest, 'id' | 'at' | 'answer'>): Promise<AccessRequest>
  /**
   * @param give what the answer takes, done before it is kept; nobody else answers meanwhile
   * @throws GalleyError not-found when it is not open (any more), and what `give` throws
   */
  answer(
    id: string,
    answer: AccessAnswer,
    give: (accessRequest: AccessRequest) => Promise<void>
  ): Promise<AccessRequest>
  /** @throws GalleyError not-found unless it is one of these; what was refused within a day stays */
  forget(id: string, isOwn: (accessRequest: AccessRequest) => boolean): Promise<AccessRequest>
}

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_MS = 30 * DAY_MS
/** Of one person; of more, one that was answered goes. */
const MOST_OF_ONE = 20
/** Of all. */
const MOST = 1000

/** In one process, which does one after the other. @param now Unix milliseconds */
export function openRequestRecords(store: Store, now: () => number = Date.now): RequestRecords {
  const records: KeyedRecords<AccessRequest> = store.records('access-requests', requestIn)
  let known: { readonly stamp: number; readonly accessRequests: readonly AccessRequest[] } | null = null
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** Read anew only when one was put or removed: whoever asks and asks costs little. */
  async function stored(): Promise<readonly AccessRequest[]> {
    const stamp = await records.stamp()
    if (known?.stamp === stamp) return known.accessRequests
    const accessRequests = (await records.list()).records.map(({ value }) => value)
    known = { stamp, accessRequests }
    return accessRequests
  }

  async function all(): Promise<AccessRequest[]> {
    const found = await stored()
    const isOver = ({ at }: AccessRequest) => at + KEPT_MS < now()
    for (const accessRequest of found.filter(isOver)) await records.remove(accessRequest.id)
    return found.filter((accessRequest) => !isOver(accessRequest)).sort((a, b) => a.at - b.at)
  }

  async function found(id: string, is: (accessRequest: AccessRequest) => boolean): Promise<AccessRequest> {
    const accessRequest = (await all()).find((one) => one.id === id)
    if (accessRequest && is(accessRequest)) return accessRequest
    throw notOpen(id)
  }

  const standsRefused = ({ answer, at }: AccessRequest) => answer === 'refuse' && at + DAY_MS > now()

  return {
    all,
    ask: (asked) =>
      inTurn(async () => {
        const there = await all()
        const mine = there.filter(({ by }) => isSame(by.email, asked.by.email))
        const before = mine.find(({ path }) => path === asked.path)
        if (before && standsRefused(before)) return before
        const full = mine.length >= MOST_OF_ONE ? mine : there.length >= MOST ? there : []
        const goes = before ?? full.find(({ answer }) => answer !== undefined)
        if (!goes && full === mine) throw tooManyOfOne()
        if (!goes && full === there)
          throw new GalleyError('too-many', 'Too many requests are open here. Try again another day.')
        const accessRequest = { ...asked, id: randomUUID(), at: now() }
        await records.put(accessRequest.id, accessRequest)
        if (goes) await records.remove(goes.id)
        return accessRequest
      }),
    answer: (id, answer, give) =>
      inTurn(async () => {
        const accessRequest = await found(id, (one) => one.answer === undefined)
        await give(accessRequest)
        const answered = { ...accessRequest, answer, at: now() }
        await records.put(id, answered)
        return answered
      }),
    forget: (id, isOwn) =>
      inTurn(async () => {
        const accessRequest = await found(id, (one) => isOwn(one) && !standsRefused(one))
        await records.remove(id)
        return accessRequest
      })
  }
}

/** @throws Error for what is no request, as in a workspace that a stranger made */
function requestIn(value: unknown, key: string): AccessRequest {
  const accessRequest = requestShape.parse(value)
  if (accessRequest.id === key && isContentPath(accessRequest.path)) return accessRequest
  throw new Error('This is no request for access.')
}

/** Of what others have asked one is told as of what nobody has. */
export const notOpen = (id: string) =>
  new GalleyError('not-found', 'This request is not open (any more).', { where: id })

const tooManyOfOne = () =>
  new GalleyError(
    'too-many',
    sentence`You have asked for ${{ most: MOST_OF_ONE }} documents already. Wait until some are answered, or take some back.`
  )

const isSame = (email: string, other: string) => email.toLowerCase() === other.toLowerCase()
