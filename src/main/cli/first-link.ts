import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { GalleyError } from '../../common/errors'

/** Where the links go that sign the owner in, while a service runs. */
interface FirstLink {
  notify(link: string): void
  /** Resolves when none is left behind. */
  close(): Promise<void>
}

/**
 * The link in a file that only its account may read (OP6): a journal is read by many. Each link takes the
 * place of the one before, and the last one goes when the service ends.
 * @param report told when it cannot be written
 */
export function linkInFile(path: string, report: (line: string) => void): FirstLink {
  const file = resolve(path)
  let writing: Promise<void> = Promise.resolve()

  async function write(link: string): Promise<void> {
    const next = join(dirname(file), `.galley-link-${randomUUID()}`)
    try {
      await writeFile(next, `${link}\n`, { mode: 0o600, flag: 'wx' })
      await rename(next, file)
    } catch (error) {
      await rm(next, { force: true }).catch(() => undefined)
      report(`the link could not be written to ${file}: ${error instanceof Error ? error.message : ''}`)
    }
  }

  return {
    notify(link) {
      writing = writing.then(() => write(link))
    },
    async close() {
      await writing
      await rm(file, { force: true }).catch(() => undefined)
    }
  }
}

/** @throws GalleyError bad-request for a folder that is not there */
export function linkFileIn(environment: NodeJS.ProcessEnv): string | null {
  const path = environment['GALLEY_LINK_FILE'] ?? ''
  if (path === '') return null
  if (path.endsWith('/') || path.includes('\0'))
    throw new GalleyError('bad-request', 'GALLEY_LINK_FILE names a file.', { where: 'GALLEY_LINK_FILE' })
  return path
}
