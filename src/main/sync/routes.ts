import { syncOperations } from '../../common/api/operations/sync'
import { urlOf } from '../../common/api/url'
import { GalleyError, sentence } from '../../common/errors'
import { doneAnswer, jsonAnswer } from '../http/answers'
import { after, type Asked, type Known, type Step } from '../http/asked'
import { openRoom, type Room } from '../http/room'
import { requireOwner } from '../permissions/access'
import { sideAnswer, type ConflictSide } from './side-answer'
import type { Syncing } from './syncing'

const MOST_BYTES = 8 * 1024 * 1024

/** Remotes, pairs, runs and conflicts: the owner's alone, also where nothing is. */
export function openSyncRoom(known: Step<Asked, Known>, syncing: Syncing): Room {
  const { remotes } = syncing
  return openRoom({
    operations: syncOperations,
    owns: [urlOf('readSync', {})],
    enter: after(known, async (asked) => {
      requireOwner(asked.caller)
      requireWhole(asked.url)
      return asked
    }),
    bodies: { most: () => MOST_BYTES },
    handlers: {
      readSync: async () => jsonAnswer(await syncing.overview()),
      addSyncRemote: async (_, { body }) => jsonAnswer(await remotes.add(await body()), 201),
      removeSyncRemote: async (_, { parameters: { id } }) => done(await syncing.removeRemote(id)),
      async setSyncToken(_, { parameters: { id }, body }) {
        const { token } = await body()
        return jsonAnswer({ id, kept: await remotes.setToken(id, token) })
      },
      askSyncSignIn: async (_, { body }) => jsonAnswer(await remotes.offer((await body()).base)),
      async beginSyncSignIn(_, { parameters: { id }, body }) {
        const { setting, agreed } = await body()
        return jsonAnswer({ address: await remotes.signIn(id, setting, agreed) }, 202)
      },
      endSyncSignIn: async (_, { parameters: { id } }) => done(await remotes.signOut(id)),
      testSyncRemote: async (_, { parameters: { id }, body }) =>
        jsonAnswer(await remotes.test(id, (await body()).path)),
      readRemoteFolder: async ({ url }, { parameters: { id } }) =>
        jsonAnswer(await syncing.folder(id, url.searchParams.get('path') ?? '/')),
      surveySync: async (_, { parameters: { id }, body }) =>
        jsonAnswer(await syncing.survey(id, await body())),
      addSyncPair: async (_, { body }) => jsonAnswer({ id: await syncing.addPair(await body()) }, 201),
      changeSyncPair: async (_, { parameters: { id }, body }) =>
        done(await syncing.changePair(id, await body())),
      removeSyncPair: async (_, { parameters: { id } }) => done(await syncing.removePair(id)),
      async runSyncPair(_, { parameters: { id }, body }) {
        await syncing.begin(id, await body())
        return jsonAnswer(await syncing.overview(), 202)
      },
      stopSyncPair: async (_, { parameters: { id } }) => done(await syncing.stop(id)),
      listSyncConflicts: async (_, { parameters: { id } }) => jsonAnswer(await syncing.conflicts(id)),
      async showSyncConflict(_, { parameters: { id }, body }) {
        const { key, choices } = await body()
        return jsonAnswer(await syncing.conflict(id, key, new Map(Object.entries(choices))))
      },
      async decideSyncConflict(_, { parameters: { id }, body }) {
        const { key, choices, ...decision } = await body()
        const chosen = { ...decision, choices: new Map(Object.entries(choices)) }
        return jsonAnswer(await syncing.decide(id, key, chosen))
      },
      readSyncConflictSide: async ({ request, url }, { parameters: { id } }) =>
        sideAnswer(await syncing.side(id, named(url.searchParams, 'key'), sideOf(url.searchParams)), request),
      listSyncFiles: async ({ url: { searchParams: query } }, { parameters: { id } }) =>
        jsonAnswer(
          await syncing.files(id, { folder: query.get('folder'), limit: limitOf(query.get('limit')) })
        ),
      listRemoteVersions: async ({ url }, { parameters: { id } }) =>
        jsonAnswer(await syncing.remoteVersions(id, named(url.searchParams, 'path'))),
      readRemoteVersion: async ({ url: { searchParams: query } }, { parameters: { id } }) =>
        content(await syncing.remoteVersion(id, named(query, 'path'), query.get('url'))),
      listSyncDecisions: async (_, { parameters: { id } }) => jsonAnswer(await syncing.decisions(id)),
      listSyncActivity: async (_, { parameters: { id } }) => jsonAnswer(await syncing.activity(id)),
      undoSyncDecision: async (_, { parameters: { id }, body }) =>
        jsonAnswer(await syncing.undo(id, (await body()).key))
    }
  })
}

/** @throws GalleyError bad-path for a broken percent escape */
function requireWhole({ pathname }: URL): void {
  const broken = pathname.split('/').find((segment) => !isWhole(segment))
  if (broken !== undefined)
    throw new GalleyError('bad-path', 'The address holds a broken percent escape.', { where: broken })
}

function isWhole(segment: string): boolean {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
    return false
  }
}

function named(query: URLSearchParams, name: 'path' | 'key'): string {
  const value = query.get(name)
  if (value !== null && value !== '') return value
  throw new GalleyError('bad-request', sentence`“${{ name }}” says which file.`, { where: name })
}

function sideOf(query: URLSearchParams): ConflictSide {
  const side = query.get('side')
  if (side === 'base' || side === 'local' || side === 'remote') return side
  throw new GalleyError('bad-request', '“side” is “base”, “local” or “remote”.', { where: 'side' })
}

function limitOf(text: string | null): number {
  if (text === null) return 1000
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 0 && limit <= MOST_FILES) return limit
  throw new GalleyError(
    'bad-request',
    sentence`“limit” is a number from 0 to ${{ 'most, number': MOST_FILES }}.`,
    { where: 'limit' }
  )
}

const MOST_FILES = 10_000

/** Whatever a server keeps, it is never shown as a page of this origin. */
const content = (bytes: Uint8Array) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
      'Content-Disposition': 'attachment'
    }
  })
const done = (_: void) => doneAnswer()
