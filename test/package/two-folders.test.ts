import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makePackages, root, withoutPackages } from './made'

/** All but what no two builds may share: the folders that they are made in. */
const kinds = ['deb', 'rpm', 'tar', 'npm', 'cli', 'service', 'image']

it.skipIf(withoutPackages)(
  'PK2 every package has the same bytes when the last commit is built and packed in two folders',
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'galley-two-folders-'))
    try {
      const sums: Record<string, string>[] = []
      for (const name of ['a', 'a-folder-with-a-much-longer-name/and-another-in-it'])
        sums.push(await packedIn(join(place, name)))
      expect(Object.keys(sums[0] ?? {})).toHaveLength(kinds.length)
      expect(sums[1]).toEqual(sums[0])
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  }
)

/** The sum of each package that is made in a fresh clone there, with the installed parts of this checkout. */
async function packedIn(folder: string): Promise<Record<string, string>> {
  execFileSync('git', ['clone', '--quiet', '--shared', root, folder])
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.startsWith(join(root, 'node_modules/.cache'))
  })
  const made = await makePackages(kinds, folder)
  try {
    const names = readdirSync(made.out).filter((name) => name !== 'work')
    return Object.fromEntries(
      names.map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(made.out, name)))
          .digest('hex')
      ])
    )
  } finally {
    made.remove()
  }
}
