import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bodyOf } from './documents'
import { timed } from './measure'
import { withWorkspace } from './workspace'

/** A fresh process: opens the workspace, lists its site, waits for what goes on behind, and says what it took. */
const workspace = process.argv[2] ?? ''
const megabytes = (bytes: number) => bytes / 1024 / 1024
const start = performance.now()

const result = await withWorkspace(workspace, async ({ ask }) => {
  await bodyOf(await ask('/list/bench/site'))
  const toFirstList = performance.now() - start
  const atFirstList = megabytes(process.memoryUsage.rss())
  await setTimeout(15_000)
  return { toFirstList, atFirstList, most: megabytes(process.resourceUsage().maxRSS * 1024) }
})

const readAll = await timed(() => readdir(join(workspace, 'content'), { recursive: true }))
process.stdout.write(JSON.stringify({ ...result, readdir: readAll }))
