import { RESTORE_POINT } from '../../../common/content/version-labels'
import type { Person } from '../../../common/person'
import { contentPath, orgOf, ROOT, segmentsOf, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { changesByToken } from '../../../common/moment/by-token'
import { changesBetween, pathOf, type FileChange } from '../../../common/moment/changes'
import type { FileHistory } from '../../../common/moment/file-history'
import { planReturn, type MoveStep, type ReturnPlan } from '../../../common/moment/plan'
import type { HeldWork } from '../../store'
import type { FileEntry } from '../../store/types'
import type { Content } from '../../permissions/content'
import type { Running } from '../../events/long-work'
import { sideBySide } from '../../../common/side-by-side'

export interface Return {
  readonly scope: ContentPath
  readonly moment: number
  /** Ids of files; null: all. */
  readonly chosen: ReadonlySet<string> | null
  readonly trashAdded: boolean
  readonly by: Person
  /** Only what this token did between the moment and `until`. */
  readonly token?: string | undefined
  readonly until?: number | undefined
}

interface Outcome {
  readonly total: number
  readonly done: number
  readonly failed: readonly { path: string; reason: GalleyError['reason']; error: string }[]
  readonly stopped: boolean
}

/** Contents that are written at the same time. */
const AT_ONCE = 32

interface Prepared {
  readonly plan: ReturnPlan
  readonly lives: readonly FileHistory[]
  /** What others have changed since: told, and left as it is. */
  readonly left: readonly FileChange[]
}

/** What it will take, without doing anything. */
export async function prepareReturn(content: Content, request: Return): Promise<Prepared> {
  const { scope, moment, chosen, trashAdded, token, until } = request
  const lives = await historiesBelow(content, scope, moment)
  if (token === undefined) {
    const changes = changesBetween(lives, scope, moment, null)
    return { plan: planReturn(changes, lives, scope, chosen, trashAdded), lives, left: [] }
  }
  const { changes, others } = changesByToken(lives, scope, token, moment, until)
  const isLeft = ({ history }: FileChange) => others.has(history.id)
  const own = changes.filter((change) => !isLeft(change))
  return { plan: planReturn(own, lives, scope, chosen, trashAdded), lives, left: changes.filter(isLeft) }
}

/** Of the root: of every organization that the caller sees. */
export async function historiesBelow(
  content: Content,
  scope: ContentPath,
  since: number
): Promise<readonly FileHistory[]> {
  if (scope !== ROOT) return content.histories(scope, since)
  const orgs = ((await content.list(ROOT)) ?? []).filter(({ kind }) => kind === 'folder')
  const found: FileHistory[] = []
  for (const { path } of orgs) found.push(...(await content.histories(path, since)))
  return found
}

/**
 * Brings files back to how they were. Every step is one durable change that can be undone; what cannot be
 * done is told, and the rest goes on. Done again after a crash, it does what is left.
 */
export async function bringBack(
  content: Content,
  { plan, lives, left }: Prepared,
  { by }: Return,
  { signal, onProgress }: Running,
  held: Pick<HeldWork<never>, 'require'>
): Promise<Outcome> {
  const failed = new Map<string, Outcome['failed'][number]>()
  const done = new Set<string>()
  const total = plan.files.length
  const notify = () => onProgress?.(done.size + failed.size, total)

  const attempt = async (files: readonly FileChange[], work: () => Promise<unknown>): Promise<boolean> => {
    if (signal.aborted) return false
    try {
      await held.require()
      await work()
      return true
    } catch (error) {
      // the workspace is closing, or another process goes on: what is left is done at the next start, or
      // there
      if (error instanceof GalleyError && ends.has(error.reason)) throw error
      for (const change of files)
        failed.set(change.history.id, { path: pathOf(change), ...sentenceFor(error) })
      notify()
      return false
    }
  }
  const finished = (files: readonly FileChange[]) => {
    for (const { history } of files) if (!failed.has(history.id)) done.add(history.id)
    notify()
  }

  notify()
  for (const { path, files } of plan.trash) {
    if (await attempt(files, () => content.remove(path, { by }))) finished(files)
  }
  await moveAll(plan.move, async ({ path, to, files }, isLast) => {
    try {
      if (signal.aborted) return true
      await held.require()
      await content.move(path, to, { by })
      return true
    } catch (error) {
      if (!isLast && error instanceof GalleyError && error.reason === 'exists') return false
      return attempt(files, () => Promise.reject(error))
    }
  })
  for (const { item, files, path } of plan.bringBack) {
    const org = organizationOf(path)
    const wanted = new Set(files.map(({ history }) => history.id))
    const rest = lives.filter(({ id, trashed }) => trashed?.id === item && !wanted.has(id))
    await attempt(files, async () => {
      await content.restoreFromTrash(org, item, { by })
      for (const { trashed } of rest) if (trashed) await content.remove(trashed.path, { by })
    })
  }
  // each is a file of its own: what waits for the disk waits together
  await sideBySide(plan.rewrite, AT_ONCE, async (change) => {
    if (failed.has(change.history.id)) return
    if (await attempt([change], () => asThen(content, organizationOf(pathOf(change)), change, by)))
      finished([change])
  })
  return {
    total,
    done: done.size,
    failed: [...failed.values(), ...left.map((change) => ({ path: pathOf(change), ...changedByOthers }))],
    stopped: signal.aborted && done.size + failed.size < total
  }
}

const organizationOf = (path: ContentPath) => contentPath(`/${orgOf(path)}`)

const changedByOthers = {
  reason: 'precondition-failed',
  error: 'Others have changed it since, so it was left as it is.'
} as const

const ends: ReadonlySet<string> = new Set(['closed', 'in-use'])

function sentenceFor(error: unknown): { reason: GalleyError['reason']; error: string } {
  if (error instanceof GalleyError) return { reason: error.reason, error: error.message }
  return { reason: 'internal', error: 'Something went wrong in Galley itself; this file was left as it is.' }
}

/** A place that something else has to leave first is tried again when that went. */
async function moveAll(
  steps: readonly MoveStep[],
  move: (step: MoveStep, isLast: boolean) => Promise<boolean>
): Promise<void> {
  let left = [...steps]
  for (let isLast = false; left.length > 0;) {
    const again: MoveStep[] = []
    for (const step of left) if (!(await move(step, isLast))) again.push(step)
    if (isLast) return
    isLast = again.length === left.length
    left = again
  }
}

/** The file at its place and with its content of then. */
async function asThen(content: Content, org: ContentPath, change: FileChange, by: Person): Promise<void> {
  const { before, after, history } = change
  if (!before) return
  const { source, path, hash } = before
  const entry = await found(content, history.id, [path, after?.path, history.trashed?.path])
  if (!entry) {
    throw new GalleyError('precondition-failed', 'Somebody moved or deleted it meanwhile.', { where: path })
  }
  if (entry.path !== path) await content.move(entry.path, path, { by })
  if (entry.hash === hash || source.kind === 'live') return
  const expected = after?.hash ?? history.trashed?.content.hash
  if (entry.hash !== expected) {
    throw new GalleyError('precondition-failed', 'Somebody changed it meanwhile, so it was left as it is.', {
      where: path
    })
  }
  if (source.kind === 'replaced') {
    await content.restoreFromTrash(org, source.id, { by })
    return
  }
  const bytes =
    source.kind === 'empty'
      ? new Uint8Array()
      : (await content.readVersion(segmentsOf(org)[0] ?? '', history.id, source.id))?.bytes
  if (!bytes) throw new GalleyError('not-found', 'Its version of then is gone.', { where: path })
  await content.write(path, bytes, {
    by,
    keepAs: RESTORE_POINT,
    condition: (current) => {
      if (current?.hash === entry.hash) return
      throw new GalleyError(
        'precondition-failed',
        'Somebody changed it meanwhile, so it was left as it is.',
        {
          where: path
        }
      )
    }
  })
}

async function found(
  content: Content,
  id: string,
  places: readonly (ContentPath | undefined)[]
): Promise<FileEntry | null> {
  for (const place of new Set(places)) {
    if (place === undefined) continue
    const entry = await content.stat(place)
    if (entry?.kind === 'file' && entry.id === id) return entry
  }
  return null
}
