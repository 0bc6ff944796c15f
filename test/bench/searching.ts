import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { searchAnswer, type SearchAnswer } from '../../src/common/search/answer'
import type { Hold } from '../../src/main/search'
import { readQuestion } from '../../src/common/search/question'
import { createService } from '../../src/main/service'
import { openStore } from '../../src/main/store'
import { bodyOf } from './documents'
import { summaryOf, timed } from './measure'
import { wordAt } from './spoken-pages'

/**
 * A fresh process whose service searches a workspace, with the index in a process of its own as in the app: it reads
 * what is not read yet while somebody types, then answers what is typed, and says what all of it took.
 */
const [, , workspace = '', seals = ''] = process.argv
const programs = import.meta.dirname
const holders: ChildProcess[] = []

const inProcess: Hold = (file, heard, gone) => {
  const program = [join(programs, 'search.cjs'), JSON.stringify({ file })]
  const child = fork(join(programs, 'search-process.mjs'), program, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=512']
  })
  holders.push(child)
  child.on('message', (message) => {
    const isOurs = weighed.safeParse(message).success || asked.safeParse(message).success
    if (!isOurs) heard(message as Parameters<typeof heard>[0])
  })
  child.on('exit', () => gone(null))
  return {
    post: (call) => child.send(call),
    async end() {
      if (child.kill()) await once(child, 'exit')
    }
  }
}
const weighed = z.strictObject({ megabytes: z.number() })
/** An answer to a call of this program, which the service knows nothing of. */
const asked = z.object({ id: z.number().negative() })

const megabytes = () => process.resourceUsage().maxRSS / 1024
const store = await openStore({ folder: workspace, watch: false })
const service = createService({
  store,
  appVersion: 'bench',
  workerProgram: join(programs, 'worker.mjs'),
  holdSearch: inProcess,
  searchSeals: seals
})
const ask = async (q: string): Promise<SearchAnswer> => {
  const address = `http://127.0.0.1/search/bench/site?limit=8&q=${encodeURIComponent(q)}`
  const answer = await service.fetch(new Request(address), 'owner')
  return searchAnswer.parse(JSON.parse(new TextDecoder().decode(await bodyOf(answer))))
}

await bodyOf(await service.fetch(new Request('http://127.0.0.1/list/bench/site'), 'owner'))
const before = megabytes()
const meanwhile: number[] = []
const [inIndexMeanwhile, inIndex]: [Beside, Beside] = [
  { keys: [], messages: [] },
  { keys: [], messages: [] }
]
const named = await timed(() => ask('kind:pdf'))
const reading = await timed(async () => {
  for (const key of keys(300, 1)) {
    if ((await ask('')).state.kind === 'complete') return
    meanwhile.push(await timed(() => ask(key)))
    await sleep(50)
    await besideMessage(key, inIndexMeanwhile)
    await sleep(50)
  }
  while ((await ask('')).state.kind !== 'complete') await sleep(250)
})
const typed: number[] = []
for (const key of keys(60, 50)) {
  typed.push(await timed(() => ask(key)))
  await besideMessage(key, inIndex)
}
// a middle of words, and a slip: all words are looked through for them
await ask(wordAt(9001).slice(1))
await ask(`${wordAt(9001)}x`)
const index = await weigh()
process.stdout.write(
  JSON.stringify({
    named,
    reading,
    typed: summaryOf(typed),
    meanwhile: meanwhile.length > 20 ? summaryOf(meanwhile) : null,
    inIndex: besides(inIndex),
    inIndexMeanwhile: besides(inIndexMeanwhile),
    service: { before, after: megabytes() },
    index
  })
)
await service.close()
await store.close()

/** Words as they are typed, letter by letter. */
function* keys(words: number, from: number): Generator<string> {
  for (let number = from; number < from + words; number += 1) {
    const word = wordAt(number * number)
    for (let length = 2; length <= word.length; length += 1) yield word.slice(0, length)
  }
}

interface Beside {
  readonly keys: number[]
  readonly messages: number[]
}

/** What the index alone takes for a key, as the service asks it, and what a message to its process and back does. */
async function besideMessage(key: string, { keys, messages }: Beside): Promise<void> {
  const question = readQuestion(key, Date.now())
  const input = { question, scope: '/bench/site', sort: 'best', weighs: true, most: 1001, within: false }
  keys.push(await timed(() => answered({ id: -1, name: 'find', input }, asked)))
  messages.push(await timed(weigh))
}

function besides({ keys, messages }: Beside) {
  return keys.length > 20 ? { key: summaryOf(keys), message: summaryOf(messages) } : null
}

async function weigh(): Promise<number> {
  return (await answered('weigh', weighed)).megabytes
}

/** Sends something to the process that holds the index; resolves to its answer. */
function answered<T>(message: object | string, shape: z.ZodType<T>): Promise<T> {
  const [holder] = holders.slice(-1)
  if (!holder) throw new Error('nothing holds the index')
  return new Promise<T>((resolve) => {
    const hear = (told: unknown) => {
      const found = shape.safeParse(told)
      if (!found.success) return
      holder.off('message', hear)
      resolve(found.data)
    }
    holder.on('message', hear)
    holder.send(message)
  })
}
