import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { failureOf } from '../workers/messages'
import { callEngine, type Answered, type Call, type CallName } from './calls'
import { openEngine, type Engine } from './engine/engine'

const given = z.object({ file: z.string().nullable() })

/** The program of the thread that holds the search index; built into a file of its own. */
const { file } = given.parse(workerData)
let engine: Engine | null = null

parentPort?.on('message', <Name extends CallName>({ id, name, input }: Call<Name>) => {
  try {
    engine ??= openEngine(file)
    say({ id, name, output: callEngine(engine, name, input) })
  } catch (error) {
    say({ id, name, failure: failureOf(error) })
  }
})

function say<Name extends CallName>(answered: Answered<Name>): void {
  parentPort?.postMessage(answered)
}
