import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { namedOnly, type Person } from '../../common/person'
import { reads } from '../../common/rooms/epoch'
import type { ToService, ToWindow } from '../../common/rooms/frames'
import { pathInForm, requireFilePath } from '../http/request-path'
import type { Rooms } from './index'
import type { Member, Membership, News } from './news'
import type { Rights } from './rights'

interface LineParts {
  readonly rooms: Rooms
  readonly rights: Rights
  readonly person: Person
  readonly say: (said: ToWindow) => void
  /** The window tries what is not there for it: the line is to end. */
  readonly end: () => void
  readonly report: (error: unknown) => void
}

/** One window, with all the documents that it has joined. */
export interface Line {
  /** Resolves when it was heard; what becomes of it is said on the line. */
  hear(said: ToService): Promise<void>
  /** Looks whether what was allowed still is. */
  judge(): Promise<void>
  close(): void
}

interface Joined {
  readonly member: Member
  way: Membership | null
  path: ContentPath
  mayWrite: boolean
  /** What is said of it, one after the other; nothing before it is joined. */
  telling: Promise<void>
  /** What is to be said next. */
  news: News[]
  toldAt: number
  /** The numbers of the updates that were handed on, but for those that are known to be in the file. */
  numbers: number[]
  /** How many those were. */
  inFile: number
  /** The number behind them. */
  upTo: number
}

type Join = Extract<ToService, { readonly say: 'join' }>

/** Bytes and updates a second that one window may write, and at once. */
const BYTES = { aSecond: 256 * 1024, atOnce: 8 * 1024 * 1024 }
const UPDATES = { aSecond: 200, atOnce: 2000 }
/** Documents that could not be joined: a window that comes back may have lost all of those that it was in. */
const WRONG = { aSecond: 5, atOnce: 100 }
/** Bytes of where somebody is in a document. */
const MOST_PLACE = 2048
/** Milliseconds between two times that a window is told of one document. */
const TOGETHER = 30
/** Documents that one window is in. */
const MOST_JOINED = 100
/** Its person writes all the same: such a window saves the document as a whole. */
const EARLIER =
  'This window is of an earlier version, which cannot write together in this document. Load it anew.'

/** A document that begins anew while it is joined is joined again, so often at most. */
const MOST_TRIES = 10

