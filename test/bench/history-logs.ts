import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from './documents'

/** Before the JSON of a line. */
const CHECKSUM = 9

/** The logs of all files of a workspace. */
export async function logsIn(workspace: string): Promise<string[]> {
  const folder = join(workspace, '.galley', 'files')
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.log')).map((name) => join(folder, name))
}

/** Looks at each log, and reads and parses those that were written to since a moment. @returns how many lines */
export async function readSince(logs: readonly string[], since: number): Promise<number> {
  let lines = 0
  await inParallel(logs.length, 16, async (index) => {
    const log = logs[index] ?? ''
    const stat = await lstat(log)
    if (!stat.isFile() || stat.mtimeMs < since) return
    for (const line of (await readFile(log, 'utf8')).split('\n')) {
      if (line === '') continue
      JSON.parse(line.slice(CHECKSUM))
      lines += 1
    }
  })
  return lines
}
