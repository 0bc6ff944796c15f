import { writeSync } from 'node:fs'
import { backUp, restoreBackup } from '../../src/main/backup'
import { openStore } from '../../src/main/store'

/** Backs up or restores and says each step that it is at, until it is killed. Arguments: `backup` workspace folder | `restore` file folder. */
const [, , what = '', from = '', to = ''] = process.argv
const say = (line: string) => writeSync(1, `${line}\n`)

async function main(): Promise<void> {
  const onProgress = ({ phase, done }: { phase: string; done: number }) => say(`${phase} ${done}`)
  if (what === 'restore') {
    await restoreBackup(from, to, { onProgress })
  } else {
    const store = await openStore({ folder: from, watch: false })
    await backUp(store.folder, to, { galley: '0.0.0', onProgress })
    await store.close()
  }
  say('done')
}

void main().catch((error: unknown) => {
  say(`failed ${String(error)}`)
  process.exitCode = 1
})
