import { describe, expect, it } from 'vitest'
import { KEPT_FORM } from '../../../src/main/search'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { examineWorkspace } from '../../../src/main/store/postgres/examine'
import { sweepWords } from '../../../src/main/store/postgres/words-forms'
import { inDatabase, newWorkspace } from '../../support/search-twins'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, p } from '../../support/workspace'

const url = useTeamDatabase()

describe.skipIf(noDatabase)('kept words', () => {
  it('TM9 TM18: the doctor names files of which the words or links are missing or of another content, which is no damage, and sweeping has them read again', async () => {
    const name = newWorkspace()
    const node = await inDatabase(url(), name, Date.now)
    const database = openDatabase(url())
    const { id } = node.store
    try {
      for (const one of ['a', 'b', 'c', 'd', 'e', 'f'])
        await node.store.write(p(`/o/s/${one}.html`), bytes(`<p>ferry ${one}</p>`), { by: ada })
      expect((await node.ask('ferry')).total).toBe(6)
      const outdated = async () => {
        const found = await examineWorkspace(database, id)
        // nothing is damaged by that
        expect(found.findings).toEqual([])
        return found.outdated
      }
      expect(await outdated()).toEqual([])
      const row = (one: string) =>
        `workspace_id = '${id}' and file_id = (select id from entries where workspace_id = '${id}' and path = '/o/s/${one}.html')`
      await database.change(`update search_files set hash = sha256('') where ${row('a')}`)
      await database.change(`delete from search_files where ${row('b')}`)
      await database.change(`delete from search_parts where ${row('c')}`)
      await database.change(`update search_links set hash = sha256('') where ${row('d')}`)
      await database.change(`delete from search_links where ${row('e')}`)
      expect(await outdated()).toEqual(['a', 'b', 'c', 'd', 'e'].map((one) => `/o/s/${one}.html`))
      expect((await node.store.examine(() => Promise.resolve())).findings).toEqual([])
      await sweepWords(database, id)
      expect((await node.ask('ferry')).total).toBe(6)
      expect(await outdated()).toEqual([])
    } finally {
      await node.close()
      await database.close()
    }
  })

  it('TM18: what belongs to no file, to no form that is asked for, or to no text any more is swept, and nothing else', async () => {
    const name = newWorkspace()
    const node = await inDatabase(url(), name, Date.now)
    const database = openDatabase(url())
    const { id } = node.store
    const count = async (table: string) =>
      Number(
        (await database.one(`select count(*) count from ${table} where workspace_id = $1`, [id]))?.['count']
      )
    try {
      await node.store.write(p('/o/s/kept.html'), bytes('<p>ferry</p>'), { by: ada })
      await node.store.write(p('/o/s/gone.png'), bytes('x'), { by: ada })
      expect((await node.ask('ferry')).total).toBe(1)
      const item = await node.store.remove(p('/o/s/gone.png'), { by: ada })
      await sweepWords(database, id)
      expect([await count('search_files'), await count('search_parts'), await count('search_links')]).toEqual(
        [2, 2, 2]
      )
      await node.store.deleteFromTrash(p('/o/s'), item.id)
      await database.change(
        `update search_words set seen_at = now() - interval '3 days' where workspace_id = $1`,
        [id]
      )
      await sweepWords(database, id)
      expect([await count('search_files'), await count('search_parts'), await count('search_links')]).toEqual(
        [1, 1, 1]
      )
      const words = await database.all(
        'select word from search_words where workspace_id = $1 order by word',
        [id]
      )
      expect(words.map(({ word }) => word)).toEqual(['ferry', 'kept', 'kepthtml'])
      await database.change(
        `update search_forms set used_at = now() - interval '8 days' where workspace_id = $1 and form = $2`,
        [id, KEPT_FORM]
      )
      await sweepWords(database, id)
      expect([
        await count('search_files'),
        await count('search_parts'),
        await count('search_words'),
        await count('search_links')
      ]).toEqual([0, 0, 0, 0])
      // whoever asks once more has all of it noted again
      const other = await openPostgres({ database, workspace: name })
      await other.words?.(KEPT_FORM).begin()
      expect(await other.words?.(KEPT_FORM).unread()).toBe(1)
      await other.close()
    } finally {
      await node.close()
      await database.close()
    }
  })
})
