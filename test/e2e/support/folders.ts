import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Temporary folders that go away with the test. */
export interface Folders {
  make(name: string): Promise<string>
  removeAll(): Promise<void>
}

export function temporaryFolders(): Folders {
  const made: string[] = []
  return {
    async make(name) {
      const folder = await mkdtemp(join(tmpdir(), `galley-e2e-${name}-`))
      made.push(folder)
      return folder
    },
    async removeAll() {
      await Promise.all(
        made.splice(0).map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      )
    }
  }
}
