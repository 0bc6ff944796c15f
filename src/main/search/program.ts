import { parentPort as threadPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { answerTo } from '../workers/engine-calls'
import type { Call } from './calls'
import { openEngine, type Engine } from './engine/engine'

const given = z.object({ file: z.string().nullable() })

/** Of a process of the app, which is told by its arguments what a thread is told by its data. */
const processPort = 'parentPort' in process ? process.parentPort : null

/** The program of the thread or process that holds the search index; built into a file of its own. */
const { file } = given.parse(processPort ? JSON.parse(process.argv.at(-1) ?? '') : workerData)
let opened: Engine | null = null
const engine = () => (opened ??= openEngine(file))

if (processPort)
  processPort.on('message', ({ data }) => processPort.postMessage(answerTo(engine, data as Call)))
else threadPort?.on('message', (call: Call) => threadPort?.postMessage(answerTo(engine, call)))
