import { parentPort as threadPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { failureOf } from '../workers/messages'
import { callEngine, type Answered, type Call, type CallName } from './calls'
import { openEngine, type Engine } from './engine/engine'

const given = z.object({ file: z.string().nullable() })

/** Of a process of the app, which is told by its arguments what a thread is told by its data. */
const processPort = 'parentPort' in process ? process.parentPort : null

/** The program of the thread or process that holds the search index; built into a file of its own. */
const { file } = given.parse(processPort ? JSON.parse(process.argv.at(-1) ?? '') : workerData)
let engine: Engine | null = null

function answer<Name extends CallName>({ id, name, input }: Call<Name>): void {
  try {
    engine ??= openEngine(file)
    say({ id, name, output: callEngine(engine, name, input) })
  } catch (error) {
    say({ id, name, failure: failureOf(error) })
  }
}

if (processPort) processPort.on('message', ({ data }) => answer(data as Call))
else threadPort?.on('message', answer)

function say<Name extends CallName>(answered: Answered<Name>): void {
  ;(processPort ?? threadPort)?.postMessage(answered)
}
