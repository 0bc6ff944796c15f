import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderOfArchive } from '../../../src/main/backup'
import { openStore } from '../../../src/main/store'
import { examine } from '../../../src/main/store/doctor'
import { archiveIn } from '../../../src/main/store/postgres/archive'
import { collectContents } from '../../../src/main/store/postgres/collect'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { examineWorkspace } from '../../../src/main/store/postgres/examine'
import { takeIn } from '../../../src/main/store/postgres/take-in'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, p, quickFolder } from '../../support/workspace'

const url = useTeamDatabase()
const files = Number(process.env['GALLEY_ARCHIVE_FILES'] ?? 20)

it.skipIf(noDatabase)(
  'TM7 TM8 a large workspace goes in and out, with five versions of each file',
  async () => {
    const [home, place] = [await quickFolder(), await quickFolder()]
    const folder = await openStore({ folder: place, watch: false })
    const database = openDatabase(url(), { most: 4 })
    const took: Record<string, number> = {}
    const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
      const begin = performance.now()
      return work.finally(() => (took[what] = Math.round(performance.now() - begin)))
    }
    try {
      const names = Array.from({ length: files }, (_, at) => p(`/o/s/${at % 40}/page-${at}.html`))
      for (let state = 0; state < 6; state++)
        for (let at = 0; at < files; at += 50)
          await Promise.all(
            names
              .slice(at, at + 50)
              .map((path) => folder.write(path, bytes(`<main>${state} ${path}</main>`), { by: ada }))
          )
      const survey = await timed('in', takeIn(database, randomUUID(), folder.folder.archive()))
      expect(survey.contents).toBe(files * 6)
      const examined = await timed('doctor', examineWorkspace(database, folder.id))
      expect(examined).toMatchObject({ files, versions: files * 5, findings: [] })
      expect(await timed('collect', collectContents(database, folder.id))).toBe(0)
      const out = database.long('one-moment', (sql) =>
        folderOfArchive(archiveIn({ ...sql, workspace: folder.id, objects: null }), join(home, 'new'))
      )
      expect((await examine(await timed('out', out))).findings).toEqual([])
      process.stdout.write(`${JSON.stringify({ files, ...took })}\n`)
    } finally {
      await folder.close()
      await database.close()
      for (const one of [home, place]) await rm(one, { recursive: true, force: true })
    }
  },
  1_200_000
)
