import { useCallback, useEffect, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type {
  ActionRequest,
  ImportAction,
  ImportItem,
  ImportShown,
  ImportState,
  ImportRequest
} from '../../../../common/importing/shapes'
import { GalleyError } from '../../../../common/errors'
import { reasonOf, sentenceOf, useServiceEvents } from '../../api'
import { askOwnNetwork } from './ask-own-network'
import { imports } from '../../api/importing'
import { timeToGo } from './pace'
import { createSignal } from '../../state/signal'

/** One import, as far as it is, and what can be done with it. */
export interface OpenImport {
  readonly job: ImportShown
  /** As they were when the last step ended. */
  readonly items: readonly ImportItem[]
  /** Milliseconds to go in the step under way; null while that is not known. */
  readonly left: number | null
}

export interface Imports {
  /** Earlier ones and the shown one, newest first; null while they are read. */
  readonly all: readonly ImportShown[] | null
  readonly shown: OpenImport | null
  /** What went wrong with the last request. */
  readonly problem: string | null
  /** A request is under way. */
  readonly busy: boolean
  show(name: string | null): void
  /** Resolves to whether it has begun. */
  start(request: ImportRequest): Promise<boolean>
  act(action: ImportAction, request?: ActionRequest): Promise<boolean>
  remove(name: string): Promise<boolean>
  reload(): void
}

const steps: ReadonlySet<ImportState> = new Set(['listing', 'checking', 'running', 'validating'])
const ended: ReadonlySet<ImportState> = new Set(['done', 'cancelled', 'failed'])

export const isAtWork = ({ state }: ImportShown): boolean => steps.has(state)

/** Which import of a site is shown; kept while other tabs are in front. */
const chosen = new Map<ContentPath, string | null>()
const asked = createSignal<ContentPath>()

/** Shows an import of a site, in its tab too when that is open. */
export function showImport(site: ContentPath, name: string): void {
  chosen.set(site, name)
  asked.notify(site)
}

/** The imports into a site, kept true by events. */
export function useImports(site: ContentPath): Imports {
  const [all, setAll] = useState<readonly ImportShown[] | null>(null)
  const [shown, setShown] = useState<OpenImport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])

  useEffect(() => {
    const stopping = new AbortController()
    readAll(site, stopping.signal).then(
      (found) => {
        setAll(found.all)
        // items of a step under way are told by its end
        setShown((before) =>
          found.shown && before?.job.name === found.shown.job.name && isAtWork(found.shown.job)
            ? { ...found.shown, items: before.items }
            : found.shown
        )
      },
      (error: unknown) => {
        if (reasonOf(error) !== 'cancelled') setProblem(sentenceOf(error))
      }
    )
    return () => stopping.abort()
  }, [site, round])

  useEffect(() => asked.subscribe((told) => told === site && reload()), [site, reload])

  const atWork = shown !== null && isAtWork(shown.job)
  useEffect(() => {
    if (!atWork) return
    const timer = setInterval(reload, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [atWork, reload])
  useServiceEvents((event) => {
    if (event.type === 'hello') reload()
    else if (
      event.type === 'progress' &&
      event.operation === shown?.job.name &&
      (!atWork || event.done >= event.total)
    )
      reload()
  })

  async function doing(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(sentenceOf(error))
      return false
    } finally {
      setBusy(false)
      reload()
    }
  }

  return {
    all,
    shown,
    problem,
    busy,
    reload,
    show: (name) => {
      chosen.set(site, name)
      setProblem(null)
      if (name === null) setShown(null)
      reload()
    },
    start: (request) =>
      doing(async () => {
        const { name } = await startAsMeant(site, request)
        chosen.set(site, name)
      }),
    act: (action, request) =>
      doing(async () => {
        if (shown) await imports.act(site, shown.job.name, action, request)
      }),
    remove: (name) =>
      doing(async () => {
        await imports.remove(site, name)
        if (chosen.get(site) === name) chosen.set(site, null)
      })
  }
}

/**
 * Begins an import; what goes into the own network only after a yes.
 * @throws GalleyError the refusal, after a no
 */
async function startAsMeant(site: ContentPath, request: ImportRequest): Promise<ImportShown> {
  try {
    return await imports.start(site, request)
  } catch (error) {
    const isAsked = error instanceof GalleyError && error.reason === 'own-network'
    if (!isAsked || !(await askOwnNetwork(error.where ?? ''))) throw error
    return imports.start(site, { ...request, ownNetwork: true })
  }
}

const LOOK_EVERY_MS = 400

async function readAll(
  site: ContentPath,
  signal: AbortSignal
): Promise<{ all: readonly ImportShown[]; shown: OpenImport | null }> {
  const all = await imports.list(site, signal)
  const wanted = chosen.get(site)
  // what is not at its end is what a person wants to see
  const job =
    wanted === undefined
      ? all.find(({ state }) => !ended.has(state))
      : all.find(({ name }) => name === wanted)
  if (!job) return { all, shown: null }
  chosen.set(site, job.name)
  const found = isAtWork(job) ? [] : await imports.items(site, job.name, signal)
  return { all, shown: { job, items: found, left: isAtWork(job) ? timeToGo(job) : null } }
}