export function openLine(parts: LineParts): Line {
  const { rooms, rights, person, say, end: endLine, report } = parts
  const all = new Map<number, Joined>()
  const bytes = bucket(BYTES)
  const updates = bucket(UPDATES)
  const wrong = bucket(WRONG)
  let isClosed = false

  async function join(asked: Join, tries = 1): Promise<void> {
    const { room, session, back, many } = asked
    const refused = (reason: string, message: string) => {
      say({ say: 'refused', room, reason, message })
      if (!wrong.take(1)) endLine()
    }
    leave(room)
    if (all.size >= MOST_JOINED) return refused('too-many', 'This window is in too many documents already.')
    let isJoined = () => {}
    const joined = new Promise<void>((resolve) => (isJoined = resolve))
    try {
      // what no address of content reaches, such as the files of configs, is reached by no line
      const path = requireFilePath(pathInForm(asked.path))
      if (!(await rights.may('read', path))) return refused('forbidden', FORBIDDEN)
      const one: Joined = {
        member: { person, session, isMany: many === true, tell: (news) => heard(room, one, news) },
        way: null,
        path,
        mayWrite: await rights.may('write', path),
        telling: joined,
        news: [],
        toldAt: -Infinity,
        numbers: [],
        inFile: 0,
        upTo: 0
      }
      all.set(room, one)
      const way = await rooms.join(path, one.member, back)
      if (isClosed || all.get(room) !== one) return way.leave()
      if (!reads(asked.models, way.kind)) {
        way.leave()
        all.delete(room)
        return say({ say: 'refused', room, reason: 'bad-request', message: EARLIER })
      }
      one.way = way
      say(await answerTo(room, one, way, back))
    } catch (error) {
      leave(room)
      // it is another document than the one that was joined
      if (reasonOf(error) === 'busy' && tries < MOST_TRIES && !isClosed) return await join(asked, tries + 1)
      if (!(error instanceof GalleyError)) report(error)
      refused(reasonOf(error), messageOf(error))
    } finally {
      isJoined()
    }
  }

  async function answerTo(room: number, { path, mayWrite }: Joined, way: Membership, back: Join['back']) {
    const { kind, epoch, client, key, hash } = way
    const isSame = back?.epoch === epoch && back.client === client
    const state = await way.since(isSame ? back.vector : null)
    const vector = await way.vector()
    const write = back?.hash === undefined ? null : way.outsideSince(back.hash)
    return {
      say: 'joined',
      room,
      path,
      kind,
      epoch,
      client,
      key,
      hash,
      mayWrite,
      state,
      vector,
      ...(write && { outside: { by: namedOnly(write.by), isProgram: write.isProgram } })
    } as const
  }

  /** At once after a while; where much happens it is said together, and whether it may be read is asked once. */
  function heard(room: number, one: Joined, news: News): void {
    one.news.push(news)
    if (one.news.length > 1) return
    one.telling = one.telling
      .then(() => passed(one.toldAt + TOGETHER - performance.now()))
      .then(() => tellAll(room, one))
      .catch(report)
  }

  async function tellAll(room: number, one: Joined): Promise<void> {
    one.toldAt = performance.now()
    let mayRead: boolean | null = null
    for (const news of one.news.splice(0)) {
      if (news.kind === 'moved') {
        one.path = news.path
        mayRead = null
      }
      // nobody hears of a document that they may not read any more
      if (mustRead.has(news.kind) && !(mayRead ??= await mayStill('read', one)))
        return end(room, one, FORBIDDEN)
      if (all.get(room) !== one) return
      tell(room, one, news)
      if (news.kind === 'moved') await judgeOne(room, one)
    }
  }

  function tell(room: number, one: Joined, news: News): void {
    switch (news.kind) {
      case 'update':
        return say({ say: 'update', room, bytes: news.bytes })
      case 'saved':
        return say({ say: 'saved', room, hash: news.hash, vector: news.vector, upTo: upTo(one, news.upTo) })
      case 'unsaved':
        return say({ say: 'unsaved', room, reason: news.reason, message: news.message })
      case 'outside': {
        const { by, isProgram, bytes } = news
        return say({ say: 'outside', room, by: namedOnly(by), isProgram, bytes })
      }
      case 'here':
        return say({ say: 'here', room, people: [...news.people] })
      case 'moved':
        return say({ say: 'moved', room, path: news.path })
      case 'anew':
        all.delete(room)
        return say({ say: 'anew', room })
      case 'bye':
        all.delete(room)
        return say({ say: 'bye', room, message: news.message })
      case 'deleted':
      case 'back':
        return say({ say: news.kind, room })
    }
  }

  async function mayStill(action: 'read' | 'write', { path }: Joined): Promise<boolean> {
    try {
      return await rights.may(action, path)
    } catch {
      // that it cannot be known now takes nobody's right away: the window comes again, and it is asked anew
      endLine()
      return false
    }
  }

  async function judgeOne(room: number, one: Joined): Promise<void> {
    if (!(await mayStill('read', one))) return end(room, one, FORBIDDEN)
    const mayWrite = await mayStill('write', one)
    if (mayWrite === one.mayWrite || all.get(room) !== one) return
    one.mayWrite = mayWrite
    say({ say: 'rights', room, mayWrite })
  }

  function end(room: number, one: Joined, message: string): void {
    if (all.get(room) !== one) return
    leave(room)
    say({ say: 'bye', room, message })
  }

  async function update({ room, number, bytes: given }: Extract<ToService, { readonly say: 'update' }>) {
    const rejected = (reason: string, message: string) =>
      say({ say: 'rejected', room, number, reason, message })
    const one = all.get(room)
    if (!one?.way) return rejected('closed', 'This document is not joined.')
    if (!(await mayStill('write', one))) {
      await judgeOne(room, one)
      return rejected('forbidden', 'You may not write here. Ask who looks after the organization.')
    }
    if (!bytes.take(given.length) || !updates.take(1))
      return rejected('too-many', 'This is too much at once.')
    one.numbers.push(number)
    // in the order in which they came; nobody waits for the disk before the next one is heard
    one.way
      .write(given)
      .then(
        (refusal) =>
          refusal === null
            ? say({ say: 'taken', room, number })
            : rejected(refusal, 'This could not be taken in.'),
        (error: unknown) => {
          if (!(error instanceof GalleyError)) report(error)
          rejected(reasonOf(error), messageOf(error))
        }
      )
      .catch(report)
  }

  function here({ room, at, view, isIdle = false }: Extract<ToService, { readonly say: 'here' }>): void {
    const isPlace = at !== null && at.length <= MOST_PLACE
    all.get(room)?.way?.here({ at: isPlace ? at : null, ...(view !== undefined && { view }), isIdle })
  }

  function leave(room: number): void {
    all.get(room)?.way?.leave()
    all.delete(room)
  }

  return {
    async hear(said) {
      if (said.say === 'join') await join(said)
      else if (said.say === 'update') await update(said)
      else if (said.say === 'save') all.get(said.room)?.way?.save()
      else if (said.say === 'here') here(said)
      else leave(said.room)
    },
    async judge() {
      for (const [room, one] of [...all]) await judgeOne(room, one)
    },
    close() {
      isClosed = true
      for (const room of [...all.keys()]) leave(room)
    }
  }
}

/** Of somebody no more than others are told. */

/** The number up to which the updates of a window are in the file, of how many are. */
function upTo(one: Joined, count: number): number {
  const last = one.numbers.splice(0, Math.max(0, count - one.inFile)).at(-1)
  one.inFile = Math.max(one.inFile, count)
  if (last !== undefined) one.upTo = last + 1
  return one.upTo
}

/** What nobody hears who may not read the document. */
const mustRead: ReadonlySet<News['kind']> = new Set(['update', 'outside', 'here', 'moved'])

const passed = (milliseconds: number) =>
  milliseconds > 0 ? new Promise<void>((resolve) => void setTimeout(resolve, milliseconds)) : undefined

const FORBIDDEN = 'You may not read here. Ask who looks after the organization.'

const reasonOf = (error: unknown) => (error instanceof GalleyError ? error.reason : 'internal')
const messageOf = (error: unknown) =>
  error instanceof GalleyError ? error.message : 'This document could not be opened.'

/** So much a second, and so much at once after a while. */
function bucket({ aSecond, atOnce }: { readonly aSecond: number; readonly atOnce: number }) {
  let left = atOnce
  let at = performance.now()
  return {
    take(amount: number): boolean {
      const now = performance.now()
      left = Math.min(atOnce, left + ((now - at) / 1000) * aSecond)
      at = now
      if (amount > left) return false
      left -= amount
      return true
    }
  }
}
