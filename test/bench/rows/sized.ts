import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { contentPath } from '../../../src/common/content/paths'
import { bodyOf, inParallel, pageOf, writer } from '../documents'
import { summaryOf, timed } from '../measure'
import type { Finding, Row } from '../row'
import { NotHere } from '../row'
import { fill } from '../workspace'

const run = promisify(execFile)
const program = resolve('out/main/cli.js')

/** How large a team's workspace may be, and how many write in it at once. */
const sizes = [
  { pages: 1_000, people: 3 },
  { pages: 10_000, people: 20 },
  { pages: 100_000, people: 100 }
]
const PAGE = 4096
/** Each saves what it writes so often while it types, and looks at a folder now and then. */
const SAVE_MS = 2_000
const WORK_MS = 30_000

/** What `galley serve` takes of a machine with small, usual and large workspaces: the table of “How large a machine” in running.md. */
export const sized: Row = {
  name: 'sized',
  title: 'a served workspace of a team',
  onlyWhenNamed: true,
  run: async (place) => {
    if (!existsSync(program)) throw new NotHere('it needs the build: npm run build')
    if (process.platform !== 'linux') throw new NotHere('it reads what Linux says of a process')
    const findings: Finding[] = []
    for (const { pages, people } of sizes) {
      const data = join(place, `of-${pages}`)
      await fill(data, (store) =>
        inParallel(pages, 64, (number) =>
          store.write(contentPath(pathOf(number)), pageOf(PAGE, number), { by: writer })
        )
      )
      findings.push(...(await served(data, pages, people)))
    }
    return findings
  }
}

async function served(data: string, pages: number, people: number): Promise<readonly Finding[]> {
  const said = await run(process.execPath, [
    program,
    'token',
    'create',
    '--data',
    data,
    '--email',
    writer.email
  ])
  const authorization = { Authorization: `Bearer ${said.stdout.trim()}` }
  const began = performance.now()
  const service = spawn(process.execPath, [program, 'serve', '--trust', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore']
  })
  try {
    const origin = await listening(service)
    const started = performance.now() - began
    const ask = async (path: string, init: RequestInit = {}) =>
      bodyOf(await fetch(`${origin}${path}`, { ...init, headers: authorization }))
    await setTimeout(WORK_MS) // what a start brings along is over
    const atRest = memoryOf(service)
    const before = processorOf(service)
    const saves: number[] = []
    await Promise.all(
      Array.from({ length: people }, async (_, at) => {
        await setTimeout((at / people) * SAVE_MS)
        for (let round = 0; round < WORK_MS / SAVE_MS; round += 1) {
          const number = Math.floor((at * pages) / people) + (round >> 3)
          const took = await timed(async () => {
            await ask(`/source${pathOf(number)}`, {
              method: 'PUT',
              body: new Uint8Array(pageOf(PAGE, pages + round))
            })
            if (round % 5 === 0) await ask(`/list${pathOf(number).replace(/\/[^/]*$/, '')}`)
          })
          saves.push(took)
          await setTimeout(Math.max(0, SAVE_MS - took))
        }
      })
    )
    const busy = ((processorOf(service) - before) / WORK_MS) * 1000
    const { stdout } = await run('du', ['-sm', data])
    const what = `${pages.toLocaleString('en')} pages, ${people} people who write`
    const value = (name: string, figure: number, unit: 'ms' | 'MB'): Finding => ({
      what: `${what}: ${name}`,
      galley: { value: figure, unit },
      budget: { kind: 'none' }
    })
    return [
      value('from the start to listening', started, 'ms'),
      value('memory at rest', atRest, 'MB'),
      value('memory at most', memoryOf(service, 'VmHWM'), 'MB'),
      value('processor time in a second', busy, 'ms'),
      value('on the disk', Number.parseInt(stdout, 10), 'MB'),
      { what: `${what}: a save`, galley: summaryOf(saves), budget: { kind: 'none' } }
    ]
  } finally {
    service.kill('SIGTERM')
    if (service.exitCode === null) await once(service, 'exit')
  }
}

async function listening(service: ChildProcess): Promise<string> {
  if (!service.stdout) throw new Error('galley serve says nothing')
  for await (const line of createInterface(service.stdout)) {
    const origin = /^galley listening on (\S+)/.exec(line)?.[1]
    if (origin !== undefined) return origin
  }
  throw new Error('galley serve ended')
}

/** Megabytes that a process has now, or had at most. */
function memoryOf({ pid }: ChildProcess, of: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const found = new RegExp(`^${of}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1024
}

/** Milliseconds that its threads took of the processors so far. */
function processorOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const pathOf = (number: number) =>
  `/bench/site/section-${Math.floor(number / 5000)}/folder-${Math.floor(number / 100)}/page-${number}.html`
