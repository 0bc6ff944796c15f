import { writeSync } from 'node:fs'
import { KEPT_FORM, openKept } from '../../src/main/search'
import { openPostgres } from '../../src/main/store/postgres'
import { openDatabase } from '../../src/main/store/postgres/database'
import { openWorkers } from '../../src/main/workers'

/** Reads what is unread in a workspace of a database, until it is killed. Says a line when it begins. Arguments: database, workspace. */
const [, , url = '', workspace = ''] = process.argv

async function main(): Promise<void> {
  const store = await openPostgres({ database: openDatabase(url, { most: 4 }), workspace })
  const words = store.words?.(KEPT_FORM)
  if (!words) throw new Error('it keeps none')
  const kept = openKept({
    store,
    words,
    workers: openWorkers({ program: null }),
    report: (error) => {
      throw error
    }
  })
  await kept.begin()
  writeSync(1, 'begun\n')
  for (;;) await kept.settled()
}

void main()
