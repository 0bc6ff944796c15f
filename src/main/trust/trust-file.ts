import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { GalleyError, sentence } from '../../common/errors'
import { tryFileLock } from '../system/file-lock'
import { replaceFile } from '../system/replace-file'
import { isSameWorkspace, type WorkspaceIdentity } from './identity'

const trustedWorkspace = z.object({
  id: z.string(),
  path: z.string(),
  dev: z.string(),
  ino: z.string(),
  /** Unix milliseconds. */
  at: z.number()
})

const shape = z.object({ format: z.literal(1), workspaces: trustedWorkspace.array() })

/** A workspace that the person of this computer trusts, and since when. */
export type TrustedWorkspace = Readonly<z.infer<typeof trustedWorkspace>>

/** The workspaces that are trusted, in one file of this computer; several processes may have it open. */
export interface TrustFile {
  readonly file: string
  /** Newest first. A file that cannot be understood trusts nobody: it is set aside, and told. */
  list(): Promise<readonly TrustedWorkspace[]>
  /** Resolves when it is on the disk. @throws GalleyError io-failed */
  add(workspace: WorkspaceIdentity, now: number): Promise<void>
  /** Whatever was trusted at this path is not any more. @returns whether something was */
  removeAt(path: string): Promise<boolean>
}

/** More than anybody has; what was trusted longest ago is asked for again. */
const MOST = 500
const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 20

export function trustFile(file: string, report: (problem: string) => void): TrustFile {
  async function list(): Promise<readonly TrustedWorkspace[]> {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (text === null) return []
    const found = shape.safeParse(jsonOf(text))
    if (found.success) return found.data.workspaces
    const aside = `${file}.damaged-${Date.now()}`
    await rename(file, aside)
    report(
      `What this computer trusts could not be read, so nothing is trusted. The file was set aside as ${aside}; you are asked again.`
    )
    return []
  }

  /** What cannot be read trusts nobody. */
  const readable = () =>
    list().catch((error: unknown) => {
      report(
        `What this computer trusts cannot be read, so nothing is trusted: ${error instanceof Error ? error.message : ''}`
      )
      return []
    })

  async function change(next: (now: readonly TrustedWorkspace[]) => readonly TrustedWorkspace[] | null) {
    try {
      return await locked(file, async () => {
        const changed = next(await list())
        if (changed)
          await replaceFile(
            file,
            `${JSON.stringify({ format: 1, workspaces: changed.slice(0, MOST) }, null, 2)}\n`
          )
        return changed !== null
      })
    } catch (cause) {
      if (cause instanceof GalleyError) throw cause
      throw new GalleyError(
        'io-failed',
        sentence`It could not be written down what this computer trusts. Look at the rights and the space of ${{ folder: dirname(file) }}.`,
        { where: file, cause }
      )
    }
  }

  return {
    file,
    list: readable,
    async add({ id, path, dev, ino }, at) {
      const workspace = { id, path, dev, ino, at }
      await change((now) =>
        now.some((one) => isSameWorkspace(one, workspace))
          ? null
          : [workspace, ...now.filter((one) => one.path !== path)]
      )
    },
    removeAt: (path) =>
      change((now) => {
        const left = now.filter((one) => one.path !== path)
        return left.length === now.length ? null : left
      })
  }
}

/** Alone among all processes; the system frees the lock when its holder ends. */
async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(`${file}.lock`, 'a', 0o600)
  try {
    for (const end = Date.now() + PATIENCE_MS; tryFileLock(handle.fd) === false; await sleep(LOOK_EVERY_MS))
      if (Date.now() > end)
        throw new GalleyError('in-use', 'Another Galley is writing down what it trusts. Try again.', {
          where: file
        })
    return await work()
  } finally {
    await handle.close()
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
